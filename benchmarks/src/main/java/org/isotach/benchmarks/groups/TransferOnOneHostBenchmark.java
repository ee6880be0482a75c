/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.PreparedAction;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;
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
 * Transfers between the two variables of a pair, on the only host, in the default mode, by several threads which visit
 * the pairs at random. {@code take-assign} reads both variables with one isochron, and assigns both with another one,
 * before it goes on; {@code action} does the same with a prepared action; {@code update} is one isochron of two
 * UPDATEs, {@code write} one of two WRITEs, which is no transfer, but the least that an isochron of two variables can
 * be.
 * <p>
 * Comparable: the pairs, their order, and that the sum of a pair is 0 for whoever reads both. Not comparable: with
 * {@code synchronized} one critical section of one lock holds the whole transfer, and all threads agree on a time at
 * which it happened; an isochron of a port counts when it is issued.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(1)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransferOnOneHostBenchmark
{
    private static final int PAIRS = 512;

    /**
     * Transfers by one thread.
     */
    private interface Transfers
    {
        /**
         * @param pair   number of the pair.
         * @param amount that one variable loses, and the other one gets.
         */
        void transfer(int pair, long amount);
    }

    /**
     * The state that all threads share.
     */
    @State(Scope.Benchmark)
    public static class Shared
    {
        /**
         * What makes transfers atomic.
         */
        @Param({ "take-assign", "action", "update", "write", "synchronized" })
        public String subject;

        private final long[] locked = new long[2 * PAIRS];
        private Isotach isotach;
        private IsoLong[] variables;

        /**
         * Makes the variables.
         */
        @Setup
        public void open()
        {
            isotach = Isotach.launch(new IsotachContext().hosts(1));
            variables = isotach.longs("x", 2 * PAIRS, 0);
        }

        private Transfers transfers()
        {
            return switch (subject)
            {
                case "take-assign" -> new TakeAndAssign(this);
                case "action" -> new Actions(this);
                case "update" -> new Updates(this);
                case "write" -> new Writes(this);
                case "synchronized" -> this::transferLocked;
                default -> throw new IllegalArgumentException("subject: " + subject);
            };
        }

        private void transferLocked(final int pair, final long amount)
        {
            synchronized (locked)
            {
                locked[2 * pair] -= amount;
                locked[2 * pair + 1] += amount;
            }
        }

        /**
         * Checks that the sum of each pair is 0.
         */
        @TearDown
        public void close()
        {
            for (int pair = 0; pair < PAIRS; pair++)
            {
                final IsoLong from = variables[2 * pair];
                final IsoLong to = variables[2 * pair + 1];
                final long sum = isotach.snapshot(now -> now.get(from) + now.get(to), from, to) +
                    locked[2 * pair] + locked[2 * pair + 1];
                if (0 != sum)
                {
                    throw new IllegalStateException("sum of pair " + pair + ": " + sum + " (expected: 0)");
                }
            }
            isotach.close();
        }
    }

    /**
     * One thread on its way through the pairs.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private Transfers transfers;
        private int walk;

        /**
         * Gets access to the variables.
         *
         * @param shared       by all threads.
         * @param threadParams of this thread.
         */
        @Setup
        public void open(final Shared shared, final ThreadParams threadParams)
        {
            transfers = shared.transfers();
            walk = 0x9E3779B9 * (threadParams.getThreadIndex() + 1);
        }

        private void transfer()
        {
            walk ^= walk << 13;
            walk ^= walk >>> 17;
            walk ^= walk << 5;
            transfers.transfer(walk & PAIRS - 1, 1 + (walk >>> 28));
        }
    }

    /**
     * One thread at the port of the host.
     */
    private abstract static class AtPort implements Transfers
    {
        final MemoryPort port;
        private final Isochron isochron;
        private final IsoLong[] variables;

        AtPort(final Shared shared)
        {
            variables = shared.variables;
            port = shared.isotach.memory().port(shared.isotach.cluster().host(0));
            isochron = port.host().isochron();
        }

        final Isochron begin()
        {
            return isochron.begin();
        }

        final int from(final int pair)
        {
            return variables[2 * pair].address();
        }

        final int to(final int pair)
        {
            return variables[2 * pair + 1].address();
        }
    }

    private static final class TakeAndAssign extends AtPort
    {
        private final int[] addresses = new int[2];
        private final long[] values = new long[2];
        private final TakenVariables taken = new TakenVariables(2);

        TakeAndAssign(final Shared shared)
        {
            super(shared);
        }

        @Override
        public void transfer(final int pair, final long amount)
        {
            addresses[0] = from(pair);
            addresses[1] = to(pair);
            final Isochron taking = begin();
            port.take(taking, addresses, taken);
            taking.issue();
            taken.await();
            values[0] = taken.value(0) - amount;
            values[1] = taken.value(1) + amount;
            final Isochron assigning = begin();
            port.assign(assigning, taken, values);
            assigning.issue();
        }
    }

    private static final class Updates extends AtPort
    {
        Updates(final Shared shared)
        {
            super(shared);
        }

        @Override
        public void transfer(final int pair, final long amount)
        {
            final Isochron isochron = begin();
            port.update(isochron, from(pair), UpdateFunction.ADD, -amount);
            port.update(isochron, to(pair), UpdateFunction.ADD, amount);
            isochron.issue();
        }
    }

    private static final class Writes extends AtPort
    {
        Writes(final Shared shared)
        {
            super(shared);
        }

        @Override
        public void transfer(final int pair, final long amount)
        {
            final Isochron isochron = begin();
            port.write(isochron, from(pair), -amount);
            port.write(isochron, to(pair), amount);
            isochron.issue();
        }
    }

    private static final class Actions implements Transfers
    {
        private final PreparedAction<?>[] actions = new PreparedAction<?>[PAIRS];
        private long amount;

        Actions(final Shared shared)
        {
            for (int pair = 0; pair < PAIRS; pair++)
            {
                final IsoLong from = shared.variables[2 * pair];
                final IsoLong to = shared.variables[2 * pair + 1];
                actions[pair] = shared.isotach.update(from, to).prepare(action ->
                {
                    action.set(from, action.get(from) - amount).set(to, action.get(to) + amount);
                    return null;
                });
            }
        }

        @Override
        public void transfer(final int pair, final long moved)
        {
            amount = moved;
            actions[pair].run();
        }
    }

    /**
     * One transfer.
     *
     * @param driver of this thread.
     */
    @Benchmark
    public void transfer(final Driver driver)
    {
        driver.transfer();
    }
}
