/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * Who works for the units of a cluster. What the cluster does is the same in all modes.
 */
public enum ThreadingMode
{
    /**
     * A thread for every unit: each host is a thread group of LANai, switch interface unit and executor; one more for
     * each token manager. For machines with many cores.
     */
    DEDICATED,

    /**
     * One thread per host; the token managers are served by whichever of them needs a pulse to end.
     */
    HOST,

    /**
     * One thread for the whole cluster. For few cores, and for clusters that work in the background.
     */
    SHARED,

    /**
     * No thread: {@link Host#poll()}, and every call that issues, tries in vain or waits, does the work. A call that
     * waits works for its own host first and, when that does not help, for all hosts of the cluster; so do calls that
     * fail, {@link FailurePoll#FAILURES_PER_ROUND} of them. Lowest latency; for applications that have loops of their
     * own, and for tests that want to decide about every step.
     */
    INVOKER;

    /**
     * The mode that a cluster has when none is asked for: enough threads for the cores, and no more.
     *
     * @param cores    of the machine.
     * @param hosts    of the cluster.
     * @param switches of the cluster.
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
