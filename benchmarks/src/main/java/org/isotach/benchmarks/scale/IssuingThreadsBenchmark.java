/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
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
 * Isochrons that several application threads of a host issue: four threads, two for each of two hosts.
 * <p>
 * One operation is one issued isochron: a WRITE of one variable with a copy at both hosts, or a message of 64 bytes for
 * a handler of the other host. Its execution follows; a host takes 256 frames of up to 128 isochrons each before those
 * in front of them have been executed, so over an iteration the two numbers differ by at most 32,768 per host. In
 * {@code SHARED} and {@code HOST} the threads of the cluster execute, and need processors besides the four; in
 * {@code INVOKER} there are none, and each of the four polls its host after 64 isochrons. At the end all messages must
 * have been handled, and both copies be the same.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(4)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class IssuingThreadsBenchmark
{
    // Addresses that no thread writes, one for each host.
    private static final int MARKS = 2;
    private static final int HOSTS = 2;
    private static final int HANDLER = 0;
    private static final int PAYLOAD = 64;
    private static final int ISSUES_PER_POLL = 64;

    /**
     * The cluster.
     */
    @State(Scope.Benchmark)
    public static class Shared
    {
        /**
         * Which threads work for the hosts.
         */
        @Param({ "SHARED", "HOST", "INVOKER" })
        public ThreadingMode mode;

        /**
         * What an isochron does.
         */
        @Param({ "write", "message" })
        public String isochron;

        // Of each host, counted on its executor.
        private final long[] handled = new long[HOSTS];
        private final List<Driver> drivers = new ArrayList<>();
        private Cluster cluster;
        private SharedMemory memory;
        private Messaging messaging;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(mode));
            memory = SharedMemory.on(cluster, PageMap.replicated(1));
            messaging = Messaging.on(cluster);
            for (final Host host : cluster.localHosts())
            {
                messaging.handler(host, HANDLER, (sender, message) -> handled[host.id()] += message.getLong(0));
            }
        }

        private synchronized void add(final Driver driver)
        {
            drivers.add(driver);
        }

        /**
         * Looks for lost messages, and compares the copies.
         */
        @TearDown
        public void close()
        {
            final long[] issued = new long[HOSTS];
            drivers.forEach(driver -> issued[driver.host.id()] += driver.issued);
            final List<MemoryPort> ports = cluster.localHosts().stream().map(memory::port).toList();
            for (final MemoryPort port : ports)
            {
                final Isochron isochron = port.host().isochron().begin();
                port.write(isochron, MARKS + port.host().id(), 1);
                isochron.issue();
                isochron.awaitExecuted();
            }
            // A host that has the mark of another one has everything that was issued there before. It may be behind.
            for (final MemoryPort port : ports)
            {
                for (int other = 0; other < HOSTS; other++)
                {
                    while (0 == read(port, MARKS + other))
                    {
                        port.host().poll();
                        Thread.yield();
                    }
                }
            }
            for (final Driver driver : drivers)
            {
                final long expected = read(ports.get(0), driver.address);
                check("variable " + driver.address, expected, read(ports.get(1), driver.address));
            }
            cluster.close();
            if ("message".equals(isochron))
            {
                check("messages handled at host 1", issued[0], handled[1]);
                check("messages handled at host 0", issued[1], handled[0]);
            }
        }

        private static long read(final MemoryPort port, final int address)
        {
            final IsoValue value = new IsoValue();
            final Isochron isochron = port.host().isochron().begin();
            port.read(isochron, address, value);
            isochron.issue();
            return value.await();
        }

        private static void check(final String what, final long expected, final long actual)
        {
            if (expected != actual)
            {
                throw new IllegalStateException(what + ": " + actual + " (expected: " + expected + ')');
            }
        }
    }

    /**
     * An application thread.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private Host host;
        private MemoryPort memory;
        private MessagePort messages;
        private Isochron isochron;
        private boolean isMessage;
        private boolean polls;
        private int address;
        private int unpolled;
        private long issued;

        /**
         * Makes the ports of this thread.
         *
         * @param shared       the cluster.
         * @param threadParams of this thread.
         */
        @Setup
        public void open(final Shared shared, final ThreadParams threadParams)
        {
            host = shared.cluster.host(threadParams.getThreadIndex() % HOSTS);
            isochron = host.isochron();
            memory = shared.memory.port(host);
            messages = shared.messaging.port(isochron);
            isMessage = "message".equals(shared.isochron);
            polls = ThreadingMode.INVOKER == shared.mode;
            // As many words apart as a line has, and two.
            address = 1 + 16 * threadParams.getThreadIndex();
            shared.add(this);
        }

        void issue()
        {
            isochron.begin();
            if (isMessage)
            {
                final MessageBuffer message = messages.claimForHandler(1 - host.id(), HANDLER, PAYLOAD);
                for (int i = 0; i < PAYLOAD; i += Long.BYTES)
                {
                    message.putLong(i, 1);
                }
            }
            else
            {
                memory.write(isochron, address, issued);
            }
            isochron.issue();
            issued++;
            unpolled++;
            if (polls && unpolled == ISSUES_PER_POLL)
            {
                host.poll();
                unpolled = 0;
            }
        }
    }

    /**
     * Issues one isochron.
     *
     * @param driver this thread.
     */
    @Benchmark
    public void issue(final Driver driver)
    {
        driver.issue();
    }
}
