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
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Messages from one sender to several receivers in total order: one operation is one message that all receivers have
 * received. The sender sends one message, or a burst, and waits until all receivers have all of it; for a single
 * message that is the latency to the slowest receiver, as the sender sees it.
 * <p>
 * Comparable: sender and receivers write and read all words; all receivers receive in one order, which would be the
 * same with more senders. A thread that waits for the receivers spins for a moment and then gives its processor away.
 * In both protocols no more messages are in flight than the sender waits for: 1, or 128. Neither protocol holds the
 * sender back before that: isotach has room for 256 frames of up to 128 isochrons each, a message being one of them,
 * JGroups for 5,000,000 bytes per receiver.
 * <p>
 * Not comparable: which messages travel together. In isotach all messages of a burst fit into one frame, which all
 * receivers read in place; JGroups passes each one to the sequencer, and bundles those that its threads find waiting at
 * the same time. Isotach keeps no copy for hosts that fail; JGroups copies, numbers and acknowledges, could leave the
 * machine, and survives the loss of a member. Isotach has one thread that receives for all receivers, JGroups threads
 * of its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MulticastBenchmark
{
    private static final int PAYLOAD = 64;

    /**
     * The protocol.
     */
    @Param({ "isotach", "jgroups" })
    public String protocol;

    /**
     * Number of receivers.
     */
    @Param({ "2", "4" })
    public int receivers;

    private Multicast group;
    private long sent;

    /**
     * Starts the receivers.
     */
    @Setup
    public void start()
    {
        group = Multicast.open(protocol, receivers, PAYLOAD);
    }

    /**
     * Ends the receivers.
     */
    @TearDown
    public void stop()
    {
        group.close();
    }

    /**
     * One message after the other.
     *
     * @return number of messages received.
     */
    @Benchmark
    public long single()
    {
        return multicast(1);
    }

    /**
     * Bursts of 128.
     *
     * @return number of messages received.
     */
    @Benchmark
    @OperationsPerInvocation(128)
    public long burst()
    {
        return multicast(128);
    }

    private long multicast(final int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            group.send(sent++);
        }
        int attempts = 0;
        while (group.received() < sent)
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
        return sent;
    }
}
