/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Messages from one thread to another as fast as credits allow: one operation is one message received, in order, by the
 * measured thread. Messages in the buffers of the sender do not count.
 * <p>
 * {@link RoundTripBenchmark} says what is comparable, and what is not. Each isotach message is an isochron of its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StreamBenchmark extends MessageStream
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

    @Override
    String protocolName()
    {
        return protocol;
    }

    @Override
    int payloadLength()
    {
        return payload;
    }
}
