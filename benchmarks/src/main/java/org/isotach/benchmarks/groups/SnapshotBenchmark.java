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
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
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
     * What makes snapshots atomic: snapshots of this library, in its default mode, that are prepared, whose function
     * names its variables, or whose words are taken; or that are put together on the spot; or optimistic reads.
     */
    @Param({ "isotach", "isotach-words", "isotach-on-the-spot", "stampedlock" })
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
            new IsotachVariables(subject);
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
        private final Isotach isotach = Isotach.launch(new IsotachContext());
        private final IsoLong[][] groups = { isotach.longs("read", SIZE, 0), isotach.longs("other", SIZE, 0) };
        private final Reader reader;

        IsotachVariables(final String subject)
        {
            reader = new Reader(isotach, groups[0], subject);
        }

        @Override
        public long snapshot()
        {
            return reader.snapshot();
        }

        @Override
        public LongConsumer writer(final int group)
        {
            return new Writer(isotach, groups[group]);
        }

        @Override
        public void close()
        {
            isotach.close();
        }
    }

    /**
     * What the measured thread writes for each snapshot.
     */
    private static final class Reader extends Padded
    {
        private final boolean isByWords;
        private final boolean isOnTheSpot;
        private final Isotach isotach;
        private final IsoLong[] group;
        private final PreparedSnapshot<?> snapshot;
        private final long[] words = new long[SIZE];
        private long sum;

        Reader(final Isotach isotach, final IsoLong[] group, final String subject)
        {
            isByWords = "isotach-words".equals(subject);
            isOnTheSpot = "isotach-on-the-spot".equals(subject);
            this.isotach = isotach;
            this.group = group;
            snapshot = isotach.prepare(this::sum, group);
        }

        long snapshot()
        {
            if (isOnTheSpot)
            {
                isotach.snapshot(this::sum, group);
                return sum;
            }
            if (!isByWords)
            {
                snapshot.take();
                return sum;
            }
            snapshot.takeWords(words);
            long sumOfWords = 0;
            // As many as the compiler knows, like those of the array behind the lock.
            for (int i = 0; i < SIZE; i++)
            {
                sumOfWords += words[i];
            }
            return sumOfWords;
        }

        /**
         * A result would be a {@code Long}.
         */
        private Object sum(final Snapshot now)
        {
            long total = 0;
            for (final IsoLong variable : group)
            {
                total += now.get(variable);
            }
            sum = total;
            return null;
        }
    }

    /**
     * One thread that writes.
     */
    private static final class Writer extends Padded implements LongConsumer
    {
        private final Isotach isotach;
        private final IsoLong[] group;
        private final Consumer<Batch> body = this::set;
        private long value;

        Writer(final Isotach isotach, final IsoLong[] group)
        {
            this.isotach = isotach;
            this.group = group;
        }

        @Override
        public void accept(final long next)
        {
            value = next;
            isotach.write(body);
        }

        private void set(final Batch batch)
        {
            for (final IsoLong variable : group)
            {
                batch.set(variable, value);
            }
        }
    }

    private static final class LockedVariables implements Variables
    {
        // Between the two groups, so that no line has words of both.
        private static final int GAP = 2 * OffHeapBuffer.CACHE_LINE_LENGTH / Long.BYTES;

        private final StampedLock lock = new StampedLock();
        private final long[] words = new long[2 * (SIZE + GAP)];

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
            for (int i = 0; i < SIZE; i++)
            {
                sum += words[i];
            }
            return sum;
        }

        @Override
        public LongConsumer writer(final int group)
        {
            final int first = group * (SIZE + GAP);
            return value ->
            {
                final long stamp = lock.writeLock();
                try
                {
                    Arrays.fill(words, first, first + SIZE, value);
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
