/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.Padded;

/**
 * What a queue pair has of the packets that have come to its member. Belongs to the thread of the receiver.
 */
abstract class ReceivingEnd extends Padded
{
    private static final Priority[] PRIORITIES = Priority.values();
    private static final int OUTSIDE = -1;

    // Ordinal of the priority: a reference takes longer to store.
    private int inside = OUTSIDE;

    /**
     * Returns the priority of the packet whose handler runs, null outside of handlers.
     */
    final Priority inside()
    {
        return OUTSIDE == inside ? null : PRIORITIES[inside];
    }

    /**
     * Hands a packet to its handler; its view ends when the handler does.
     */
    final void handle(
        final Priority priority, final int type, final int node, final PacketView view, final PacketHandler handler)
    {
        final int outer = inside;
        inside = priority.ordinal();
        try
        {
            handler.onPacket(priority, type, node, view);
        }
        finally
        {
            inside = outer;
            view.end();
        }
    }

    /**
     * Takes packets: replies first.
     *
     * @return how many were taken.
     */
    abstract int poll(int limit, PacketHandler handler);

    /**
     * Takes one packet of one priority.
     */
    abstract boolean tryTake(Priority priority, PacketHandler handler);

    /**
     * Returns how many packets were dropped.
     */
    abstract long dropped();

    /**
     * Works for what is between the members, if nobody else does.
     *
     * @param isPacketOpen true while a slot is being written, which has to stay where it is.
     * @return true if something may have arrived.
     */
    abstract boolean serve(boolean isPacketOpen);
}
