/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.IntSupplier;

import org.isotach.niu.Waiter;
import org.isotach.niu.link.PacketLink;

/**
 * What the parts of a network interface need to know about the host that they work for: {@link HostStation} for
 * programs, {@link PathStation} for the frames of the isotach network. Threadsafe.
 */
interface Station
{
    int id();

    /**
     * Returns number and name of a host of the network, for messages.
     */
    String describe(int host);

    /**
     * Returns the number of hosts of the network.
     */
    int hostCount();

    boolean isParanoid();

    /**
     * Returns whether channels refuse the calls of a thread while another one is inside one.
     */
    boolean isConfined();

    /**
     * Returns whether packets may be lost.
     */
    boolean hasFaults();

    boolean isExpelled();

    /**
     * Returns whether threads that wait at the host have nothing left to wait for.
     */
    boolean isOver();

    /**
     * Refuses a call from inside a handler.
     */
    void checkNotInHandler(String what);

    /**
     * Refuses the call if nothing is sent and received here any more: the host was expelled, or {@link #isOver}. A host
     * whose application issues no more isochrons goes on.
     */
    void checkOpen();

    /**
     * Creates a link for packets from here.
     */
    PacketLink newPacketLink(int target, int capacity);

    /**
     * Works for the host, where threads that call have to do that.
     */
    void poll();

    /**
     * Returns the poll at the end of a call that could not do its work.
     */
    IntSupplier failurePoll(int failuresPerPoll);

    /**
     * Returns a new waiter, null if no thread ever waits here.
     */
    Waiter newWaiter();

    /**
     * Returns how long a call may wait, in nanoseconds.
     */
    long timeoutNs();

    /**
     * Returns whether a scheduler decides about every step.
     */
    boolean hasScheduler();
}
