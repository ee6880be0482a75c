/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.SlotReader;

/**
 * The receiving end of the rings from one member of a gang, for one priority. Belongs to the thread of the receiver.
 */
final class Inbound extends Padded
{
    private final int node;
    private final long senderTag;
    private final Wakers sender;
    private LinkRing link;
    private SlotReader reader;
    private boolean hasTaken;

    /**
     * @param node      of the sender.
     * @param senderTag of the sender when it made the ring.
     * @param sender    woken when there is room.
     * @param link      the first ring.
     */
    Inbound(final int node, final long senderTag, final Wakers sender, final LinkRing link)
    {
        this.node = node;
        this.senderTag = senderTag;
        this.sender = sender;
        this.link = link;
        link.reach();
        reader = link.ring().reader();
    }

    int node()
    {
        return node;
    }

    long senderTag()
    {
        return senderTag;
    }

    /**
     * Moves to the next slot, and gives the one before back.
     */
    boolean next()
    {
        if (reader.next())
        {
            hasTaken = true;
            return true;
        }
        return hasNextRing();
    }

    private boolean hasNextRing()
    {
        LinkRing next = link.next();
        if (null == next)
        {
            return false;
        }
        // The last packets of this ring may have come between the look at it and the look at its successor.
        while (null != next && reader.isEmpty())
        {
            link = next;
            reader = next.ring().reader();
            next.reach();
            next = next.next();
        }
        if (reader.next())
        {
            hasTaken = true;
            return true;
        }
        return false;
    }

    /**
     * Gives the current slot back, and tells the sender that there is room.
     */
    void release()
    {
        reader.release();
        if (hasTaken)
        {
            hasTaken = false;
            sender.wake();
        }
    }

    OffHeapBuffer buffer()
    {
        return reader.buffer();
    }

    int offset()
    {
        return reader.offset();
    }
}
