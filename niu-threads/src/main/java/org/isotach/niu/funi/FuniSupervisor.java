/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.device.DeviceNetwork;

/**
 * Opens gangs on the hosts of a cluster (J. Hoe, FUNet). Members of a gang reach each other through their {@link
 * QueuePair queue pairs}, and nobody else: use gangs for components that need not trust each other, such as plug-ins
 * and tenants, in bounded memory. They are outside of logical time.
 * <pre>{@code
 * FuniSupervisor funi = FuniSupervisor.on(cluster);
 * Gang gang = funi.open(new GangContext().name("orders").hosts(0, 1));
 * QueuePair qp = gang.queuePair(0);                             // hand this out, keep the gang
 * PacketBuffer packet = qp.tryClaim(Priority.REQUEST, 1, 7, 4); // null: the queue is full
 * packet.putInt(0, 42);
 * qp.commit();
 * qp.flush();
 * }</pre>
 * Threadsafe.
 */
public final class FuniSupervisor
{
    /**
     * Most gangs that are open at a time. A group id has 11 bits; 0 belongs to the system.
     */
    public static final int MAX_GANGS = 2047;

    private final Cluster cluster;

    // Null for rings.
    private final DeviceNetwork network;
    private final AtomicLong incarnations = new AtomicLong();
    private final BitSet ids = new BitSet();

    private FuniSupervisor(final Cluster cluster, final DeviceNetwork network)
    {
        cluster.host(0).models().checkNoMembers("FuniSupervisor");
        this.cluster = cluster;
        this.network = network;
        ids.set(0);
    }

    /**
     * Makes a supervisor. A cluster may have several; each has gangs of its own.
     *
     * @param cluster the cluster.
     * @return the supervisor.
     * @throws IllegalStateException when the cluster has other members.
     */
    public static FuniSupervisor on(final Cluster cluster)
    {
        return new FuniSupervisor(cluster, null);
    }

    /**
     * Makes a supervisor of gangs whose packets go through devices, one on each host, which gangs have in turn. What
     * differs: there is no order among packets, not even of one member; all queues of a member have its slots together,
     * one for each priority; queues take more packets than they have slots, since devices hold some; and a host has one
     * member of a gang at most. Puts and gets go in packets of 64 bytes, and the device of the other member checks
     * their rights. While a packet is open they stand still, if they have its priority. A gang may fail, see {@link
     * Gang#isFailed()}.
     *
     * @param cluster the cluster.
     * @param network its devices.
     * @return the supervisor.
     */
    public static FuniSupervisor on(final Cluster cluster, final DeviceNetwork network)
    {
        return new FuniSupervisor(cluster, Objects.requireNonNull(network, "network"));
    }

    /**
     * Opens a gang.
     *
     * @param context its settings; later changes have no effect on it.
     * @return the gang.
     * @throws IllegalArgumentException          if there is no such host.
     * @throws IllegalStateException             if {@value #MAX_GANGS} gangs are open, through devices {@value
     *                                           DeviceNetwork#MAX_GANGS}.
     * @throws org.isotach.HostExpelledException if one of the hosts was expelled.
     * @throws OutOfMemoryError                  when the limit on direct memory of the JVM is reached.
     */
    public Gang open(final GangContext context)
    {
        final int[] hosts =
            null == context.hosts() ? IntStream.range(0, cluster.hostCount()).toArray() : context.hosts();
        for (final int host : hosts)
        {
            Gang.checkHost(cluster, host);
        }
        final int id = takeId();
        final String name = null == context.name() ? "gang-" + id : context.name();
        GangTransport transport = null;
        try
        {
            transport = transport(name, context.slots(), hosts);
            final GangState state = new GangState(id, name, hosts.length, context.slots(), context.pieceLength());
            return new Gang(
                cluster, state, transport, hosts, incarnations::incrementAndGet, () -> giveBack(id));
        }
        catch (final Throwable ex)
        {
            giveBack(id);
            if (null != transport)
            {
                transport.close();
            }
            throw ex;
        }
    }

    private GangTransport transport(final String name, final int slots, final int[] hosts)
    {
        return null == network ? new RingTransport() :
            new DeviceTransport(network.open(name, DeviceTransport.memory(slots), hosts));
    }

    private synchronized int takeId()
    {
        final int id = ids.nextClearBit(1);
        if (id > MAX_GANGS)
        {
            throw new IllegalStateException(MAX_GANGS + " gangs are open, and no group id is free: close a gang");
        }
        ids.set(id);
        return id;
    }

    private synchronized void giveBack(final int id)
    {
        ids.clear(id);
    }

    /**
     * Returns the number of gangs that are open.
     *
     * @return number of gangs.
     */
    public synchronized int gangs()
    {
        return ids.cardinality() - 1;
    }

    @Override
    public String toString()
    {
        return "FuniSupervisor{gangs=" + gangs() + '}';
    }
}
