/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.ClusterClosedException;
import org.isotach.niu.thread.WaitingThreads;

/**
 * The host at which a thread waits, as the thread knows it.
 */
public interface WaitingPlace
{
    /**
     * Number of the host.
     */
    int id();

    /**
     * Refuses a call that comes from inside a handler.
     */
    void checkNotInHandler(String call);

    /**
     * Works for the host, on the calling thread.
     *
     * @return how much was done.
     */
    int work();

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    int workQuietly();

    /**
     * The units with an owner at this moment: bit i for unit i.
     */
    int ownedUnits();

    /**
     * Is there nothing left for whoever waits here?
     */
    boolean isOver();

    /**
     * For whoever waits when {@link #isOver()}.
     */
    ClusterClosedException closedWhileWaiting(Object what);

    /**
     * Has the host been expelled, or is that under way?
     */
    boolean isExpelled();

    /**
     * The threads that are parked here.
     */
    WaitingThreads waitingThreads();
}
