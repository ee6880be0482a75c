/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.link.RecordReader;
import org.isotach.niu.link.RecordRing;
import org.isotach.niu.link.RecordWriter;
import org.isotach.niu.spi.LinkFaults;
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
 * The work of active messages, without the time that another core takes: one thread has both ends. A request of four
 * words and its reply are compared to four words that are written to a ring, read, written to another one, and read.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ActiveMessageBenchmark
{
    private static final int REQUESTS = 64;

    /**
     * Two rings, and nothing else.
     */
    @State(Scope.Thread)
    public static class Rings
    {
        // As long as a request of four words with its header.
        private static final int PACKET_LENGTH = 56;

        private final RecordRing there = new RecordRing(1 << 15);
        private final RecordRing back = new RecordRing(1 << 15);

        private static void send(final RecordRing ring, final long value)
        {
            final RecordWriter writer = ring.writer();
            final int offset = writer.tryClaim(PACKET_LENGTH);
            final OffHeapBuffer buffer = writer.buffer();
            buffer.putLongs(offset, value, 1, 2, 3);
            for (int i = 4 * Long.BYTES; i < PACKET_LENGTH; i += Long.BYTES)
            {
                buffer.putLong(offset + i, value);
            }
            writer.commit();
        }

        private static long receive(final RecordRing ring)
        {
            final RecordReader reader = ring.reader();
            long sum = 0;
            while (reader.next())
            {
                for (int i = 0; i < PACKET_LENGTH; i += Long.BYTES)
                {
                    sum += reader.buffer().getLong(reader.offset() + i);
                }
            }
            return sum;
        }
    }

    /**
     * Two ports.
     */
    @State(Scope.Thread)
    public static class Ports
    {
        /**
         * What is switched on: {@code bare} has neither windows nor keys.
         */
        @Param({ "bare", "keys", "windows", "ordered", "checksums" })
        public String features;

        /**
         * Number of requests without an answer.
         */
        @Param({ "4", "8", "64" })
        public int depth;

        private Cluster cluster;
        private AmPort sender;
        private AmPort receiver;
        private int request;
        private long sum;

        /**
         * Launches the cluster.
         */
        @Setup
        public void start()
        {
            final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER);
            if ("checksums".equals(features))
            {
                // Next to no faults, but everything that is for them.
                context.linkFaults(new LinkFaults(1e-9, 0, 0, 0, 0, 1));
            }
            cluster = Cluster.launch(context);
            final ActiveMessages am = ActiveMessages.on(cluster, new AmContext()
                .depth(depth)
                .checkKeys(!"bare".equals(features))
                .reliable(!"bare".equals(features) && !"keys".equals(features))
                .inOrder("ordered".equals(features)));
            sender = am.port(cluster.host(0));
            receiver = am.port(cluster.host(1));
            final int done = am.onReply(reply ->
                sum += reply.arg(0) + reply.arg(1) + reply.arg(2) + reply.arg(3));
            request = am.onRequest(arrived ->
                arrived.reply(done, arrived.arg(0), arrived.arg(1), arrived.arg(2), arrived.arg(3)));
        }

        /**
         * Closes the cluster.
         */
        @TearDown
        public void stop()
        {
            cluster.close();
        }
    }

    /**
     * There and back.
     *
     * @param rings two rings.
     * @return the sum of the words that came back.
     */
    @Benchmark
    public long ringRoundTrip(final Rings rings)
    {
        Rings.send(rings.there, 1);
        Rings.send(rings.back, Rings.receive(rings.there));
        return Rings.receive(rings.back);
    }

    /**
     * As many there, and then back, as a window of eight has.
     *
     * @param rings two rings.
     * @return the sum of the words that came back.
     */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long ringStream(final Rings rings)
    {
        long sum = 0;
        for (int i = 0; i < REQUESTS; i += 8)
        {
            for (int j = 0; j < 8; j++)
            {
                Rings.send(rings.there, j);
            }
            final long received = Rings.receive(rings.there);
            for (int j = 0; j < 8; j++)
            {
                Rings.send(rings.back, received);
            }
            sum += Rings.receive(rings.back);
        }
        return sum;
    }

    /**
     * A request and its reply.
     *
     * @param ports two ports.
     * @return the sum of the words that came back.
     */
    @Benchmark
    public long requestAndReply(final Ports ports)
    {
        ports.sender.tryRequest(1, ports.request, 1, 2, 3, 4);
        ports.receiver.poll();
        ports.sender.poll();
        return ports.sum;
    }

    /**
     * Requests, each of which waits only for room.
     *
     * @param ports two ports.
     * @return the sum of the words that came back.
     */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long stream(final Ports ports)
    {
        for (int i = 0; i < REQUESTS; i++)
        {
            if (0 == i % ports.depth)
            {
                ports.receiver.poll();
            }
            while (!ports.sender.tryRequest(1, ports.request, i, 2, 3, 4))
            {
                ports.receiver.poll();
            }
        }
        return ports.sum;
    }
}
