/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;
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
    private final ExpelledHosts expelledHosts;
    private final HostExit exit;

    // The pulse in which each host has left alone.
    private final long[] left;
    private final FrameEntry entry = new FrameEntry();
    private long position;

    /**
     * @param name         of the other member.
     * @param hosts        of all members.
     * @param receivers    links of all hosts.
     * @param size         of the links as their senders see them.
     * @param transport    of the links: a frame is there when it is sent, because a token behind it counts on that.
     * @param doorbell     of the thread that works for the trunks.
     * @param tokenRequest has the next token promise as much as the other member has; false if it was wanted before.
     * @param expelledHosts of the cluster.
     * @param exit         of the hosts of the other member.
     */
    public InboundFrames(
        final String name,
        final HostsOfMembers hosts,
        final InboundLinks[] receivers,
        final LinkSize size,
        final Transport transport,
        final Doorbell doorbell,
        final BooleanSupplier tokenRequest,
        final ExpelledHosts expelledHosts,
        final HostExit exit)
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
        this.expelledHosts = expelledHosts;
        this.exit = exit;
        left = new long[hosts.hostCount()];
        Arrays.fill(left, Long.MAX_VALUE);
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
        check(sender, record.getLong(offset + TrunkRecord.NUMBER), end);
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
        final boolean isLast = 0 != (flags & TrunkRecord.LAST_OF_HOST);
        if (isLast)
        {
            left[sender] = entry.timestamp;
            exit.hostLeaves(sender, entry.timestamp);
        }
        for (int i = 0; i < ownHosts.length; i++)
        {
            final long bits = record.getLong(offset + TrunkRecord.RECEIVERS + i / Long.SIZE * Long.BYTES);
            // An expelled host takes nothing: who knows that it is expelled sends without credits.
            if (0 != (bits & 1L << i) && !expelledHosts.contains(ownHosts[i]))
            {
                final LinkFromMember link = isLast ? lastLink(sender, ownHosts[i]) : link(sender, i);
                link.put(entry, issue);
            }
        }
        // Last: a frame for which there was no memory has not come.
        count(sender, end);
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
        final int sender = record.getInt(offset + TrunkRecord.FIRST);
        check(sender, record.getLong(offset + TrunkRecord.FOURTH), end);
        count(sender, end);
    }

    private void check(final int sender, final long number, final long end)
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
    }

    private void count(final int sender, final long end)
    {
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
            link = newLink(sender, ownHosts[receiverIndex], size);
            bySender[sender][receiverIndex] = link;
            credits.add(link);
        }
        return link;
    }

    /**
     * Creates one more link from a host, for what has no credits. It is behind the others in the order.
     */
    private LinkFromMember lastLink(final int sender, final int receiver)
    {
        return newLink(sender, receiver, LAST_SIZE);
    }

    private LinkFromMember newLink(final int sender, final int receiver, final LinkSize linkSize)
    {
        final FrameRing ring =
            transport.newRing(sender, receiver, linkSize, doorbell, receivers[receiver].doorbell());
        final LinkFromMember link = new LinkFromMember(
            sender, receiver, ring, transport.newCarrier(ring, receiver), RemoteLink.lengthAtSender(linkSize));
        receivers[receiver].connect(ring);
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
     * link of its own what cuts off the frames behind the cut, and the last isochron, unless the host has left alone
     * before.
     *
     * @param member the other member.
     * @param cut    last pulse in which its frames count.
     * @param last   pulse of the last isochron of its hosts.
     */
    public void end(final int member, final long cut, final long last)
    {
        for (final int sender : hosts.of(member))
        {
            final boolean leavesNow = left[sender] > cut;
            if (leavesNow)
            {
                exit.hostLeaves(sender, last);
            }
            for (final int receiver : ownHosts)
            {
                final LinkFromMember link = lastLink(sender, receiver);
                entry.setCut(sender, cut);
                link.put(entry, issues[sender] + 1);
                if (leavesNow)
                {
                    entry.setLast(sender);
                    entry.timestamp = last;
                    link.put(entry, issues[sender] + 2);
                }
            }
        }
    }

    @Override
    public String toString()
    {
        return "InboundFrames{from=" + name + ", position=" + position + '}';
    }
}
