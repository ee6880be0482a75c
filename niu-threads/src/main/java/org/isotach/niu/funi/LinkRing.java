/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.link.SlotRing;

/**
 * A ring from one member of a gang to another one, for one priority, and the ring that follows it when the gang was
 * resized. One slot always stays empty (Hoe, FUNet, section 3).
 */
final class LinkRing
{
    private final SlotRing ring;
    private volatile LinkRing next;
    private volatile boolean isReached;

    LinkRing(final int slots)
    {
        ring = new SlotRing(slots, PacketLayout.SLOT_LENGTH, 1);
    }

    SlotRing ring()
    {
        return ring;
    }

    /**
     * Nothing more is written to this ring.
     */
    void follow(final LinkRing link)
    {
        // Release: everything that was flushed to this ring. Partner: next().
        next = link;
    }

    LinkRing next()
    {
        // Acquire: what this ring has is all that it will ever have. Partner: follow().
        return next;
    }

    /**
     * The receiver has taken everything from the rings before this one.
     */
    void reach()
    {
        isReached = true;
    }

    /**
     * Until then no other ring may follow: at most two of them have packets.
     */
    boolean isReached()
    {
        return isReached;
    }
}
