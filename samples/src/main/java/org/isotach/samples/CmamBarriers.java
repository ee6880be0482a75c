/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.CmamMemory;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;

/**
 * Measures the barrier of CMAM among any number of hosts, with a thread for each of them.
 */
final class CmamBarriers
{
    private static final int ROUNDS = 2;

    private final int hosts;
    private final int count;
    private final Violations violations;
    private final Progress progress;

    /**
     * @param calls number of barriers of two hosts; with more hosts there are fewer of them.
     */
    CmamBarriers(final int hosts, final int calls, final Violations violations, final Progress progress)
    {
        this.hosts = hosts;
        this.violations = violations;
        this.progress = progress;
        count = (int)Math.max(1, 2L * calls / hosts);
    }

    /**
     * Measures, behind a round for the compilers, in which it is checked that nobody leaves a barrier too early.
     */
    void measure(final ModeOption mode, final CmamColumn here)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            final Gang gang = FuniSupervisor.on(cluster).open(new GangContext());
            final CmamMemory[] members = new CmamMemory[hosts];
            for (int node = 0; node < hosts; node++)
            {
                members[node] = new CmamNode(gang.queuePair(node), violations).shared();
            }
            final AtomicIntegerArray come = new AtomicIntegerArray(hosts);
            HostThreads.run(cluster, host ->
            {
                final CmamMemory member = members[host.id()];
                for (int i = 1; i <= count; i++)
                {
                    come.set(host.id(), i);
                    member.barrier();
                    check(come.get((host.id() + 1) % hosts), i);
                }
                final long startNs = System.nanoTime();
                for (int i = 0; i < count; i++)
                {
                    member.barrier();
                }
                if (0 == host.id())
                {
                    here.set(CmamOperation.BARRIER, (System.nanoTime() - startNs) / 1e3 / count);
                    progress.step();
                }
            });
        }
    }

    private void check(final int come, final int barrier)
    {
        if (come < barrier)
        {
            violations.add("a host has left barrier " + barrier + " before another one had come");
        }
    }

    /**
     * Returns how many barriers there were.
     */
    long barriers()
    {
        return (long)ROUNDS * count;
    }
}
