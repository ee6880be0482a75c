/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.niu.Cluster;
import org.isotach.simulation.Invariant;

/**
 * INV-8: logical time never goes back, and the times of two switches are never farther apart than their distance.
 */
final class Clocks implements Invariant
{
    private final Cluster cluster;
    private final long[] before;

    Clocks(final Cluster cluster)
    {
        this.cluster = cluster;
        before = new long[cluster.hostCount()];
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < before.length; host++)
        {
            final long time = cluster.host(host).logicalTime();
            if (time < before[host])
            {
                return "time of host " + host + " went from " + before[host] + " back to " + time;
            }
            before[host] = time;
            if (host > 0 &&
                Math.abs(time - before[host - 1]) > cluster.topology().switchDistance(
                cluster.topology().switchOf(host), cluster.topology().switchOf(host - 1)))
            {
                return "time of host " + host + " is " + time + ", that of host " + (host - 1) + " is " +
                    before[host - 1];
            }
        }
        return null;
    }
}
