/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.SharedMemory;

/**
 * A cluster with shared memory and one application per host, for a number of executions of a test, called rounds.
 * <p>
 * Rings are as small as can be, so that they wrap, and so that senders run out of credit. Nobody closes the cluster:
 * in {@link ThreadingMode#INVOKER} it has no threads, and memory is all that it holds.
 */
final class Network
{
    private static final int VARIABLES = 4;

    private final Layout layout;
    private final int rounds;
    private final Application[] applications;
    private int nextRound;

    Network(final int hosts, final Layout layout, final int rounds)
    {
        this.layout = layout;
        this.rounds = rounds;
        final Cluster cluster = Cluster.launch(new ClusterContext()
            .hosts(hosts)
            .threadingMode(ThreadingMode.INVOKER)
            .sendRingSize(2)
            .linkRingSize(2)
            .readCap(4)
            .maxIsochronLength(128)
            .slabLength(384));
        final PageMap pageMap = layout.pageMap(hosts, VARIABLES, rounds);
        final SharedMemory memory = SharedMemory.on(cluster, pageMap);
        applications = new Application[hosts];
        for (int host = 0; host < hosts; host++)
        {
            applications[host] = new Application(memory, cluster.host(host));
        }
    }

    boolean isFor(final int hosts, final Layout variables)
    {
        return applications.length == hosts && layout == variables;
    }

    boolean hasRoundLeft()
    {
        return nextRound < rounds;
    }

    /**
     * Begins a round.
     *
     * @return index, in each page, of the variables that belong to the round.
     */
    int begin()
    {
        return nextRound++;
    }

    int address(final int variable, final int round)
    {
        return variable * rounds + round;
    }

    Application application(final int host)
    {
        return applications[host];
    }
}
