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
 * Isochrons of few and of many writes, streamed from each of two hosts to both.
 * <p>
 * One operation of the score is one isochron, issued, as in {@link org.isotach.benchmarks.IsochronWriteBenchmark};
 * the score times {@code operations} is the number of writes, each of which executes at two hosts, and the threads
 * over that number are what one write costs. What an isochron costs by itself is the cost at one operation; what a
 * write adds is the difference between two sizes, over the difference of the sizes.
 * <p>
 * The memory of an application grows with its isochrons, as that of a program with such isochrons has to: otherwise
 * fewer of them could be under way.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class IsochronSizeBenchmark
{
    private static final int VARIABLES = 1024;
    private static final int STRIDE = 5;
    private static final int BURST = 16;
    private static final int WRITE_LENGTH = 2 * Long.BYTES;

    /**
     * Two hosts with copies of everything.
     */
    @State(Scope.Benchmark)
    public static class Hosts
    {
        /**
         * Writes per isochron.
         */
        @Param({ "1", "4", "16", "64", "256", "1024" })
        public int operations;

        private Replicas replicas;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            final int length = Math.max(ClusterContext.MAX_ISOCHRON_LENGTH_DEFAULT, operations * WRITE_LENGTH);
            replicas = new Replicas(
                new ClusterContext()
                    .maxIsochronLength(length)
                    .slabLength(Math.max(4 * length, 2 * BURST * operations * WRITE_LENGTH)),
                VARIABLES);
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
         * @param threadParams which thread this is.
         */
        @Setup
        public void make(final Hosts hosts, final ThreadParams threadParams)
        {
            final int[] driven = Driven.by(threadParams, Replicas.HOSTS);
            final WriteStream[] streams = new WriteStream[driven.length];
            for (int i = 0; i < driven.length; i++)
            {
                streams[i] = new Writes(hosts.replicas.port(driven[i]), hosts.operations);
            }
            turns = new StreamTurns(hosts.replicas.cluster(), streams);
        }
    }

    /**
     * Writes one variable after the other.
     */
    private static final class Writes extends WriteStream
    {
        private final int operations;
        private int address;

        Writes(final MemoryPort port, final int operations)
        {
            super(port, BURST);
            this.operations = operations;
        }

        @Override
        void append(final MemoryPort memory, final Isochron open, final long number)
        {
            for (int i = 0; i < operations; i++)
            {
                memory.write(open, address, Replicas.value(number, address));
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
