/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * The frames that one other member sends to hosts of this one: puts them on links. It owns the rule that none is
 * missing. Belongs to the owner of the trunks.
 */
public final class InboundFrames
{
    /**
     * In place of the index of a token.
     */
    public static final int NO_TOKEN = -1;

    // For the cut and the last isochron of a host.
    private static final LinkSize LAST_SIZE = new LinkSize(2, 512, 512);

    private final String name;
    private final HostsOfMembers hosts;
    private final int[] ownHosts;
    private final InboundLinks[] receivers;
    private final LinkSize size;
    private final Transport transport;
    private final Doorbell doorbell;
    private final FrameCredits credits;
    private final LinkFromMember[][] bySender;
    private final long[] numbers;
    private final long[] issues;
    private final FrameEntry entry = new FrameEntry();
    private long position;

    /**
     * @param name         of the other member.
     * @param hosts        of all members.
     * @param receivers    links of all hosts.
     * @param size         of the links as their senders see them.
     * @param transport    inside this member.
     * @param doorbell     of the thread that works for the trunks.
     * @param tokenRequest has the next token promise as much as the other member has; false if it was wanted before.
     */
    public InboundFrames(
        final String name,
        final HostsOfMembers hosts,
        final InboundLinks[] receivers,
        final LinkSize size,
        final Transport transport,
        final Doorbell doorbell,
        final BooleanSupplier tokenRequest)
    {
        this.name = name;
        this.hosts = hosts;
        this.receivers = receivers;
        this.size = RemoteLink.sizeAtReceiver(size);
        this.transport = transport;
        this.doorbell = doorbell;
        credits = new FrameCredits(tokenRequest);
        ownHosts = hosts.of(hosts.own());
        bySender = new LinkFromMember[hosts.hostCount()][];
        numbers = new long[hosts.hostCount()];
        issues = new long[hosts.hostCount()];
    }

    /**
     * A frame has arrived.
     *
     * @param end position of the trunk behind it.
     * @return index of the token that it carries, which counts from now on; {@link #NO_TOKEN} if it carries none.
     * @throws IsotachException when one before it is missing.
     */
    public int onFrame(final OffHeapBuffer record, final int offset, final long end)
    {
        final int sender = record.getInt(offset + TrunkRecord.FIRST);
        count(sender, record.getLong(offset + TrunkRecord.NUMBER), end);
        entry.length = record.getInt(offset + TrunkRecord.LENGTH);
        final int flags = record.getInt(offset + TrunkRecord.FLAGS);
        entry.isForApplications = 0 != (flags & TrunkRecord.FOR_APPLICATIONS);
        entry.timestamp = record.getLong(offset + TrunkRecord.TIMESTAMP);
        entry.buffer = record;
        final int headerEnd = offset + TrunkRecord.frameHeaderLength(ownHosts.length);
        final boolean hasToken = 0 != (flags & TrunkRecord.WITH_TOKEN);
        entry.offset = hasToken ? headerEnd + TrunkRecord.tokenLength(hosts.memberCount()) : headerEnd;
        final long issue = record.getLong(offset + TrunkRecord.ISSUE);
        issues[sender] = issue;
        for (int i = 0; i < ownHosts.length; i++)
        {
            final long bits = record.getLong(offset + TrunkRecord.RECEIVERS + i / Long.SIZE * Long.BYTES);
            if (0 != (bits & 1L << i))
            {
                link(sender, i).put(entry, issue);
            }
        }
        return hasToken ? headerEnd : NO_TOKEN;
    }

    /**
     * A notice has arrived, which counts as a frame.
     *
     * @param end position of the trunk behind it.
     * @throws IsotachException when a frame or a notice before it is missing.
     */
    public void onNotice(final OffHeapBuffer record, final int offset, final long end)
    {
        count(record.getInt(offset + TrunkRecord.FIRST), record.getLong(offset + TrunkRecord.FOURTH), end);
    }

    private void count(final int sender, final long number, final long end)
    {
        if (number != numbers[sender])
        {
            throw new IsotachException("frame or notice " + number + " of host " + sender + " has come from member " +
                name + " instead of " + numbers[sender] + ": the trunk has lost what was between them");
        }
        if (end <= position)
        {
            throw new IsotachException("the trunk from member " + name + " says that a record ends at position " + end +
                ", behind one that ends at " + position + " (expected: the position behind each record, see Trunk)");
        }
        numbers[sender]++;
        position = end;
    }

    private LinkFromMember link(final int sender, final int receiverIndex)
    {
        if (null == bySender[sender])
        {
            bySender[sender] = new LinkFromMember[ownHosts.length];
        }
        LinkFromMember link = bySender[sender][receiverIndex];
        if (null == link)
        {
            final int receiver = ownHosts[receiverIndex];
            final FrameRing ring =
                transport.newRing(sender, receiver, size, doorbell, receivers[receiver].doorbell());
            link = new LinkFromMember(sender, receiver, ring, transport.newCarrier(ring, receiver));
            receivers[receiver].connect(ring);
            bySender[sender][receiverIndex] = link;
            credits.add(link);
        }
        return link;
    }

    /**
     * Checks that all frames and notices have come that were sent in front of a token.
     *
     * @param sent position of the trunk behind the last of them.
     * @throws IsotachException when one is missing.
     */
    public void check(final long sent)
    {
        if (position < sent)
        {
            throw new IsotachException("frames and notices from member " + name + " are missing, behind position " +
                position + " of the trunk and up to " + sent + ": the trunk has lost them");
        }
    }

    /**
     * Returns what goes back to the other member for its frames.
     */
    public FrameCredits credits()
    {
        return credits;
    }

    /**
     * Returns the position of the trunk behind the last frame or notice that has come.
     */
    public long position()
    {
        return position;
    }

    /**
     * The other member is out, and all its frames up to the cut are on their links. For each of its hosts, puts on a
     * link of its own what cuts off the frames behind the cut, and the last isochron.
     *
     * @param member the other member.
     * @param cut    last pulse in which its frames count.
     * @param last   pulse of the last isochron of its hosts.
     */
    public void end(final int member, final long cut, final long last)
    {
        for (final int sender : hosts.of(member))
        {
            for (final int receiver : ownHosts)
            {
                // The second link of the sender, so behind its first one in the order.
                final FrameRing ring = transport.newRing(
                    sender, receiver, LAST_SIZE, doorbell, receivers[receiver].doorbell());
                final FrameCarrier carrier = transport.newCarrier(ring, receiver);
                receivers[receiver].connect(ring);
                entry.setCut(sender, cut);
                carrier.send(ring.reserve(entry.length), issues[sender] + 1, entry);
                entry.setLast(sender);
                entry.timestamp = last;
                carrier.send(ring.reserve(entry.length), issues[sender] + 2, entry);
            }
        }
    }

    @Override
    public String toString()
    {
        return "InboundFrames{from=" + name + ", position=" + position + '}';
    }
}
