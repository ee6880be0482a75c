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
 * Four words there and back between two threads, each of which spins: one operation is one round trip. Active messages
 * with their default settings, against two pipes and loopback TCP, whose channels do not block.
 * <p>
 * Comparable: the sender writes four words, and the receiver reads four words, which go back in the same way. Not
 * comparable: pipes and TCP go through the kernel, connect processes and, TCP, machines, and do not call a handler.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EndpointRoundTripBenchmark
{
    private static final int PAYLOAD = 32;

    /**
     * The protocol.
     */
    @Param({ "active-messages", "pipe", "tcp" })
    public String protocol;

    private Exchange exchange;
    private SpinningThread other;

    /**
     * Starts the other thread.
     */
    @Setup
    public void start()
    {
        exchange = "active-messages".equals(protocol) ? new ActiveMessageExchange(protocol) :
            new RoundTripExchange(Connection.open(protocol, PAYLOAD), PAYLOAD);
        other = SpinningThread.start("echo", exchange::serve);
    }

    /**
     * Ends the other thread.
     *
     * @throws InterruptedException when interrupted.
     */
    @TearDown
    public void stop() throws InterruptedException
    {
        other.stop();
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
