/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.niu.ClusterContext;
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
 * Isochrons that write several variables atomically at all hosts, streamed from every host to all hosts.
 * <p>
 * Two threads drive all hosts: thread {@code t} issues from, and polls, the hosts {@code t}, {@code t + 2}, and so on.
 * A host polls whenever it has issued a burst, or finds no room to issue: with a burst of 1 every isochron moves
 * logical time on its own, with larger ones isochrons share pulses, as they do in an application that streams.
 * One operation is one issued isochron. It counts issues, not executions, but a host takes at most {@code sendRingSize}
 * frames (256, of up to 128 isochrons each) before those in front of them have been executed at all hosts. So over an
 * iteration the two numbers differ by at most 32,768 per host, and by less where the memory of the application, at
 * least 512 KiB, is used up before that. At the end all copies are compared.
 * <p>
 * The score times {@code writes} is the number of writes, each of which executes at all hosts; the number of threads
 * divided by it is the cost of one write. The cost of an isochron itself is the cost at one write; each further write
 * adds the difference between two sizes, divided by the difference of the sizes. The memory of an application grows
 * with its isochrons, as that of a program with such isochrons has to: otherwise fewer of them could be in flight.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class IsochronWriteBenchmark
{
    private static final int VARIABLES = 1024;

    // Odd, so that all variables are reached, and more than a cache line of cells.
    private static final int STRIDE = 5;
    private static final int WRITE_LENGTH = 2 * Long.BYTES;

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

        /**
         * Writes per isochron.
         */
        @Param({ "1", "4", "16", "64", "256", "1024" })
        public int writes;

        /**
         * Isochrons that a host issues between polls.
         */
        @Param({ "1", "16", "64" })
        public int burst;

        private Replicas replicas;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            final int length = Math.max(ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT, writes * WRITE_LENGTH);
            final ClusterContext context = new ClusterContext()
                .hosts(hosts)
                .maxIsochronLength(length)
                .slabLength(Math.max(16 * length, 2 * burst * writes * WRITE_LENGTH));
            replicas = new Replicas(context, VARIABLES);
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
        }
    }

    /**
     * Writes one variable after the other.
     */
    private static final class Writes extends WriteStream
    {
        private final Replicas replicas;
        private final int writes;
        private int address;

        Writes(final MemoryPort port, final Hosts hosts)
        {
            super(port, hosts.burst);
            replicas = hosts.replicas;
            writes = hosts.writes;
        }

        @Override
        void append(final MemoryPort memory, final Isochron open, final long number)
        {
            final long tag = replicas.tag(memory.host(), number);
            for (int i = 0; i < writes; i++)
            {
                memory.write(open, address, Replicas.value(tag, address));
                address = (address + STRIDE) % VARIABLES;
            }
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
        driver.turns.issue();
    }
}
