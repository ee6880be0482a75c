/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Waiter;
import org.isotach.niu.spi.Unit;

/**
 * Devices on the hosts of a cluster, one each, a network between them, and the system that lets gangs
 * have them in turn (J. Hoe, FUNet).
 * <pre>{@code
 * DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext());
 * DeviceGang gang = network.open("orders", 1 << 16, 0, 1);
 * DevicePort port = new DevicePort(gang.member(0), 16);
 * while (!port.tryOpen())
 * {
 *     gang.member(0).work();
 * }
 * port.trySend(false, 1, 7, 42);
 * }</pre>
 * In {@link ThreadingMode#INVOKER}, and under a scheduler of yours, threads of yours serve the devices: by {@link
 * #work()}, or all {@link #units()}. In the other modes the cluster does.
 * <p>
 * All methods are threadsafe.
 */
public final class DeviceNetwork
{
    /**
     * Most gangs that are open at a time: each has a context of the packet cache.
     */
    public static final int MAX_GANGS = PacketCache.CONTEXTS;

    private static final int GENERATIONS = 64;
    private static final int NO_GROUP = -1;

    // The scheduler switches a gang out that was closed in its next steps, unless nobody serves it.
    private static final int MAX_LOOKS = 1_000_000;
    private static final int STEPS = 3;

    private final Cluster cluster;
    private final FuniDevice[] devices;
    private final InputPort[] ports;
    private final Bells bells;
    private final GangScheduler scheduler;
    private final List<Unit> units = new ArrayList<>();
    private final boolean isInvoker;

    // By context.
    private final boolean[] isTaken = new boolean[PacketCache.CONTEXTS];
    private final int[] generations = new int[PacketCache.CONTEXTS];

    private DeviceNetwork(final Cluster cluster, final DeviceContext context)
    {
        this.cluster = cluster;
        final int hosts = cluster.hostCount();
        bells = new Bells(hosts);
        ports = new InputPort[hosts];
        Arrays.setAll(ports, host -> new InputPort(context.buffers(), 1 == context.priorities()));
        devices = new FuniDevice[hosts];
        // With one priority there may be deadlocks in the network, which is what that is for.
        final FuniDevice[] handedTo = 1 == context.priorities() ? new FuniDevice[0] : devices;
        Arrays.setAll(devices, host -> new FuniDevice(
            host, context.fifoLength(), ports, handedTo, bells, cluster.host(host).models()::report));
        scheduler = new GangScheduler(
            Arrays.stream(devices).map(FuniDevice::state).toArray(DeviceState[]::new),
            context.clockOr(cluster.context().scheduler()),
            context.sliceNs(),
            context.patience(),
            gang -> giveBack(gang.id()),
            cluster.host(0).models()::report);
        units.addAll(List.of(devices));
        units.add(scheduler);
        isInvoker = ThreadingMode.INVOKER == cluster.threadingMode() || null != cluster.context().scheduler();
        if (!isInvoker)
        {
            startThreads(servers(ThreadingMode.SHARED == cluster.threadingMode()));
        }
        cluster.models().addStallSource(report ->
        {
            for (final FuniDevice device : devices)
            {
                device.state().addStalls(report);
            }
        });
    }

    /**
     * Makes the devices. A cluster may have several such networks; each has gangs of its own, and ends with the
     * cluster, not before: make it once, and close its gangs.
     *
     * @param cluster the cluster.
     * @param context the settings, which are copied.
     * @return the network.
     * @throws IllegalStateException              if the cluster has other members.
     * @throws org.isotach.ClusterClosedException if the cluster was closed, and its threads would serve the devices.
     * @throws org.isotach.HostExpelledException  if a host is expelled meanwhile, and threads of the cluster would
     *                                            serve the devices: call it again.
     */
    public static DeviceNetwork on(final Cluster cluster, final DeviceContext context)
    {
        cluster.host(0).models().checkNoMembers("DeviceNetwork");
        return new DeviceNetwork(cluster, context.copy());
    }

    /**
     * Returns whose threads serve the devices, by host. Those of hosts that were expelled have no thread of their own.
     */
    private int[] servers(final boolean isShared)
    {
        final int first = IntStream.range(0, devices.length)
            .filter(host -> !cluster.host(host).isExpelled()).findFirst().orElse(0);
        return IntStream.range(0, devices.length)
            .map(host -> isShared || cluster.host(host).isExpelled() ? first : host).toArray();
    }

    private void startThreads(final int[] servers)
    {
        final List<DeviceServer> started = new ArrayList<>();
        try
        {
            for (final int host : Arrays.stream(servers).distinct().toArray())
            {
                started.add(startThread(host, servers));
            }
        }
        catch (final Throwable ex)
        {
            started.forEach(DeviceServer::stop);
            throw ex;
        }
    }

    private DeviceServer startThread(final int host, final int[] servers)
    {
        final List<Unit> served = new ArrayList<>();
        final Waiter waiter = cluster.host(host).waiter();
        if (servers[0] == host)
        {
            // Whoever has changed a gang rings at host 0.
            served.add(scheduler);
        }
        for (int other = 0; other < servers.length; other++)
        {
            if (servers[other] == host)
            {
                served.add(devices[other]);
                bells.of(other).server(waiter);
            }
        }
        final DeviceServer server = new DeviceServer(served, waiter, cluster.host(host).models()::report);
        cluster.host(host).models().startThread("funi", server, server::stop);
        return server;
    }

