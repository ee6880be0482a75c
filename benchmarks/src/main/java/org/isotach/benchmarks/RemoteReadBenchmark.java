/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

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

/**
 * One read of a variable whose only copy is at another host: the round trip of isotach.
 * <p>
 * The shape is that of {@link BaselineBenchmark#disruptorRoundTrip}: the application of host 0 runs on the measured
 * thread, and a thread that spins serves host 1.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RemoteReadBenchmark
{
    /**
     * Two hosts, a page at host 1, and the application of host 0.
     */
    @State(Scope.Benchmark)
    public static class Reader
    {
        private Exchange exchange;
        private SpinningThread owner;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            exchange = new RemoteReadExchange();
            owner = SpinningThread.start("owner", exchange::serve);
        }

        /**
         * Closes the cluster.
         *
         * @throws InterruptedException when interrupted.
         */
        @TearDown
        public void close() throws InterruptedException
        {
            owner.stop();
            exchange.close();
        }

        long read()
        {
            return exchange.operate();
        }
    }

    /**
     * Reads a variable of another host and waits for the value.
     *
     * @param reader application of host 0.
     * @return the value.
     */
    @Benchmark
    public long remoteRead(final Reader reader)
    {
        return reader.read();
    }
}
