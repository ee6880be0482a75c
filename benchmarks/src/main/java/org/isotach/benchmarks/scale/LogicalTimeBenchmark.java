/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures the cost of logical time by the number of hosts and of switches.
 * <p>
 * Two threads, or one ({@code -t 1}), drive all busy hosts. The switches are in a row, the hosts spread over them. An
 * idle host counts as having sent every token, so it is not polled; it costs a thread that moves logical time a look at
 * its token word for each pulse, or once where time leaps: on several switches with at most 16 hosts in total.
 * <p>
 * Comparable: the same isochron, between two hosts, in all topologies. Their distance is 2 pulses on one switch, and
 * one more for every added switch. Only with two hosts in total may {@code idleHosts} execute an isochron before its
 * pulse has ended, because each host hears from all others. {@code allHosts} has a larger working set with more hosts,
 * whatever logical time costs. It counts isochrons when they are issued, at most 32,768 per host before they are
 * executed: 256 frames, {@code sendRingSize}, of up to 128 isochrons each.
 * <p>
 * The number of threads over the score is the cost of one isochron; {@code pulses} is the progress of logical time at
 * host 0, in the same unit.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogicalTimeBenchmark
{
    /**
     * Hosts and switches.
     * <p>
     * Page h, of one variable, is at host h and its neighbour, for {@code allHosts}. The two pages after those are at
     * the first host alone, and at the last one alone, for {@code idleHosts}.
     */
    @State(Scope.Benchmark)
    public static class Network
    {
        private static final int ENDS = 2;

        /**
         * Number of hosts, an x, number of switches.
         */
        @Param({ "2x1", "4x1", "8x1", "16x1", "64x1", "256x1", "2x2", "8x2", "8x4", "8x8", "64x8" })
        public String topology;

        private Cluster cluster;
        private SharedMemory memory;
        private int hosts;
        private WriteStream[] streams;
        private Exchange[] exchanges;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            final String[] numbers = topology.split("x");
            hosts = Integer.parseInt(numbers[0]);
            final int switches = Integer.parseInt(numbers[1]);
            if (hosts < ENDS || hosts < switches)
            {
                throw new IllegalArgumentException(
                    "topology: " + topology + " (expected: at least two hosts, and one for each switch)");
            }
            cluster = Cluster.launch(new ClusterContext()
                .topology(Topology.chain(switches, hosts))
                .threadingMode(ThreadingMode.INVOKER));
            final PageMap.Builder pages = PageMap.builder().pageSize(1);
            for (int host = 0; host < hosts; host++)
            {
                pages.page(host, host, neighbour(host));
            }
            for (int end = 0; end < ENDS; end++)
            {
                pages.page(addressAt(end), host(end));
            }
            memory = SharedMemory.on(cluster, pages.build());
            streams = new WriteStream[hosts];
            exchanges = new Exchange[ENDS];
        }

        /**
         * Checks the value of every variable, at each copy, and closes the cluster.
         */
        @TearDown
        public void close()
        {
            Polling.drain(cluster);
            for (int host = 0; host < hosts; host++)
            {
                check(host, host, streams[host].issued());
                check(neighbour(host), host, streams[host].issued());
            }
            for (int end = 0; end < ENDS; end++)
            {
                check(host(end), addressAt(end), exchanges[1 - end].count);
            }
            cluster.close();
        }

        private void check(final int host, final int address, final long expected)
        {
            final MemoryPort port = memory.port(cluster.host(host));
            final Isochron isochron = port.host().isochron();
            final IsoValue value = new IsoValue();
            isochron.begin();
            port.read(isochron, address, value);
            isochron.issue();
            if (value.await() != expected)
            {
                throw new IllegalStateException("variable " + address + " at " + port.host() + ": " + value.get() +
                    " (expected: " + expected + ')');
            }
        }

        private int neighbour(final int host)
        {
            return (host + 1) % hosts;
        }

        private int host(final int end)
        {
            return 0 == end ? 0 : hosts - 1;
        }

        private int addressAt(final int end)
        {
            return hosts + end;
        }
    }

    /**
     * The applications of the hosts that one thread drives.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private StreamTurns turns;
        private Exchange[] exchanges;
        private int current;

        /**
         * Makes the applications.
         *
         * @param network      the cluster.
         * @param threadParams of this thread.
         */
        @Setup
        public void make(final Network network, final ThreadParams threadParams)
        {
            final int[] ends = Driven.by(threadParams, Network.ENDS);
            final Host[] polled = new Host[ends.length];
            exchanges = new Exchange[ends.length];
            for (int i = 0; i < ends.length; i++)
            {
                polled[i] = network.cluster.host(network.host(ends[i]));
                exchanges[i] = new Exchange(network, ends[i], polled);
                network.exchanges[ends[i]] = exchanges[i];
            }
            final int[] driven = Driven.by(threadParams, network.hosts);
            final WriteStream[] streams = new WriteStream[driven.length];
            for (int i = 0; i < driven.length; i++)
            {
                streams[i] = new Counting(network.memory.port(network.cluster.host(driven[i])));
                network.streams[driven[i]] = streams[i];
            }
            turns = new StreamTurns(network.cluster, streams);
        }

        long exchange()
        {
            current = current + 1 == exchanges.length ? 0 : current + 1;
            return exchanges[current].run();
        }
    }

    /**
     * Logical time that has passed, counted by the first thread alone.
     */
    @AuxCounters
    @State(Scope.Thread)
    public static class Progress
    {
        /**
         * Pulses in an iteration.
         */
        public long pulses;

        private Host host;
        private long start;

        /**
         * Reads the clock.
         *
         * @param network the cluster.
         */
        @Setup(Level.Iteration)
        public void start(final Network network)
        {
            host = network.cluster.host(0);
            start = host.logicalTime();
        }

        /**
         * Reads the clock again.
         *
         * @param threadParams of this thread.
         */
        @TearDown(Level.Iteration)
        public void stop(final ThreadParams threadParams)
        {
            pulses = 0 == threadParams.getThreadIndex() ? host.logicalTime() - start : 0;
        }
    }

    /**
     * Writes the number of the isochron into the variable of the host.
     */
    private static final class Counting extends WriteStream
    {
        private final int address;

        Counting(final MemoryPort port)
        {
            super(port, 1);
            address = port.host().id();
        }

        @Override
        void append(final MemoryPort memory, final Isochron open, final long number)
        {
            memory.write(open, address, number);
        }
    }

    /**
     * Exchanges the variable at the other end for the next number.
     */
    private static final class Exchange extends Padded
    {
        private static final int HELP_THRESHOLD = 1000;

        private final MemoryPort port;
        private final Isochron isochron;
        private final IsoValue value = new IsoValue();
        private final int address;
        private final Host[] polled;
        private final Host other;
        private int attempts;
        private long count;

        /**
         * @param network the cluster.
         * @param end     the end of this thread.
         * @param polled  hosts that this thread drives.
         */
        Exchange(final Network network, final int end, final Host[] polled)
        {
            this.polled = polled;
            port = network.memory.port(network.cluster.host(network.host(end)));
            isochron = port.host().isochron();
            address = network.addressAt(1 - end);
            other = network.cluster.host(network.host(1 - end));
        }

        long run()
        {
            isochron.begin();
            port.read(isochron, address, value);
            port.write(isochron, address, count + 1);
            attempts = 0;
            while (!isochron.tryIssue())
            {
                poll();
            }
            while (!value.isReady())
            {
                poll();
            }
            if (value.get() != count)
            {
                throw new IllegalStateException(
                    "variable " + address + ": " + value.get() + " (expected: " + count + ')');
            }
            return count++;
        }

        private void poll()
        {
            for (final Host host : polled)
            {
                host.poll();
            }
            attempts++;
            if (attempts > HELP_THRESHOLD)
            {
                // The other thread has left for the end of the iteration.
                other.poll();
            }
        }
    }

    /**
     * Reads and writes the variable of the farthest host in one isochron and waits for the value, while all hosts
     * except these two are idle: one operation is an isochron that has been executed and answered.
     *
     * @param driver   of one end or both.
     * @param progress of logical time.
     * @return the value that was read.
     */
    @Benchmark
    public long idleHosts(final Driver driver, final Progress progress)
    {
        return driver.exchange();
    }

    /**
     * Writes a variable that the host and its neighbour hold, from the next host: one operation is an isochron that has
     * been issued, and every host polls when it has issued one.
     *
     * @param driver   of some hosts.
     * @param progress of logical time.
     */
    @Benchmark
    public void allHosts(final Driver driver, final Progress progress)
    {
        driver.turns.issue();
    }
}
