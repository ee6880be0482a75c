/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

import org.isotach.actions.Batch;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.PreparedSnapshot;
import org.isotach.actions.Snapshot;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * One thread that takes snapshots of 16 variables, while nobody writes, or two other threads write other variables, or
 * these.
 * <p>
 * Comparable: who writes and reads what; each snapshot is complete, and of one moment, when the call returns. Not
 * comparable: the writers write as fast as they can, which differs; with {@code stampedlock} all variables are behind
 * one lock, and an optimistic read that fails takes the read lock.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SnapshotBenchmark
{
    private static final int SIZE = 16;
    private static final int WRITERS = 2;

    /**
     * What makes snapshots atomic: prepared snapshots of this library, in its default mode, whose function names its
     * variables, or whose words are taken; or optimistic reads.
     */
    @Param({ "isotach", "isotach-words", "stampedlock" })
    public String subject;

    /**
     * Which variables the two other threads write.
     */
    @Param({ "none", "others", "these" })
    public String written;

    private final List<SpinningThread> writers = new ArrayList<>();
    private Variables variables;

    /**
     * Two groups of variables.
     */
    private interface Variables extends AutoCloseable
    {
        long snapshot();

        /**
         * Returns what writes one value to a group, 0 or 1; for one thread.
         */
        LongConsumer writer(int group);

        @Override
        void close();
    }

    /**
     * Makes the variables, and starts the writers.
     */
    @Setup
    public void open()
    {
        variables = "stampedlock".equals(subject) ? new LockedVariables() :
            new IsotachVariables("isotach-words".equals(subject));
        final int group = "these".equals(written) ? 0 : 1;
        for (int i = 0; i < WRITERS && !"none".equals(written); i++)
        {
            final long[] next = { i };
            final LongConsumer writer = variables.writer(group);
            writers.add(SpinningThread.start("writer " + i, () ->
            {
                next[0] += WRITERS;
                writer.accept(next[0]);
                return 1;
            }));
        }
    }

    /**
     * Ends the writers.
     *
     * @throws InterruptedException if interrupted.
     */
    @TearDown
    public void close() throws InterruptedException
    {
        for (final SpinningThread writer : writers)
        {
            writer.stop();
        }
        variables.close();
    }

    /**
     * Reads 16 variables.
     *
     * @return their sum.
     */
    @Benchmark
    public long snapshot()
    {
        final long sum = variables.snapshot();
        if (0 != sum % SIZE)
        {
            throw new IllegalStateException("sum: " + sum + " (expected: a multiple of " + SIZE + ")");
        }
        return sum;
    }

    private static final class IsotachVariables implements Variables
    {
        private final boolean isByWords;
        private final long[] words = new long[SIZE];
        private final Isotach isotach = Isotach.launch(new IsotachContext());
        private final IsoLong[][] groups = { isotach.longs("read", SIZE, 0), isotach.longs("other", SIZE, 0) };
        private final PreparedSnapshot<?> snapshot = isotach.prepare(this::sum, groups[0]);
        private long sum;

        IsotachVariables(final boolean isByWords)
        {
            this.isByWords = isByWords;
        }

        @Override
        public long snapshot()
        {
            if (!isByWords)
            {
                snapshot.take();
                return sum;
            }
            snapshot.takeWords(words);
            long sumOfWords = 0;
            for (final long word : words)
            {
                sumOfWords += word;
            }
            return sumOfWords;
        }

        /**
         * A result would be a {@code Long}.
         */
        private Object sum(final Snapshot now)
        {
            long total = 0;
            for (final IsoLong variable : groups[0])
            {
                total += now.get(variable);
            }
            sum = total;
            return null;
        }

        @Override
        public LongConsumer writer(final int group)
        {
            final long[] next = new long[1];
            final Consumer<Batch> body = batch ->
            {
                for (final IsoLong variable : groups[group])
                {
                    batch.set(variable, next[0]);
                }
            };
            return value ->
            {
                next[0] = value;
                isotach.write(body);
            };
        }

        @Override
        public void close()
        {
            isotach.close();
        }
    }

    private static final class LockedVariables implements Variables
    {
        private final StampedLock lock = new StampedLock();
        private final long[][] groups = new long[2][SIZE];

        @Override
        public long snapshot()
        {
            final long optimistic = lock.tryOptimisticRead();
            if (0 != optimistic)
            {
                final long sum = sum();
                if (lock.validate(optimistic))
                {
                    return sum;
                }
            }
            final long stamp = lock.readLock();
            try
            {
                return sum();
            }
            finally
            {
                lock.unlockRead(stamp);
            }
        }

        private long sum()
        {
            long sum = 0;
            for (final long value : groups[0])
            {
                sum += value;
            }
            return sum;
        }

        @Override
        public LongConsumer writer(final int group)
        {
            return value ->
            {
                final long stamp = lock.writeLock();
                try
                {
                    Arrays.fill(groups[group], value);
                }
                finally
                {
                    lock.unlockWrite(stamp);
                }
            };
        }

        @Override
        public void close()
        {
        }
    }
}
