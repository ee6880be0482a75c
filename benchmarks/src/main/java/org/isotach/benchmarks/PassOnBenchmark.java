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
 * A long message is passed on by a stage that reads 8 bytes of it, over Myrinet channels, against Aeron IPC: one
 * operation is one message passed on by the measured thread. Another thread is source and sink.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PassOnBenchmark
{
    /**
     * The protocol.
     */
    @Param({ "channel", "aeron" })
    public String protocol;

    /**
     * Length of a message in bytes.
     */
    @Param("65472")
    public int payload;

    private PassOn pipeline;
    private SpinningThread other;

    /**
     * Starts source and sink.
     */
    @Setup
    public void start()
    {
        pipeline = PassOn.open(protocol, payload);
        other = SpinningThread.start("source-and-sink", pipeline::serve);
    }

    /**
     * Ends source and sink.
     *
     * @throws InterruptedException when interrupted.
     */
    @TearDown
    public void stop() throws InterruptedException
    {
        other.stop();
        pipeline.close();
    }

    /**
     * The next message.
     *
     * @return its first word.
     */
    @Benchmark
    public long pass()
    {
        return pipeline.pass();
    }
}
