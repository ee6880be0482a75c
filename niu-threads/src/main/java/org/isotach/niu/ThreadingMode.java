/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * The threads that work for the units of a cluster. The results are the same in all modes.
 */
public enum ThreadingMode
{
    /**
     * A thread for every unit: each host is a thread group of LANai, switch interface unit and executor, and each token
     * manager has one more. For machines with many cores.
     */
    DEDICATED,

    /**
     * One thread per host. A host that needs a pulse to end runs the token managers.
     */
    HOST,

    /**
     * One thread for the whole cluster. For few cores, and for clusters that work in the background.
     */
    SHARED,

    /**
     * No thread. The calls of the application do the work: {@link Host#poll()}, and every call that issues, fails or
     * waits. A call that waits works for its own host first and, if that does not help, for all hosts of the cluster;
     * so do calls that fail {@link FailurePoll#FAILURES_PER_ROUND} times. Lowest latency. For applications with loops
     * of their own, and for tests that control every step.
     */
    INVOKER;

    /**
     * Returns the default mode: enough threads for the cores, and no more.
     *
     * @param cores    number of cores of the machine.
     * @param hosts    number of hosts of the cluster.
     * @param switches number of switches of the cluster.
     * @return {@link #DEDICATED} if every unit and one application thread per host could have a core each,
     * {@link #HOST} if every host and one application thread per host could, else {@link #SHARED}.
     */
    public static ThreadingMode forCores(final int cores, final int hosts, final int switches)
    {
        if (cores >= 4 * hosts + switches)
        {
            return DEDICATED;
        }
        return cores >= 2 * hosts ? HOST : SHARED;
    }
}
