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
 * A stream of buffers over a Myrinet channel, against Aeron IPC: one operation is one message received by the measured
 * thread. The sender writes every word, the receiver reads every word. The long messages are the longest that Aeron
 * sends without taking them apart.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChannelBenchmark extends MessageStream
{
    /**
     * The protocol.
     */
    @Param({ "channel", "aeron" })
    public String protocol;

    /**
     * Length of a message in bytes.
     */
    @Param({ "1024", "65472" })
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
