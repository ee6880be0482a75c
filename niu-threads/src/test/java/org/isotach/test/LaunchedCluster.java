/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

/**
 * A cluster for tests, with an isochron per host. Errors that the cluster reports fail the test when it is closed,
 * unless the test has taken them. The tests of a model add its ports.
 */
public abstract class LaunchedCluster implements AutoCloseable
{
    private final Cluster cluster;
    private final List<Isochron> isochrons;
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    /**
     * Launches.
     *
     * @param context of the cluster, whose error handler is replaced.
     */
    protected LaunchedCluster(final ClusterContext context)
    {
        cluster = Cluster.launch(context.errorHandler(errors::add));
        isochrons = IntStream.range(0, cluster.hostCount()).mapToObj(host -> cluster.host(host).isochron()).toList();
    }

    /**
     * What was launched.
     *
     * @return the cluster.
     */
    public final Cluster cluster()
    {
        return cluster;
    }

    /**
     * Number of hosts.
     *
     * @return the number.
     */
    public final int hostCount()
    {
        return isochrons.size();
    }

    /**
     * A host of the cluster.
     *
     * @param id of the host.
     * @return the host.
     */
    public final Host host(final int id)
    {
        return cluster.host(id);
    }

    /**
     * The isochron of a host; always the same.
     *
     * @param host its ID.
     * @return the isochron.
     */
    public final Isochron isochron(final int host)
    {
        return isochrons.get(host);
    }

    /**
     * The errors that the cluster has reported.
     *
     * @return a list that a test may clear.
     */
    public final List<Throwable> errors()
    {
        return errors;
    }

    /**
     * In {@link ThreadingMode#INVOKER}: works until there is nothing left to do.
     *
     * @param cluster whose hosts are polled.
     */
    public static void pollUntilIdle(final Cluster cluster)
    {
        int work = 1;
        while (work > 0)
        {
            work = 0;
            for (int host = 0; host < cluster.hostCount(); host++)
            {
                work += cluster.host(host).poll();
            }
        }
    }

    @Override
    public final void close()
    {
        cluster.close();
        if (!errors.isEmpty())
        {
            throw new AssertionError("the cluster reported errors", errors.get(0));
        }
    }
}
