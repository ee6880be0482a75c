/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.niu.Cluster;

/**
 * Works for the units of a cluster in place of the threads of the cluster, and decides which unit or thread goes on
 * when an application thread has to wait. So a cluster can run step by step, in a known order, see {@link
 * Cluster#units()}.
 */
@FunctionalInterface
public interface Scheduler
{
    /**
     * Lets units, or other application threads, work while the calling thread waits. Called by the waiting thread,
     * outside of all units, again and again until the condition of the wait is true. An exception of this method ends
     * the wait.
     *
     * @param what names what the thread waits for, by its {@code toString()}.
     */
    void idle(Object what);

    /**
     * Returns the time that the time limits of the cluster count. Called by any thread that waits, or looks how long
     * others have waited.
     *
     * @return the time in nanoseconds, by a clock of its own or, unless it is overridden, {@link System#nanoTime}; it
     *         never goes back.
     */
    default long nanoTime()
    {
        return System.nanoTime();
    }

    /**
     * Says that a time limit ends after some time, unless what is waited for comes before. Called by the thread that
     * begins to wait. A scheduler with a clock of its own may let its time leap there when nothing else is left to do;
     * by default nothing happens.
     *
     * @param ns at least 0, in nanoseconds from now by {@link #nanoTime}.
     */
    default void expect(final long ns)
    {
        // The time of the machine passes by itself.
    }
}
