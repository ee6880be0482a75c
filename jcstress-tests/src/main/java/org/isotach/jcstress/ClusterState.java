/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

/**
 * Base of the states: the applications of the hosts, and four variables that are 0 before an execution.
 * <p>
 * Making a cluster takes longer than running a test in it. So a number of executions share one, each with variables
 * of its own. That hides nothing: between two executions in one cluster there is no more synchronization than between
 * two isochrons in one program, and the first execution in every cluster still begins with links and tokens that
 * have not been used yet.
 */
abstract class ClusterState
{
    final int x;
    final int y;
    final int z;
    final int u;

    private final Network network;

    ClusterState(final int hosts, final Layout layout)
    {
        final int round;
        // One thread or several make states.
        synchronized (ClusterState.class)
        {
            network = Network.get(hosts, layout);
            round = network.begin();
        }
        x = network.address(0, round);
        y = network.address(1, round);
        z = network.address(2, round);
        u = network.address(3, round);
    }

    final Application host(final int id)
    {
        return network.application(id);
    }

    /**
     * Returns the value that a host finds in a variable behind everything that the actors have seen to be executed. For
     * arbiters; those of different executions may run at the same time.
     */
    final long atTheEnd(final int host, final int address)
    {
        return network.readFresh(host, address);
    }
}
