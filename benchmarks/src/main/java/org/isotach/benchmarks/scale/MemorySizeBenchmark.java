/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
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
 * Isochrons on few and on many variables, of which both hosts hold copies.
 * <p>
 * An isochron has 16 operations at pseudo-random addresses, or as many as there are variables. A variable takes 16
 * bytes per copy: one of them fits a cache line, 1000 fit into the first cache, 1000000 into none of most cores. Only
 * the share of operations that miss the caches grows with the number of variables.
 * <p>
 * One operation of the score is one isochron; {@code write} counts issued isochrons as {@link IsochronWriteBenchmark}
 * does, {@code snapshot} answered ones. A snapshot is purely local, with nothing pending: the two threads share only
 * the caches.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MemorySizeBenchmark
{
    private static final int HOSTS = 2;
    private static final int OPERATIONS = 16;
    private static final int BURST = 16;

    /**
     * Two hosts with copies of everything.
     */
    @State(Scope.Benchmark)
    public static class Hosts
    {
        /**
         * Variables in use.
         */
        @Param({ "1", "1000", "1000000" })
        public int variables;

        private Replicas replicas;

        /**
         * Launches the cluster and writes everything once.
         */
        @Setup
        public void launch()
        {
            replicas = new Replicas(new ClusterContext().hosts(HOSTS), variables);
        }

        /**
         * Compares all copies and closes the cluster.
         */
        @TearDown
        public void close()
        {
            replicas.close();
        }
    }

    /**
     * The applications of the hosts that one thread drives.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private StreamTurns turns;
        private Snapshot snapshot;

        /**
         * Makes the applications.
         *
         * @param hosts        the cluster.
         * @param threadParams of this thread.
         */
        @Setup
        public void make(final Hosts hosts, final ThreadParams threadParams)
        {
            turns = hosts.replicas.streams(threadParams, port -> new Writes(port, hosts));
            final int host = threadParams.getThreadIndex();
            snapshot = new Snapshot(hosts.replicas.port(host), new Addresses(host, hosts.variables));
        }
    }

    /**
     * Pseudo-random addresses; each takes equally long whatever the number of variables.
     */
    private static final class Addresses
    {
        private final SplittableRandom random;
        private final int variables;

        Addresses(final int seed, final int variables)
        {
            random = new SplittableRandom(seed);
            this.variables = variables;
        }

        int perIsochron()
        {
            return Math.min(OPERATIONS, variables);
        }

        int next()
        {
            return (int)(Integer.toUnsignedLong(random.nextInt()) * variables >>> Integer.SIZE);
        }
    }

    private static final class Writes extends WriteStream
    {
        private final Replicas replicas;
        private final Addresses addresses;
        private final int operations;

        Writes(final MemoryPort port, final Hosts hosts)
        {
            super(port, BURST);
            replicas = hosts.replicas;
            addresses = new Addresses(port.host().id(), hosts.variables);
            operations = addresses.perIsochron();
        }

        @Override
        void append(final MemoryPort memory, final Isochron open, final long number)
        {
            final long tag = replicas.tag(memory.host(), number);
            for (int i = 0; i < operations; i++)
            {
                final int address = addresses.next();
                memory.write(open, address, Replicas.value(tag, address));
            }
        }
    }

    private static final class Snapshot
    {
        private final MemoryPort port;
        private final Isochron isochron;
        private final Addresses addresses;
        private final int[] chosen;
        private final IsoValue[] values;

        Snapshot(final MemoryPort port, final Addresses addresses)
        {
            this.port = port;
            this.addresses = addresses;
            isochron = port.host().isochron();
            chosen = new int[addresses.perIsochron()];
            values = new IsoValue[chosen.length];
            for (int i = 0; i < values.length; i++)
            {
                values[i] = new IsoValue();
            }
        }

        long read()
        {
            isochron.begin();
            for (int i = 0; i < values.length; i++)
            {
                chosen[i] = addresses.next();
                port.read(isochron, chosen[i], values[i]);
            }
            isochron.issue();
            long sum = 0;
            for (int i = 0; i < values.length; i++)
            {
                final long value = values[i].await();
                Replicas.check(port.host(), chosen[i], value);
                sum += value;
            }
            return sum;
        }
    }

    /**
     * Issues one isochron of writes.
     *
     * @param driver of some hosts.
     */
    @Benchmark
    public void write(final Driver driver)
    {
        driver.turns.issue();
    }

    /**
     * Reads variables in one isochron, from the copies of the host.
     *
     * @param driver of some hosts.
     * @return sum of the values.
     */
    @Benchmark
    public long snapshot(final Driver driver)
    {
        return driver.snapshot.read();
    }
}
