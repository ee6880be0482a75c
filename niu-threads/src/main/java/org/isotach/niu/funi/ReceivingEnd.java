/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * What a queue pair has of the packets that have come to its member. Belongs to the thread of the receiver.
 */
interface ReceivingEnd
{
    /**
     * Returns the priority of the packet whose handler runs, null outside of handlers.
     */
    Priority inside();

    /**
     * Takes packets: replies first.
     *
     * @return how many were taken.
     */
    int poll(int limit, PacketHandler handler);

    /**
     * Takes one packet of one priority.
     */
    boolean tryTake(Priority priority, PacketHandler handler);

    /**
     * Returns how many packets were dropped.
     */
    long dropped();

    /**
     * Works for what is between the members, if nobody else does.
     *
     * @return true if something may have arrived.
     */
    boolean serve();
}
