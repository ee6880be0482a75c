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
 * A message there and back between two threads, each of which spins: one operation is one round trip, there and back.
 * <p>
 * Comparable: in every protocol the sender writes all words of the payload, and the receiver reads all of them, in the
 * memory where they travel; nothing is copied. Not comparable: isotach messages are totally ordered over all hosts, the
 * others are FIFO between two threads; Aeron keeps its messages in files that other processes may map.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RoundTripBenchmark
{
    /**
     * The protocol.
     */
    @Param({ "isotach", "nonisotach", "pinned", "disruptor", "jctools", "agrona", "aeron" })
    public String protocol;

    /**
     * Length of a message in bytes.
     */
    @Param({ "64", "128", "256", "512", "1024" })
    public int payload;

    private Exchange exchange;
    private SpinningThread echo;

    /**
     * Starts the other thread.
     */
    @Setup
    public void start()
    {
        exchange = new RoundTripExchange(Connection.open(protocol, payload), payload);
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
