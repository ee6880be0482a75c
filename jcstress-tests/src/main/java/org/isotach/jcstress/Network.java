/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.SharedMemory;

/**
 * A cluster with shared memory and one application per host, for a number of executions of a test, called rounds.
 * <p>
 * Rings are as small as can be, so that they wrap, and so that senders run out of credit.
 */
final class Network
{
    private static final int VARIABLES = 4;

    private static Network last;

    private final Layout layout;
    private final Cluster cluster;
    private final SharedMemory memory;
    private final Application[] applications;
    private final Application[] observers;
    private int nextRound;

    private Network(final int hosts, final Layout layout)
    {
        this.layout = layout;
        cluster = Clusters.launch(this, new ClusterContext()
            .hosts(hosts)
            .sendRingSize(2)
            .linkRingSize(2)
            .readCap(4)
            .maxIsochronLength(128)
            .slabLength(384));
        memory = SharedMemory.on(cluster, layout.pageMap(hosts, VARIABLES, Clusters.ROUNDS));
        applications = new Application[hosts];
        observers = new Application[hosts];
        for (int host = 0; host < hosts; host++)
        {
            applications[host] = new Application(memory, cluster.host(host));
        }
    }

    /**
     * A network with a round left.
     */
    static Network get(final int hosts, final Layout layout)
    {
        if (null == last || Clusters.ROUNDS == last.nextRound || last.applications.length != hosts ||
            last.layout != layout)
        {
            last = new Network(hosts, layout);
        }
        return last;
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
        return variable * Clusters.ROUNDS + round;
    }

    Application application(final int host)
    {
        return applications[host];
    }

    /**
     * Reads a variable at a host behind all that was seen to be executed before, for any thread.
     */
    synchronized long readFresh(final int host, final int address)
    {
        if (null == observers[host])
        {
            observers[host] = new Application(memory, cluster.host(host));
        }
        return observers[host].beginFresh().read(address, 0).issue().await(0);
    }
}
