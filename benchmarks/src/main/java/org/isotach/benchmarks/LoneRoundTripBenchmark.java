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

    private Connection connection;
    private Endpoint endpoint;
    private Endpoint other;
    private long sent;

    /**
     * Connects the thread with itself.
     */
    @Setup
    public void open()
    {
        connection = Connection.open(protocol, payload);
        endpoint = connection.endpoint(0);
        other = connection.endpoint(1);
    }

    /**
     * Closes the connection.
     */
    @TearDown
    public void close()
    {
        connection.close();
    }

    /**
     * There and back.
     *
     * @return the sum of the words that came back.
     */
    @Benchmark
    public long roundTrip()
    {
        final int words = payload / Long.BYTES;
        final long word = ++sent;
        endpoint.send(word);
        other.send(other.receive() / words);
        final long sum = endpoint.receive();
        if (sum != word * words)
        {
            throw new IllegalStateException("received " + sum + " after " + word + " was sent");
        }
        return sum;
    }
}
