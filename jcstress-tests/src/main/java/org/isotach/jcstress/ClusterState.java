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
 * nobody has used yet.
 */
abstract class ClusterState
{
    private static final int ROUNDS = 64;
    private static final ThreadLocal<Network> NETWORK = new ThreadLocal<>();

    final int x;
    final int y;
    final int z;
    final int u;

    private final Network network;

    /**
     * A state that shares its cluster.
     */
    ClusterState(final int hosts, final Layout layout)
    {
        this(network(hosts, layout));
    }

    /**
     * A state in a given network. A test with an arbiter needs a network of its own for every execution, because
     * arbiters of different executions run at the same time.
     */
    ClusterState(final Network network)
    {
        this.network = network;
        final int round = network.begin();
        x = network.address(0, round);
        y = network.address(1, round);
        z = network.address(2, round);
        u = network.address(3, round);
    }

    final Application host(final int id)
    {
        return network.application(id);
    }

    private static Network network(final int hosts, final Layout layout)
    {
        final Network last = NETWORK.get();
        if (null != last && last.isFor(hosts, layout) && last.hasRoundLeft())
        {
            return last;
        }
        final Network next = new Network(hosts, layout, ROUNDS);
        NETWORK.set(next);
        return next;
    }
}
