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
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.funi.PacketView;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
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
 * A transfer of active messages, and a put of a queue pair, to memory of another host, against a direct copy of the
 * same bytes. One thread has both ends: it sends what there is room for, and polls the port of the receiver. One
 * operation is one transfer, until its handler has run and its answer has arrived, or one put, until its notice has
 * been taken.
 * <p>
 * Not comparable: a transfer and a put work between threads, and tell the receiver. In packets, all bytes are copied
 * three times. With one thread at both ends these copies cannot overlap; the packets stay in its cache.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransferBenchmark
{
    /**
     * Source and target.
     */
    @State(Scope.Thread)
    public static class Memory
    {
        /**
         * Number of bytes.
         */
        @Param({ "65536", "16777216" })
        public int length;

        OffHeapBuffer source;
        OffHeapBuffer target;
        private long count;

        /**
         * Allocates both, and writes to all pages.
         */
        @Setup
        public void allocate()
        {
            source = OffHeapBuffer.allocate(length);
            target = OffHeapBuffer.allocate(length);
            for (int i = 0; i < length; i += Long.BYTES)
            {
                source.putLong(i, i);
                target.putLong(i, i);
            }
        }

        /**
         * The last word is another one each time.
         */
        void change()
        {
            source.putLong(length - Long.BYTES, ++count);
        }

        long lastWord()
        {
            final long word = target.getLong(length - Long.BYTES);
            if (word != count)
            {
                throw new IllegalStateException("last word: " + word + " instead of " + count);
            }
            return word;
        }
    }

    /**
     * Two ports, beside the memory.
     */
    @State(Scope.Thread)
    public static class Ports extends Memory
    {
        /**
         * Length of the longest packet in bytes, with its header of 56, for transfers whose bytes packets carry. With 0
         * the sender copies them to their place, which is the default.
         */
        @Param({ "0", "16448" })
        public int maxPacketLength;

        private Cluster cluster;
        private AmPort sender;
        private AmPort receiver;
        private int handler;
        private long pointer;

        /**
         * Launches the cluster, when the memory is there.
         */
        @Setup
        public void start()
        {
            cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
            final AmContext context = new AmContext();
            if (maxPacketLength > 0)
            {
                context.directTransfers(false).maxPacketLength(maxPacketLength);
            }
            final ActiveMessages messages = ActiveMessages.on(cluster, context);
            sender = messages.port(cluster.host(0));
            receiver = messages.port(cluster.host(1));
            pointer = receiver.register(target).pointer(0);
            handler = messages.onRequest((request) ->
            {
                // An empty reply tells the sender.
            });
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
     * Two members of a gang, beside the memory. With a name before that of Memory, start() would be called first.
     */
    @State(Scope.Thread)
    public static class QueuePairs extends Memory
    {
        private Cluster cluster;
        private QueuePair sender;
        private QueuePair receiver;
        private final PacketHandler handler = this::take;
        private long pointer;
        private long taken;

        /**
         * Launches the cluster, when the memory is there.
         */
        @Setup
        public void start()
        {
            cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
            final Gang gang = FuniSupervisor.on(cluster).open(new GangContext());
            sender = gang.queuePair(0);
            receiver = gang.queuePair(1);
            pointer = receiver.segment(target, Rights.PUT).pointer(0);
        }

        /**
         * Closes the cluster.
         */
        @TearDown
        public void stop()
        {
            cluster.close();
        }

        private void take(final Priority priority, final int type, final int node, final PacketView view)
        {
            taken += view.length();
        }
    }

    /**
     * A direct copy.
     *
     * @param memory source and target.
     * @return the last word.
     */
    @Benchmark
    public long copy(final Memory memory)
    {
        memory.change();
        memory.source.copyTo(0, memory.target, 0, memory.length);
        return memory.lastWord();
    }

    /**
     * A transfer.
     *
     * @param ports two ports, and source and target.
     * @return the last word.
     */
    @Benchmark
    public long transfer(final Ports ports)
    {
        ports.change();
        while (!ports.sender.tryTransfer(1, ports.handler, ports.source, 0, ports.length, ports.pointer, 0))
        {
            ports.receiver.poll();
        }
        while (ports.sender.outstanding() > 0)
        {
            ports.receiver.poll();
            ports.sender.poll();
        }
        return ports.lastWord();
    }

    /**
     * A put, until its notice has been taken.
     *
     * @param pairs two members of a gang, and source and target.
     * @return the last word.
     */
    @Benchmark
    public long put(final QueuePairs pairs)
    {
        pairs.change();
        final long ticket =
            pairs.sender.tryPut(Priority.REQUEST, pairs.source, 0, pairs.pointer, pairs.length, 0, 0);
        while (!pairs.sender.isReusable(ticket))
        {
            Thread.onSpinWait();
        }
        if (1 != pairs.receiver.poll(1, pairs.handler))
        {
            throw new IllegalStateException("there is no notice");
        }
        return pairs.lastWord();
    }
}
