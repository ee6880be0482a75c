/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.niu.status.Counters;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.trace.HostRecorder;
import org.isotach.niu.trace.TraceRecorder;
import org.isotach.niu.wait.WaitingCluster;

/**
 * A cluster as its hosts, and the threads that wait at them, know it.
 */
interface HostCluster extends WaitingCluster
{
    /**
     * The settings.
     */
    ClusterContext context();

    /**
     * What tells the error handler, and knows who is inside a handler.
     */
    Handlers handlers();

    /**
     * What the hosts count.
     */
    Counters counters();

    /**
     * What records the events of the cluster, null for nothing.
     */
    TraceRecorder recorder();

    /**
     * What records the events of a host, null for nothing.
     */
    default HostRecorder recorder(final int host)
    {
        return null == recorder() ? null : recorder().host(host);
    }

    /**
     * Flushes what hosts hold back, on the calling thread.
     *
     * @return how much was done.
     */
    int flush();

    /**
     * Wakes all threads that are parked.
     */
    void wakeAll();

    /**
     * Have the applications of all hosts ended?
     */
    boolean areHostsClosed();

    /**
     * A thread is inside a handler of a host that is being expelled, and may never return.
     */
    void abandon(Thread thread);

    /**
     * Refuses to expel a host.
     *
     * @throws org.isotach.ClusterClosedException when the cluster is closed, or all hosts have been shut down.
     */
    void checkOpenForExpulsion(int host);
}
