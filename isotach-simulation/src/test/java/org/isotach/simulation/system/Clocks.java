/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.Topology;
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
        boolean isNew = false;
        for (int host = 0; host < before.length; host++)
        {
            final long time = cluster.host(host).logicalTime();
            if (time < before[host])
            {
                return "time of host " + host + " went from " + before[host] + " back to " + time;
            }
            isNew |= time != before[host];
            before[host] = time;
        }
        return isNew ? distanceViolation() : null;
    }

    private String distanceViolation()
    {
        final Topology topology = cluster.topology();
        for (int host = 1; host < before.length; host++)
        {
            for (int other = 0; other < host; other++)
            {
                if (Math.abs(before[host] - before[other]) >
                    topology.switchDistance(topology.switchOf(host), topology.switchOf(other)))
                {
                    return "time of host " + host + " is " + before[host] + ", that of host " + other + " is " +
                        before[other];
                }
            }
        }
        return null;
    }
}
