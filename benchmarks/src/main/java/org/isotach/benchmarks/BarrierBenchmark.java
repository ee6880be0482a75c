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
 * Barriers of several hosts, driven by two threads: one operation is one barrier, from the first participation to the
 * completion at the last host.
 * <p>
 * Comparable: no host is told before all have participated. Not comparable: the strong isotach barrier is ordered
 * behind all messages and completes in one pulse everywhere; a Phaser and the non-isotach barrier are not and do not,
 * and the Phaser knows two threads only, however many hosts they stand for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BarrierBenchmark
{
    /**
     * The barrier.
     */
    @Param({ "isotach", "nonisotach", "phaser" })
    public String protocol;

    /**
     * Number of hosts, half of them for each thread.
     */
    @Param({ "2", "4", "16" })
    public int hosts;

    private BarrierExchange exchange;
    private SpinningThread other;

    /**
     * Starts the other thread.
     */
    @Setup
    public void start()
    {
        exchange = new BarrierExchange(protocol, hosts);
        other = SpinningThread.start("other", exchange::serve);
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
     * One barrier.
     */
    @Benchmark
    public void barrier()
    {
        exchange.operate();
    }
}
