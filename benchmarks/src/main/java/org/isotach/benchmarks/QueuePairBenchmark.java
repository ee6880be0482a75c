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
 * Messages of 64 bytes from one thread to another, as {@link StreamBenchmark}: over a queue pair, and over what it is
 * made like.
 * <p>
 * Not comparable: a queue pair has two priorities, compares the tag of each packet, checks what it is given, and looks
 * whether its gang, both members and the cluster are there; the others do none of that.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class QueuePairBenchmark extends MessageStream
{
    /**
     * The protocol.
     */
    @Param({ "queue-pair", "jctools", "disruptor" })
    public String protocol;

    /**
     * Length of a message in bytes.
     */
    @Param("64")
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