    /**
     * Opens a gang. Its members find the queues stopped; see {@link DevicePort#tryOpen}. If as many are open as may be,
     * it waits for a moment until one that was closed has been switched out.
     *
     * @param name   of the gang, for messages.
     * @param length of the memory of each member in bytes, a multiple of 128.
     * @param hosts  of the members, each at most once; the first one is that of node 0.
     * @return the gang.
     * @throws IllegalArgumentException if there is no such host, or one is there twice, or the length is out of range.
     * @throws IllegalStateException    if {@value #MAX_GANGS} gangs are open.
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached.
     */
    public DeviceGang open(final String name, final int length, final int... hosts)
    {
        HostMemory.checkLength(length);
        if (0 == hosts.length || Arrays.stream(hosts).distinct().count() < hosts.length ||
            Arrays.stream(hosts).anyMatch(host -> host < 0 || host >= devices.length))
        {
            throw new IllegalArgumentException("hosts: " + Arrays.toString(hosts) +
                " (expected: at least one, each once, in 0.." + (devices.length - 1) + ')');
        }
        final int group = awaitGroup();
        try
        {
            final DeviceGang gang = newGang(name, group, length, hosts);
            scheduler.add(gang);
            bells.wakeScheduler();
            return gang;
        }
        catch (final Throwable ex)
        {
            giveBack(group);
            throw ex;
        }
    }

    private DeviceGang newGang(final String name, final int group, final int length, final int[] hosts)
    {
        return new DeviceGang(name, group, hosts, length, new DeviceGang.Contexts()
        {
            @Override
            public MemberContext context(final Routes routes, final int ofMemory)
            {
                return new MemberContext(group, routes, ofMemory, deviceOf(routes), bells);
            }

            @Override
            public DeviceMember member(final MemberContext context, final int size)
            {
                return new DeviceMember(
                    context, size, cluster.context().paranoid(), DeviceNetwork.this::workIfNobodyElseDoes);
            }
        }, this::change);
    }

    private DeviceState deviceOf(final Routes routes)
    {
        final int host = routes.host(routes.node());
        if (host < 0 || host >= devices.length)
        {
            throw new IllegalArgumentException(
                "host: " + host + " (expected: 0.." + (devices.length - 1) + ')');
        }
        return devices[host].state();
    }

    private void change()
    {
        scheduler.change();
        bells.wakeScheduler();
    }

    private int awaitGroup()
    {
        boolean hasClosed = true;
        for (int looks = 0; hasClosed && looks < MAX_LOOKS; looks++)
        {
            // First: one that is not there any more has given its context back.
            hasClosed = scheduler.hasClosed();
            final int group = tryTakeGroup();
            if (NO_GROUP != group)
            {
                return group;
            }
            if (0 == workIfNobodyElseDoes())
            {
                Thread.yield();
            }
        }
        throw new IllegalStateException(
            MAX_GANGS + " gangs are open, and no context of the packet cache is free: close a gang");
    }

    /**
     * The id changes with each gang that has the context.
     */
    private synchronized int tryTakeGroup()
    {
        for (int context = 0; context < isTaken.length; context++)
        {
            if (!isTaken[context])
            {
                isTaken[context] = true;
                int group = nextGroup(context);
                while (Groups.SYSTEM == group || Groups.RESTORE == group)
                {
                    group = nextGroup(context);
                }
                return group;
            }
        }
        return NO_GROUP;
    }

    private int nextGroup(final int context)
    {
        return generations[context]++ % GENERATIONS * PacketCache.CONTEXTS + context;
    }

    private synchronized void giveBack(final int group)
    {
        isTaken[group % PacketCache.CONTEXTS] = false;
    }

    /**
     * Returns the registers of a device for a system of your own.
     *
     * @param host of the device.
     * @return a new object.
     */
    public SystemRegisters system(final int host)
    {
        return new SystemRegisters(devices[host].state(), bells, devices.length);
    }

    /**
     * Returns how often an event has happened at one device.
     *
     * @param host  of the device.
     * @param event the event.
     * @return number of times since the device was made.
     */
    public long count(final int host, final DeviceEvent event)
    {
        return devices[host].state().counts.get(event);
    }

    /**
     * Returns how often an event has happened at all devices.
     *
     * @param event the event.
     * @return number of times since the devices were made.
     */
    public long count(final DeviceEvent event)
    {
        return Arrays.stream(devices).mapToLong(device -> device.state().counts.get(event)).sum();
    }

    /**
     * Returns how often devices were given to other gangs.
     *
     * @return number of switches since the devices were made.
     */
    public long switches()
    {
        return scheduler.switches();
    }

    /**
     * Returns what has to be served: devices, and the scheduler of gangs. Each may be served by another thread.
     *
     * @return a new list.
     */
    public List<Unit> units()
    {
        return List.copyOf(units);
    }

    /**
     * Serves everything, on the calling thread: each device for as many steps as a packet needs from a send queue into
     * the network, or from there into a receive queue.
     *
     * @return how much was done, 0 if nothing.
     */
    public int work()
    {
        int work = scheduler.isQuiet() ? 0 : scheduler.doWork();
        for (final FuniDevice device : devices)
        {
            work += device.doSteps(STEPS);
        }
        return work;
    }

    private int workIfNobodyElseDoes()
    {
        return isInvoker ? work() : 0;
    }

    InputPort port(final int host)
    {
        return ports[host];
    }

    FuniDevice device(final int host)
    {
        return devices[host];
    }

    @Override
    public String toString()
    {
        return "DeviceNetwork{devices=" + devices.length + ", " + scheduler + '}';
    }
}
