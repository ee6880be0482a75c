/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.lang.ref.Cleaner;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

/**
 * The clusters of the tests, all in one threading mode, which the run sets for the forked JVM.
 * <p>
 * In {@link ThreadingMode#INVOKER} a cluster holds only memory. In the other modes it has threads, which must be ended.
 * No test knows which execution is the last one in a cluster, so the garbage collector decides: a cluster is closed
 * when its network is no longer reachable.
 */
final class Clusters
{
    static final String MODE_PROPERTY = "isotach.jcstress.mode";
    static final ThreadingMode MODE =
        ThreadingMode.valueOf(System.getProperty(MODE_PROPERTY, ThreadingMode.INVOKER.name()));

    /**
     * Number of executions that share a cluster; a power of two. It is small, so that many begin with links and tokens
     * that have not been used yet, unless there are threads to be started and ended.
     */
    static final int ROUNDS = ThreadingMode.INVOKER == MODE ? 64 : 1 << 14;

    private static final Cleaner CLEANER = Cleaner.create();

    private Clusters()
    {
    }

    /**
     * Launches a cluster, and closes it after the end of its network.
     *
     * @param network to which the cluster does not refer.
     * @param context all settings but the threading mode.
     */
    static Cluster launch(final Object network, final ClusterContext context)
    {
        final Cluster cluster = Cluster.launch(context.threadingMode(MODE));
        if (ThreadingMode.INVOKER != MODE)
        {
            CLEANER.register(network, cluster::close);
        }
        return cluster;
    }
}
