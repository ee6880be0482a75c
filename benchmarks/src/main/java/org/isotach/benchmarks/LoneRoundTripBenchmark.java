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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A message there and back, with one thread at both ends: the time of {@link RoundTripBenchmark} if no cache line had
 * to change hands. One operation is one round trip.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoneRoundTripBenchmark
{
    /**
     * The protocol.
     */
    @Param({ "isotach", "nonisotach", "pinned", "disruptor", "jctools", "agrona", "aeron" })
    public String protocol;

    /**
     * Length of a message in bytes.
     */
    @Param({ "64", "1024" })
    public int payload;

    private LoneRoundTripExchange exchange;

    /**
     * Connects the thread with itself.
     */
    @Setup
    public void open()
    {
        exchange = new LoneRoundTripExchange(Connection.open(protocol, payload), payload);
    }

    /**
     * Closes the connection.
     */
    @TearDown
    public void close()
    {
        exchange.close();
    }

    /**
     * There and back.
     *
     * @return the sum of the words that came back.
     */
    @Benchmark
    public long roundTrip()
    {
        return exchange.operate();
    }
}
