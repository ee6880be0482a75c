/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Isochrons that write several variables atomically at all hosts, streamed from every host to all hosts.
 * <p>
 * Two threads drive all hosts: thread {@code t} issues from, and polls, the hosts {@code t}, {@code t + 2}, and so on.
 * A host polls whenever it has issued a burst, or finds no room to issue: with a burst of 1 every isochron moves
 * logical time on its own, with larger ones isochrons share pulses, as they do in an application that streams.
 * One operation is one issued isochron. It counts issues, not executions, but a host takes no more frames than its
 * send ring holds (256, of up to 32 isochrons each) before those in front of them have been executed at all hosts; so
 * over an iteration the two numbers differ by at most 8192 per host. In the end all copies are compared.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class IsochronWriteBenchmark
{
    private static final int PAGES = 1;
    private static final int VARIABLES = PAGES * PageMap.DEFAULT_PAGE_SIZE;

    // Odd, so that all variables are hit, and more than a cache line of cells.
    private static final int STRIDE = 5;

    /**
     * Hosts with copies of everything.
     */
    @State(Scope.Benchmark)
    public static class Hosts
    {
        /**
         * Number of hosts.
         */
        @Param({ "2", "4" })
        public int hosts;

        private Cluster cluster;
        private SharedMemory memory;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
            memory = SharedMemory.on(cluster, PageMap.replicated(PAGES));
        }

        /**
         * Compares all copies and closes the cluster.
         */
        @TearDown
        public void close()
        {
            while (pollAll() > 0)
            {
                Thread.onSpinWait();
            }
            final Copy first = new Copy(this, 0);
            for (int host = 1; host < hosts; host++)
            {
                first.checkEquals(new Copy(this, host));
            }
            cluster.close();
        }

        int pollAll()
        {
            int work = 0;
            for (int host = 0; host < hosts; host++)
            {
                work += cluster.host(host).poll();
            }
            return work;
        }
    }

    /**
     * The applications of the hosts that one thread drives.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private static final int HELP_THRESHOLD = 1000;

        /**
         * Writes per isochron.
         */
        @Param({ "1", "4", "16" })
        public int writes;

        /**
         * Isochrons that a host issues between polls.
         */
        @Param({ "1", "16", "64" })
        public int burst;

        private Hosts hosts;
        private Writer[] writers;
        private int current;

        /**
         * Makes the applications.
         *
         * @param allHosts     the cluster.
         * @param threadParams which thread this is.
         */
        @Setup
        public void make(final Hosts allHosts, final ThreadParams threadParams)
        {
            hosts = allHosts;
            final int first = threadParams.getThreadIndex();
            final int step = threadParams.getThreadCount();
            writers = new Writer[(hosts.hosts - first + step - 1) / step];
            for (int i = 0; i < writers.length; i++)
            {
                writers[i] = new Writer(hosts, first + i * step, writes, burst);
            }
        }

        void write()
        {
            int attempts = 0;
            while (!writers[current].work())
            {
                next();
                attempts++;
                if (attempts > HELP_THRESHOLD)
                {
                    // The other thread has left for the end of the iteration.
                    hosts.pollAll();
                }
            }
            next();
        }

        private void next()
        {
            current = current + 1 == writers.length ? 0 : current + 1;
        }
    }

    /**
     * The application of one host.
     */
    private static final class Writer
    {
        private final Host host;
        private final MemoryPort port;
        private final Isochron isochron;
        private final int writes;
        private final int burst;
        private int unpolled;
        private int address;
        private long value;

        Writer(final Hosts hosts, final int id, final int writes, final int burst)
        {
            host = hosts.cluster.host(id);
            port = hosts.memory.port(host);
            isochron = host.isochron();
            this.writes = writes;
            this.burst = burst;
            value = (long)id << Integer.SIZE;
        }

        boolean work()
        {
            if (!isochron.isOpen())
            {
                assemble();
            }
            final boolean isIssued = isochron.tryIssue();
            unpolled++;
            if (!isIssued || unpolled >= burst)
            {
                host.poll();
                unpolled = 0;
            }
            return isIssued;
        }

        private void assemble()
        {
            isochron.begin();
            value++;
            for (int i = 0; i < writes; i++)
            {
                port.write(isochron, address, value);
                address = (address + STRIDE) % VARIABLES;
            }
        }
    }

    /**
     * What one host holds.
     */
    private static final class Copy
    {
        private final Host host;
        private final MemoryPort port;
        private final Isochron isochron;
        private final IsoValue value = new IsoValue();

        Copy(final Hosts hosts, final int id)
        {
            host = hosts.cluster.host(id);
            port = hosts.memory.port(host);
            isochron = host.isochron();
        }

        void checkEquals(final Copy other)
        {
            for (int address = 0; address < VARIABLES; address++)
            {
                final long expected = read(address);
                final long actual = other.read(address);
                if (expected != actual)
                {
                    throw new IllegalStateException("variable " + address + ": " + actual + " at " + other.host +
                        " (expected: " + expected + " as at " + host + ')');
                }
            }
        }

        private long read(final int address)
        {
            isochron.begin();
            port.read(isochron, address, value);
            isochron.issue();
            return value.await();
        }
    }

    /**
     * Issues one isochron.
     *
     * @param driver of some hosts.
     */
    @Benchmark
    public void write(final Driver driver)
    {
        driver.write();
    }
}
