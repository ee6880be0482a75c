/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * The frames that one other member sends to hosts of this one: puts them on links, and tells the other member what was
 * given back. It owns the rule that none is missing. Belongs to the owner of the trunks.
 */
public final class InboundFrames
{
    /**
     * In place of the index of a token.
     */
    public static final int NO_TOKEN = -1;

    // Turns in which credits wait for a token that takes them along: about as long as another member needs for its next
    // frame.
    private static final int PATIENCE = 32;

    // Part of the frames of a link that is given back before its sender is told, unless all are.
    private static final int PARTS = 4;

    // For the cut and the last isochron of a host.
    private static final LinkSize LAST_SIZE = new LinkSize(2, 512, 512);

    /**
     * A link from a host of the other member.
     */
    private static final class Link
    {
        private final int sender;
        private final int receiver;
        private final FrameRing ring;
        private final FrameCarrier carrier;

        // What was seen, and what the other member knows.
        private long executed = -1;
        private long consumed = -1;
        private long toldExecuted = -1;
        private long toldConsumed = -1;

        Link(final int sender, final int receiver, final FrameRing ring, final FrameCarrier carrier)
        {
            this.sender = sender;
            this.receiver = receiver;
            this.ring = ring;
            this.carrier = carrier;
        }

        void look()
        {
            // This first, see Consumption.consumed(): what is consumed is executed.
            executed = ring.executed();
            consumed = Math.min(executed, Math.max(consumed, ring.consumed()));
        }

        boolean isNew()
        {
            return executed > toldExecuted || consumed > toldConsumed;
        }

        boolean isUrgent()
        {
            return consumed - toldConsumed >= ring.size() / PARTS;
        }

        boolean isDue()
        {
            return isNew() && (executed == ring.published() || isUrgent());
        }
    }

