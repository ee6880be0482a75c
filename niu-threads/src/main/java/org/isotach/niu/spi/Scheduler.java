/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.niu.Cluster;

/**
 * Works for the units of a cluster in place of the threads of the cluster, and decides who goes on when an application
 * thread has to wait. So a cluster can be run step by step, in an order that is known, see {@link Cluster#units()}.
 */
@FunctionalInterface
public interface Scheduler
{
    /**
     * Something has to be waited for: lets units, or other application threads, work. Called by the thread that waits,
     * outside of all units, again and again until what it waits for is there. What it throws ends the wait.
     *
     * @param what is waited for; its {@code toString()} tells.
     */
    void idle(Object what);
}
