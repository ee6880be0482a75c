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
}
