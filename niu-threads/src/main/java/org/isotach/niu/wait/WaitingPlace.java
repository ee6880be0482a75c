/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.ClusterClosedException;
import org.isotach.niu.thread.WaitingThreads;

/**
 * The host at which a thread waits, as the thread sees it.
 */
public interface WaitingPlace
{
    /**
     * Returns the number of the host.
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
     * Does the part of {@link #work()} that touches nothing that other hosts are working on.
     */
    int workQuietly();

    /**
     * Returns the units with an owner at this moment: bit i for unit i.
     */
    int ownedUnits();

    /**
     * Returns whether threads that wait here have nothing left to wait for.
     */
    boolean isOver();

    /**
     * Returns the exception for a thread that waits while {@link #isOver()}.
     */
    ClusterClosedException closedWhileWaiting(Object what);

    /**
     * Returns whether the host has been expelled, or is being expelled.
     */
    boolean isExpelled();

    /**
     * Returns the threads that are parked here.
     */
    WaitingThreads waitingThreads();
}
