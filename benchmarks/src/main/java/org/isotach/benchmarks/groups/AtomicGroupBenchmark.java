/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.benchmarks.SpinningThread;
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
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Groups of shared 64-bit variables that several threads write, update and read atomically.
 * <p>
 * Each operation has trials of its own: no thread writes while snapshots are measured. Each lock guards all variables.
 * <p>
 * Comparable: what is atomic, and the groups that a thread accesses, with their order: all of them, one behind the
 * other, starting as far from the other threads as possible, so that threads meet if there are few groups. Not
 * comparable: with a lock or an STM there is one copy of the memory, and an operation is complete, and visible to all
 * threads (linearizable), when it returns; before that an STM aborts and repeats it if it has to. Isotach operations
 * are sequentially consistent. A write counts when it was issued. An update counts when it was begun, that is, when the
 * first one of its two isochrons was issued, while up to 31 others per host wait for their values, or to be assigned;
 * with {@code isotach-update}, which also has two copies, it is one isochron of UPDATEs, and counts as a write does.
 * All execute later, at all hosts, in one order and without aborts, and keep the copies at all hosts the same. A host
 * holds at most 256 frames, of up to 128 isochrons each, that have not been executed everywhere. So over an iteration
 * writes counted and executed differ by at most 32,768 per host, or by the capacity of the 512 KiB of memory for the
 * isochrons of a thread, if that is less; updates differ by at most 32 per host. A snapshot is complete when it
 * returns; if there is a local copy it is read there, and may be behind the other one.
 * <p>
 * At the end no group may be torn, no update lost, and no two copies different.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(2)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class AtomicGroupBenchmark
{
    private static final int FEW_GROUPS = 16;

    /**
     * The state that all threads share.
     */
    @State(Scope.Benchmark)
    public static class Shared
    {
        /**
         * The subject that makes groups atomic.
         */
        @Param({
            "synchronized", "reentrantlock", "stampedlock", "scalastm", "multiverse", "isotach-1-copy",
            "isotach-2-copies", "isotach-update" })
        public String subject;

        /**
         * Variables of a group, a power of two.
         */
        @Param({ "1", "4", "16" })
        public int variables;

        /**
         * Variables altogether, a power of two.
         */
        @Param({ "16", "1024" })
        public int of;

        private final List<Driver> drivers = new ArrayList<>();
        private Groups groups;
        private GroupSubject memory;

        /**
         * Makes the variables.
         */
        @Setup
        public void open()
        {
            groups = new Groups(variables, of);
            memory = GroupSubject.open(subject, groups);
        }

        /**
         * Checks the variables.
         */
        @TearDown
        public void close()
        {
            final long[] values = memory.values();
            memory.close();
            groups.checkWhole(values);
            long writes = 0;
            long updates = 0;
            for (final Driver driver : drivers)
            {
                writes += driver.writes;
                updates += driver.updates;
            }
            long sum = 0;
            for (final long value : values)
            {
                sum += value;
            }
            if (0 == writes && sum != updates * variables)
            {
                throw new IllegalStateException("sum of the variables: " + sum + " (expected: " + updates * variables +
                    ", " + variables + " times the number of updates)");
            }
        }

        synchronized void add(final Driver driver)
        {
            drivers.add(driver);
        }
    }

    /**
     * One thread on its way through the groups.
     */
    @State(Scope.Thread)
    public static class Driver
    {
        private Groups groups;
        private GroupAccess access;
        private int group;

        // State of a random walk, 0 for one group after the other.
        private int walk;
        private long lastValue;
        private long writes;
        private long updates;

        /**
         * Gets access to the variables.
         *
         * @param shared       by all threads.
         * @param threadParams of this thread.
         */
        @Setup
        public void open(final Shared shared, final ThreadParams threadParams)
        {
            groups = shared.groups;
            access = shared.memory.access(threadParams.getThreadIndex(), threadParams.getThreadCount());
            lastValue = (long)threadParams.getThreadIndex() << Integer.SIZE;
            // As far from the other threads as possible: they meet only if there are few groups. These are visited at
            // random: threads that are equally fast would follow each other for ever, and never meet.
            group = groups.count() * threadParams.getThreadIndex() / threadParams.getThreadCount();
            walk = groups.count() > FEW_GROUPS ? 0 : 0x9E3779B9 * (threadParams.getThreadIndex() + 1);
            shared.add(this);
        }

        void write()
        {
            access.write(groups.group(group), ++lastValue);
            goOn();
            writes++;
        }

        private void goOn()
        {
            if (0 == walk)
            {
                group++;
                return;
            }
            walk ^= walk << 13;
            walk ^= walk >>> 17;
            walk ^= walk << 5;
            group = walk >>> 1;
        }

        boolean tryUpdate()
        {
            if (!access.tryUpdate(groups.group(group)))
            {
                return false;
            }
            updates++;
            goOn();
            return true;
        }

        long snapshot()
        {
            final long sum = access.snapshot(groups.group(group));
            goOn();
            return sum;
        }
    }

    /**
     * Writes a new value to all variables of a group.
     *
     * @param driver of this thread.
     */
    @Benchmark
    public void write(final Driver driver)
    {
        driver.write();
    }

    /**
     * Increments all variables of a group.
     *
     * @param driver  of this thread.
     * @param control says when another thread that would have to go on may have left.
     */
    @Benchmark
    public void update(final Driver driver, final Control control)
    {
        int attempts = 0;
        while (!driver.tryUpdate() && !control.stopMeasurement)
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
    }

    /**
     * Reads all variables of a group.
     *
     * @param driver of this thread.
     * @return the sum of their values.
     */
    @Benchmark
    public long snapshot(final Driver driver)
    {
        return driver.snapshot();
    }
}