    private final String name;
    private final HostsOfMembers hosts;
    private final int[] ownHosts;
    private final InboundLinks[] receivers;
    private final LinkSize size;
    private final Transport transport;
    private final Doorbell doorbell;
    private final BooleanSupplier tokenRequest;
    private final Link[][] bySender;
    private final List<Link> links = new ArrayList<>();
    private final long[] numbers;
    private final long[] issues;
    private final FrameEntry entry = new FrameEntry();
    private OffHeapBuffer credits = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);
    private long position;

    // The first link that a token had no room for: the next one begins there.
    private int nextLink;

    // Results of what was seen in the last look are on the trunk.
    private boolean mayTell;
    private int patience = PATIENCE;

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
        this.tokenRequest = tokenRequest;
        ownHosts = hosts.of(hosts.own());
        bySender = new Link[hosts.hostCount()][];
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
                put(link(sender, i), issue);
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

    private void put(final Link link, final long issue)
    {
        if (!link.ring.hasRoom(entry.length))
        {
            throw new IllegalStateException("no room for a frame of host " + link.sender + " at host " +
                link.receiver + ": its sender has sent more than it has credits for; an error in the library");
        }
        link.carrier.send(link.ring.reserve(entry.length), issue, entry);
    }

    private Link link(final int sender, final int receiverIndex)
    {
        if (null == bySender[sender])
        {
            bySender[sender] = new Link[ownHosts.length];
        }
        Link link = bySender[sender][receiverIndex];
        if (null == link)
        {
            final int receiver = ownHosts[receiverIndex];
            final FrameRing ring =
                transport.newRing(sender, receiver, size, doorbell, receivers[receiver].doorbell());
            link = new Link(sender, receiver, ring, transport.newCarrier(ring, receiver));
            receivers[receiver].connect(ring);
            bySender[sender][receiverIndex] = link;
            links.add(link);
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

    /**
     * Looks what was executed and given back. Results of what is seen here are on their rings: nothing of it is told
     * before {@link #sendCredits}, in front of which they are sent.
     */
    public void look()
    {
        mayTell = false;
        for (int i = 0; i < links.size(); i++)
        {
            links.get(i).look();
        }
    }

    /**
     * Tells the other member what was seen in the last look, if no token has taken that along for some turns, or much
     * was given back.
     *
     * @return number of links, or 1 while it waits for a token.
     */
    public int sendCredits(final TrunkQueue queue)
    {
        mayTell = true;
        boolean isDue = false;
        boolean isUrgent = false;
        for (int i = 0; i < links.size(); i++)
        {
            final Link link = links.get(i);
            isDue |= link.isDue();
            isUrgent |= link.isUrgent();
        }
        if (!isDue)
        {
            patience = PATIENCE;
            return 0;
        }
        if (!isUrgent && --patience > 0)
        {
            return 1;
        }
        if (!isUrgent && tokenRequest.getAsBoolean())
        {
            // The other member has not asked for a promise, and may need one: two in one record.
            patience = PATIENCE;
            return 1;
        }
        ensureCredits(links.size());
        final int count = putCredits(credits, TrunkRecord.SECOND);
        credits.putInt(TrunkRecord.TYPE, TrunkRecord.CREDITS);
        credits.putInt(TrunkRecord.FIRST, count);
        queue.send(credits, TrunkRecord.SECOND + count * TrunkRecord.CREDIT_LENGTH, null, 0, 0);
        return count;
    }

    /**
     * Puts what was seen in the last look, and is not told, into a record that is sent next.
     *
     * @param record that takes it along.
     * @param index  in bytes, where it begins.
     * @return number of links: as many as there is room for, each {@link TrunkRecord#CREDIT_LENGTH} long.
     */
    public int putCredits(final OffHeapBuffer record, final int index)
    {
        if (!mayTell)
        {
            return 0;
        }
        final int room = (record.capacity() - index) / TrunkRecord.CREDIT_LENGTH;
        int count = 0;
        for (int i = 0; i < links.size(); i++)
        {
            // From where the last one has stopped: each link has its turn.
            final int at = (nextLink + i) % links.size();
            final Link link = links.get(at);
            if (link.isNew())
            {
                if (count == room)
                {
                    nextLink = at;
                    return count;
                }
                put(record, index + count * TrunkRecord.CREDIT_LENGTH, link);
                count++;
            }
        }
        patience = PATIENCE;
        return count;
    }

    private static void put(final OffHeapBuffer record, final int at, final Link link)
    {
        link.toldExecuted = link.executed;
        link.toldConsumed = link.consumed;
        record.putInt(at, link.sender);
        record.putInt(at + Integer.BYTES, link.receiver);
        record.putLong(at + Long.BYTES, link.executed);
        record.putLong(at + 2 * Long.BYTES, link.consumed);
    }

    private void ensureCredits(final int count)
    {
        final int length = TrunkRecord.SECOND + count * TrunkRecord.CREDIT_LENGTH;
        if (length > credits.capacity())
        {
            credits = OffHeapBuffer.allocate(2L * length);
        }
    }

    /**
     * Hands the credits of a record to their links.
     *
     * @param record begins with how many there are, see {@link TrunkRecord}.
     * @param offset of the record.
     * @param first  index of the first credit.
     * @param links  of all hosts.
     */
    public static void onCredits(
        final OffHeapBuffer record, final int offset, final int first, final OutboundLinks[] links)
    {
        final int count = record.getInt(offset + TrunkRecord.FIRST);
        for (int i = 0; i < count; i++)
        {
            final int at = first + i * TrunkRecord.CREDIT_LENGTH;
            // It is there: frames have gone over it.
            final FrameRing link = links[record.getInt(at)].to(record.getInt(at + Integer.BYTES));
            ((RemoteLink)link).credit(record.getLong(at + Long.BYTES), record.getLong(at + 2 * Long.BYTES));
        }
    }

    @Override
    public String toString()
    {
        return "InboundFrames{from=" + name + ", position=" + position + '}';
    }
}
