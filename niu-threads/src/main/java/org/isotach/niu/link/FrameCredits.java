/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;

/**
 * What goes back to another member for its frames: how far they are executed and given back. It owns the rule that the
 * other member learns that only behind the results (docs/protocol.md, section 19). Belongs to the owner of the trunks.
 */
public final class FrameCredits
{
    // Turns in which credits wait for a token that takes them along: about as long as another member needs for its next
    // frame.
    private static final int PATIENCE = 32;

    // Of one record, if it fits into the trunk: the others have their turn in the next one.
    private static final int MAX_LINKS = 1024;

    private final BooleanSupplier tokenRequest;
    private final List<LinkFromMember> links = new ArrayList<>();
    private OffHeapBuffer own = OffHeapBuffer.allocate(TrunkRecord.SHORT_LENGTH);

    // The first link that a record had no room for: the next one begins there.
    private int nextLink;

    // Results of what was seen in the last look are on the trunk.
    private boolean mayTell;
    private int patience = PATIENCE;

    /**
     * @param tokenRequest has the next token promise as much as the other member has; false if it was wanted before.
     */
    FrameCredits(final BooleanSupplier tokenRequest)
    {
        this.tokenRequest = tokenRequest;
    }

    void add(final LinkFromMember link)
    {
        links.add(link);
    }

    /**
     * Looks what was executed and given back. Results of what is seen here are on their rings: nothing of it is told
     * before {@link #send}, in front of which they are sent.
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
    public int send(final TrunkQueue queue)
    {
        mayTell = true;
        boolean isDue = false;
        boolean isUrgent = false;
        for (int i = 0; i < links.size(); i++)
        {
            final LinkFromMember link = links.get(i);
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
        final int maxLinks =
            Math.min(MAX_LINKS, (queue.maxRecordLength() - TrunkRecord.SECOND) / TrunkRecord.CREDIT_LENGTH);
        final int mostLinks = Math.min(links.size(), maxLinks);
        ensureRoom(mostLinks);
        // What is told counts as told: nothing can fail behind this.
        queue.prepare(TrunkQueue.keptLength(TrunkRecord.SECOND + mostLinks * TrunkRecord.CREDIT_LENGTH));
        final int count = put(own, TrunkRecord.SECOND, maxLinks);
        own.putInt(TrunkRecord.TYPE, TrunkRecord.CREDITS);
        own.putInt(TrunkRecord.FIRST, count);
        queue.send(own, TrunkRecord.SECOND + count * TrunkRecord.CREDIT_LENGTH, null, 0, 0);
        return count;
    }

    /**
     * Puts what was seen in the last look, and is not told, into a record that is sent next.
     *
     * @param record that takes it along.
     * @param index  in bytes, where it begins.
     * @return number of links: as many as there is room for, each {@link TrunkRecord#CREDIT_LENGTH} long.
     */
    public int put(final OffHeapBuffer record, final int index)
    {
        if (!mayTell)
        {
            return 0;
        }
        return put(record, index, (record.capacity() - index) / TrunkRecord.CREDIT_LENGTH);
    }

    private int put(final OffHeapBuffer record, final int index, final int room)
    {
        int count = 0;
        for (int i = 0; i < links.size(); i++)
        {
            // From where the last one has stopped: each link has its turn.
            final int at = (nextLink + i) % links.size();
            final LinkFromMember link = links.get(at);
            if (link.isNew())
            {
                if (count == room)
                {
                    nextLink = at;
                    return count;
                }
                link.tell(record, index + count * TrunkRecord.CREDIT_LENGTH);
                count++;
            }
        }
        patience = PATIENCE;
        return count;
    }

    private void ensureRoom(final int count)
    {
        if (TrunkRecord.SECOND + count * TrunkRecord.CREDIT_LENGTH > own.capacity())
        {
            own = OffHeapBuffer.allocate(
                TrunkRecord.SECOND + Math.min(2 * count, MAX_LINKS) * TrunkRecord.CREDIT_LENGTH);
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
        return "FrameCredits{mayTell=" + mayTell + ", links=" + links + '}';
    }
}
