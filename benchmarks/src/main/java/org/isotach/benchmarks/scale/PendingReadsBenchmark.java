/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

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

/**
 * Measures reads that wait for an ASSIGN: their cost for other operations, and the cost of giving them their value.
 * <p>
 * All variables are at host 0, whose application schedules and assigns them in purely local isochrons. The reads are
 * those of host 0 itself, or of host 1. One thread drives both.
 * <p>
 * A host may have as many reads outstanding as {@link ClusterContext#readCap} says, a power of two, at most 1048576; a
 * thread that issues more waits until some of them are answered. Here it is twice the number of pending reads, and at
 * least the default, 1024: the search for a free place skips taken ones, and would otherwise show.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PendingReadsBenchmark
{
    private static final int OWNER = 0;
    private static final int VARIABLES = PageMap.DEFAULT_PAGE_SIZE;
    private static final int READS_PER_ISOCHRON = 512;

    /**
     * The variable of the measured action; reads wait for the others.
     */
    private static final int MEASURED = 0;

    /**
     * The owner of the variables, and the reads.
     */
    @State(Scope.Benchmark)
    public abstract static class Reads
    {
        /**
         * Reads that wait.
         */
        @Param({ "1", "10", "100", "1000", "10000", "100000" })
        public int pending;

        /**
         * The host that has issued them: "local", host 0, or "remote", host 1.
         */
        @Param({ "local", "remote" })
        public String readers;

        MemoryPort port;
        Isochron isochron;

        private Cluster cluster;
        private Host reader;
        private MemoryPort readerPort;
        private Isochron readerIsochron;
        private IsoValue[] values;

        final void launch()
        {
            final int outstanding = Integer.highestOneBit(pending) << 2;
            cluster = Cluster.launch(new ClusterContext()
                .hosts(2)
                .threadingMode(ThreadingMode.INVOKER)
                .readCap(Math.max(ClusterContext.READ_CAP_DEFAULT, outstanding)));
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().page(0, OWNER).build());
            port = memory.port(cluster.host(OWNER));
            isochron = cluster.host(OWNER).isochron();
            reader = cluster.host("remote".equals(readers) ? 1 - OWNER : OWNER);
            readerPort = memory.port(reader);
            readerIsochron = reader.isochron();
            values = new IsoValue[pending];
            for (int i = 0; i < pending; i++)
            {
                values[i] = new IsoValue();
            }
        }

        final void sched(final int first, final int limit)
        {
            isochron.begin();
            for (int address = first; address < limit; address++)
            {
                port.sched(isochron, address);
            }
            isochron.issue();
        }

        final void assign(final int first, final int limit, final long value)
        {
            isochron.begin();
            for (int address = first; address < limit; address++)
            {
                port.assign(isochron, address, value + address);
            }
            isochron.issue();
        }

        /**
         * Reads the variables in turn until there are enough pending reads.
         */
        final void read(final int first, final int limit)
        {
            int address = first;
            for (int i = 0; i < pending; i++)
            {
                if (!readerIsochron.isOpen())
                {
                    readerIsochron.begin();
                }
                readerPort.read(readerIsochron, address, values[i]);
                address = address + 1 == limit ? first : address + 1;
                if (0 == (i + 1) % READS_PER_ISOCHRON || i + 1 == pending)
                {
                    readerIsochron.issue();
                    Polling.drain(cluster);
                }
            }
        }

        /**
         * Takes the values of the pending reads, which have been assigned.
         *
         * @return their sum.
         */
        final long sum()
        {
            long sum = 0;
            for (final IsoValue value : values)
            {
                while (!value.isReady())
                {
                    reader.poll();
                }
                sum += value.get();
            }
            return sum;
        }

        final void checkPending()
        {
            for (final IsoValue value : values)
            {
                if (value.isReady())
                {
                    throw new IllegalStateException("a read does not wait for its ASSIGN: " + value);
                }
            }
        }

        final void close()
        {
            cluster.close();
        }
    }

    /**
     * Reads that wait for variables other than the measured one, up to 1023 of them.
     */
    @State(Scope.Benchmark)
    public static class Elsewhere extends Reads
    {
        private static final int FIRST = MEASURED + 1;

        private final IsoValue value = new IsoValue();
        private long count;

        /**
         * Issues the reads.
         */
        @Setup
        public void start()
        {
            launch();
            sched(FIRST, VARIABLES);
            read(FIRST, VARIABLES);
            checkPending();
        }

        /**
         * Assigns all variables, and checks the values of the reads.
         */
        @TearDown
        public void stop()
        {
            checkPending();
            assign(FIRST, VARIABLES, 0);
            final long rounds = pending / (VARIABLES - FIRST);
            final long rest = pending % (VARIABLES - FIRST);
            final long expected = rounds * VARIABLES * (VARIABLES - 1) / 2 + rest * (rest + 1) / 2;
            final long sum = sum();
            if (sum != expected)
            {
                throw new IllegalStateException("sum of the reads: " + sum + " (expected: " + expected + ')');
            }
            close();
        }

        long increment()
        {
            isochron.begin();
            port.read(isochron, MEASURED, value);
            port.sched(isochron, MEASURED);
            isochron.issue();
            final long before = value.await();
            if (before != count)
            {
                throw new IllegalStateException("value: " + before + " (expected: " + count + ')');
            }
            count++;
            isochron.begin();
            port.assign(isochron, MEASURED, count);
            isochron.issue();
            return before;
        }
    }

    /**
     * Reads that all wait for the measured variable, issued again for each invocation.
     */
    @State(Scope.Benchmark)
    public static class Together extends Reads
    {
        private long count;
        private long sum;

        /**
         * Launches the cluster.
         */
        @Setup
        public void start()
        {
            launch();
        }

        /**
         * Issues the reads.
         */
        @Setup(Level.Invocation)
        public void issue()
        {
            sched(MEASURED, MEASURED + 1);
            read(MEASURED, MEASURED + 1);
            checkPending();
        }

        /**
         * Checks the values of the reads.
         */
        @TearDown(Level.Invocation)
        public void check()
        {
            if (sum != count * pending)
            {
                throw new IllegalStateException(
                    "sum of the reads: " + sum + " (expected: " + pending + " times " + count + ')');
            }
        }

        /**
         * Closes the cluster.
         */
        @TearDown
        public void stop()
        {
            close();
        }

        long release()
        {
            count++;
            assign(MEASURED, MEASURED + 1, count);
            sum = sum();
            return sum;
        }
    }

    /**
     * Reads that have got their value.
     */
    @AuxCounters
    @State(Scope.Thread)
    public static class Released
    {
        /**
         * Number of reads.
         */
        public long reads;
    }

    /**
     * Reads and schedules a variable and assigns it, in two isochrons, while reads of other variables wait.
     *
     * @param elsewhere owner of the variable.
     * @return the value that was read.
     */
    @Benchmark
    public long assign(final Elsewhere elsewhere)
    {
        return elsewhere.increment();
    }

    /**
     * Assigns the variable that all reads wait for, and takes their values; {@code reads} is the time for one of them.
     * The reads are issued outside the measured time. That takes two looks at the clock for each invocation, some 50
     * ns, which matters if there are few reads.
     *
     * @param together owner of the variable.
     * @param released counts the reads.
     * @return the sum of the values.
     */
    @Benchmark
    public long release(final Together together, final Released released)
    {
        released.reads += together.pending;
        return together.release();
    }
}
