/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.isotach.memory.Padded;

/**
 * Measures a round trip between two threads without isotach, to which {@link RemoteReadBenchmark} is compared.
 * <p>
 * Each operation is one round trip, measured on the thread that begins it; the other thread spins.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BaselineBenchmark
{
    /**
     * Two words, each written by one thread and read by the other: no cooperation of two threads is faster.
     */
    @State(Scope.Benchmark)
    public static class Words
    {
        // Two cache lines apart from each other, and from memory before and behind.
        private static final int PING = 16;
        private static final int PONG = 32;

        private final AtomicLongArray words = new AtomicLongArray(48);
        private SpinningThread echo;
        private long sent;

        /**
         * Starts the other thread.
         */
        @Setup
        public void start()
        {
            echo = SpinningThread.start("echo", new Echo(words));
        }

        /**
         * Ends the other thread.
         *
         * @throws InterruptedException when interrupted.
         */
        @TearDown
        public void stop() throws InterruptedException
        {
            echo.stop();
        }

        /**
         * The same two words without the thread.
         */
        Exchange exchange()
        {
            final Echo other = new Echo(words);
            return new Exchange()
            {
                @Override
                public long operate()
                {
                    return roundTrip();
                }

                @Override
                public int serve()
                {
                    return other.getAsInt();
                }

                @Override
                public void close()
                {
                    // Holds nothing but memory.
                }
            };
        }

        long roundTrip()
        {
            final long value = ++sent;
            words.setRelease(PING, value);
            while (words.getAcquire(PONG) != value)
            {
                Thread.onSpinWait();
            }
            return value;
        }

        /**
         * The other end, which counts apart from the measured one.
         */
        private static final class Echo extends Padded implements IntSupplier
        {
            private final AtomicLongArray words;
            private long echoed;

            Echo(final AtomicLongArray words)
            {
                this.words = words;
            }

            @Override
            public int getAsInt()
            {
                final long value = words.getAcquire(PING);
                if (value == echoed)
                {
                    return 0;
                }
                echoed = value;
                words.setRelease(PONG, value);
                return 1;
            }
        }
    }

    /**
     * Two bare Disruptors with one producer and one consumer each.
     */
    @State(Scope.Benchmark)
    public static class Disruptors
    {
        private final Exchange exchange = new DisruptorExchange();
        private SpinningThread echo;

        /**
         * Starts the other thread.
         */
        @Setup
        public void start()
        {
            echo = SpinningThread.start("echo", exchange::serve);
        }

        /**
         * Ends the other thread.
         *
         * @throws InterruptedException when interrupted.
         */
        @TearDown
        public void stop() throws InterruptedException
        {
            echo.stop();
        }

        long roundTrip()
        {
            return exchange.operate();
        }
    }

    /**
     * There and back over two words.
     *
     * @param words of the round trip.
     * @return the answer.
     */
    @Benchmark
    public long wordsRoundTrip(final Words words)
    {
        return words.roundTrip();
    }

    /**
     * There and back over two Disruptors.
     *
     * @param disruptors of the round trip.
     * @return the answer.
     */
    @Benchmark
    public long disruptorRoundTrip(final Disruptors disruptors)
    {
        return disruptors.roundTrip();
    }
}
