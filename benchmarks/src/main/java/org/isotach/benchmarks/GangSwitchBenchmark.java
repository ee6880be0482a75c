/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Two gangs have the FUNi devices of all hosts in turn: one operation switches one gang out and the other one in, at
 * all hosts. One thread serves devices and scheduler, and is told when to switch; a slice would do the same.
 * <p>
 * With {@code full} queues each member has sent as much as its queues and lines take, and has received nothing. So at
 * each switch all receive buffers are drained, and their packets are sent again by the device to itself when the gang
 * is back. With {@code empty} ones there are registers to save and to restore only.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class GangSwitchBenchmark
{
    private static final int SLOTS = 16;
    private static final int MEMORY = 1 << 15;

    // Address of the queues: that of no slot is 0.
    private static final int FIRST = 128;

    // Much longer than anything takes here, so that nobody switches but the benchmark.
    private static final Duration SLICE = Duration.ofDays(1);

    // Rounds of the network in which everything has come to where it stays, and those of a switch that has no end.
    private static final int SETTLE = 20_000;
    private static final int MAX_ROUNDS = 1_000_000;

    /**
     * What is in the queues.
     */
    @Param({ "empty", "full" })
    public String queues;

    /**
     * Number of hosts, each of which has a member of both gangs.
     */
    @Param("8")
    public int hosts;

    private Cluster cluster;
    private DeviceNetwork network;
    private DeviceGang in;
    private DeviceGang out;

    /**
     * Opens both gangs, and fills their queues.
     */
    @Setup
    public void start()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
        network = DeviceNetwork.on(cluster, new DeviceContext().slice(SLICE));
        final int[] places = IntStream.range(0, hosts).toArray();
        in = network.open("first", MEMORY, places);
        prepare(in);
        in.suspend();
        out = in;
        in = network.open("second", MEMORY, places);
        prepare(in);
    }

    private void prepare(final DeviceGang gang)
    {
        await(gang);
        final DevicePort[] ports = new DevicePort[hosts];
        for (int node = 0; node < hosts; node++)
        {
            ports[node] = new DevicePort(gang.member(node), SLOTS, false, FIRST);
            while (!ports[node].tryOpen())
            {
                network.work();
            }
        }
        if ("full".equals(queues))
        {
            fill(ports);
        }
    }

    private void fill(final DevicePort[] ports)
    {
        int lastSent = 0;
        for (int round = 0; round < SETTLE; round++)
        {
            final int node = round % hosts;
            if (isSent(ports[node], true, node) || isSent(ports[node], false, node))
            {
                lastSent = round;
            }
            network.work();
        }
        if (lastSent > SETTLE / 2)
        {
            throw new IllegalStateException("the queues are not full: something was sent in round " + lastSent);
        }
    }

    private boolean isSent(final DevicePort port, final boolean isReply, final int node)
    {
        return port.trySend(isReply, (node + 1) % hosts, 1, 1, 2, 3, 4);
    }

    private void await(final DeviceGang gang)
    {
        for (int round = 0; !gang.isRunning(); round++)
        {
            if (MAX_ROUNDS == round)
            {
                throw new IllegalStateException("the switch has no end: " + network + ", " + gang);
            }
            network.work();
        }
    }

    /**
     * Closes the cluster.
     */
    @TearDown
    public void stop()
    {
        cluster.close();
    }

    /**
     * Switches to the other gang.
     *
     * @return how many switches there were.
     */
    @Benchmark
    public long switchGangs()
    {
        final DeviceGang next = out;
        out = in;
        in = next;
        out.suspend();
        in.resume();
        await(in);
        return network.switches();
    }
}
