/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;

/**
 * A Myrinet on a cluster: each host gets a network interface and a pool of buffers, which change their owner when they
 * are sent (D. Panariti's control program and interface for Myrinet). It works beside the isotach network and outside
 * logical time: use it for large payloads, and for pipelines of stages. A cluster may have several networks, which know
 * nothing of each other.
 * <p>
 * When the cluster is closed, or a host is expelled, every thread that waits is told, and buffers that were on their
 * way, or with that host, return to their pools as soon as their hosts look for them ({@link Nic#reapSent}). A host
 * whose application has said that it issues no more isochrons ({@link org.isotach.niu.Host#close}) goes on here.
 * <p>
 * All methods are threadsafe.
 */
public final class Network extends Padded implements AutoCloseable
{
    private final Cluster cluster;
    private final MyrinetContext context;
    private final Wiring wiring;
    private final Nic[] nics;
    private final SharedUnit[] units;

    private Network(final Cluster cluster, final MyrinetContext context)
    {
        this.cluster = cluster;
        this.context = context;
        final Station[] stations = new Station[cluster.hostCount()];
        Arrays.setAll(stations, id -> new HostStation(cluster.host(id)));
        wiring = new Wiring(stations, context);
        nics = new Nic[stations.length];
        Arrays.setAll(nics, id -> new Nic(cluster.host(id), wiring));
        units = new SharedUnit[stations.length];
        Arrays.setAll(units, id -> new SharedUnit());
    }

    /**
     * Makes a network with default settings.
     *
     * @param cluster the cluster.
     * @return the network.
     */
    public static Network on(final Cluster cluster)
    {
        return on(cluster, new MyrinetContext());
    }

    /**
     * Makes a network.
     *
     * @param cluster the cluster.
     * @param context the settings; later changes have no effect on this network.
     * @return the network.
     * @throws IllegalArgumentException when the settings contradict each other.
     * @throws IllegalStateException    when the cluster has other members.
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached.
     */
    public static Network on(final Cluster cluster, final MyrinetContext context)
    {
        cluster.host(0).models().checkNoMembers("Network");
        return new Network(cluster, context.checkedCopy());
    }

    /**
     * Returns the network interface of a host.
     *
     * @param host number of the host.
     * @return always the same object.
     * @throws IllegalArgumentException when there is no such host.
     */
    public Nic nic(final int host)
    {
        if (host < 0 || host >= nics.length)
        {
            throw new IllegalArgumentException("host: " + host + " (expected: 0.." + (nics.length - 1) + ')');
        }
        return nics[host];
    }

    /**
     * Returns what all programs share of the unit of a host, see {@link MyriUnit}.
     */
    SharedUnit unit(final int host)
    {
        return units[host];
    }

    /**
     * Returns the number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return nics.length;
    }

    /**
     * Returns the settings.
     *
     * @return a copy of them.
     */
    public MyrinetContext context()
    {
        return context.checkedCopy();
    }

    /**
     * Returns the number of a route.
     *
     * @param source      number of the host that sends.
     * @param destination number of the host that receives; may be the same one.
     * @return the number of a route of the source, which is added if there is none.
     * @throws IllegalArgumentException when there is no such host.
     */
    public int route(final int source, final int destination)
    {
        nic(destination);
        return nic(source).routes().to(destination);
    }

    /**
     * Adds the routes of a file, by the names of the hosts in the topology of the cluster. Lines of other hosts are
     * skipped.
     *
     * @param file the file.
     * @return the number of routes that were added.
     */
    public int add(final RouteFile file)
    {
        int added = 0;
        for (final RouteFile.Line line : file.lines())
        {
            final int source = id(line.source());
            final int destination = id(line.destination());
            if (source >= 0 && destination >= 0)
            {
                nics[source].routes().addTo(line.route(), destination);
                added++;
            }
        }
        return added;
    }

    private int id(final String name)
    {
        for (int id = 0; id < nics.length; id++)
        {
            if (cluster.host(id).name().equals(name))
            {
                return id;
            }
        }
        return Routes.NOWHERE;
    }

    /**
     * Closes all channels. What was on its way returns to the pools.
     */
    @Override
    public void close()
    {
        for (int id = 0; id < nics.length; id++)
        {
            wiring.channels(id).closeAll();
        }
        for (final Nic nic : nics)
        {
            nic.reapSent();
        }
    }

    @Override
    public String toString()
    {
        return "Network{hosts=" + nics.length + ", " + context + '}';
    }
}
