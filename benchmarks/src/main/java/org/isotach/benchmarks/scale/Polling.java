/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import org.isotach.niu.Cluster;

/**
 * Works for all hosts of a cluster in mode INVOKER, on the calling thread.
 */
final class Polling
{
    private Polling()
    {
    }

    /**
     * Polls every host once.
     *
     * @param cluster of the hosts.
     * @return amount of work, 0 if there was none.
     */
    static int pollAll(final Cluster cluster)
    {
        int work = 0;
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            work += cluster.host(host).poll();
        }
        return work;
    }

    /**
     * Polls until everything has been executed, while no thread issues.
     *
     * @param cluster of the hosts.
     */
    static void drain(final Cluster cluster)
    {
        while (pollAll(cluster) > 0)
        {
            Thread.onSpinWait();
        }
    }
}
