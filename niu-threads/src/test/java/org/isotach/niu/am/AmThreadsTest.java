/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * One thread per host, in all modes, on links without and with faults.
 */
class AmThreadsTest
{
    private static final int HOSTS = 3;
    private static final int TRANSFERS = 40;
    private static final int PLACES = 4;

    // Five packets and a rest.
    private static final int LENGTH = 10_000;

    private Cluster cluster;
    private AmPort[] ports;

    private ActiveMessages launch(final ThreadingMode mode, final LinkFaults faults, final AmContext context)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(mode).linkFaults(faults));
        final ActiveMessages am = ActiveMessages.on(cluster, context);
        ports = new AmPort[HOSTS];
        Arrays.setAll(ports, host -> am.port(cluster.host(host)));
        return am;
    }

    private void flood(final ThreadingMode mode, final LinkFaults faults, final AmContext context, final int count)
        throws Exception
    {
        flood(mode, faults, context, count, 0);
    }

    /**
     * Each host sends to random hosts, and serves until all have everything; again and again until the time is over.
     */
    private void flood(
        final ThreadingMode mode, final LinkFaults faults, final AmContext context, final int count, final int seconds)
        throws Exception
    {
        final ActiveMessages am = launch(mode, faults, context);
        try
        {
            // By sender and number: how often it was handled, and answered.
            final AtomicIntegerArray handled = new AtomicIntegerArray(HOSTS * count);
            final AtomicIntegerArray answered = new AtomicIntegerArray(HOSTS * count);
            final int reply = am.onReply(arrived ->
                answered.incrementAndGet(arrived.self() * count + (int)arrived.arg(0)));
            final int request = am.onRequest(arrived ->
            {
                handled.incrementAndGet(arrived.source() * count + (int)arrived.arg(0));
                arrived.reply(reply, arrived.arg(0), 0, 0, 0);
            });
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            int round = 0;
            do
            {
                round++;
                onAllHosts(port ->
                {
                    final Random random = new Random(port.self());
                    for (int i = 0; i < count; i++)
                    {
                        port.request(random.nextInt(HOSTS), request, i, 0, 0, 0);
                    }
                });
                for (int i = 0; i < HOSTS * count; i++)
                {
                    assertEquals(round, handled.get(i));
                    assertEquals(round, answered.get(i));
                }
            }
            while (System.nanoTime() - endNs < 0);
        }
        finally
        {
            cluster.close();
        }
    }

    /**
     * Lets each host send, and serve until all have come to their ends.
     */
    private void onAllHosts(final Consumer<AmPort> sender) throws InterruptedException
    {
        final TestThreads threads = new TestThreads();
        final AtomicInteger done = new AtomicInteger();
        for (final AmPort port : ports)
        {
            threads.start("host-" + port.self(), () ->
            {
                sender.accept(port);
                port.awaitAnswers();
                done.incrementAndGet();
                port.await(() -> HOSTS == done.get(), "all hosts");
            });
        }
        threads.join();
    }

    /**
     * All hosts send transfers of several pieces, some of which are lost, doubled, late and corrupt.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h6ShouldTransferSeveralPiecesOnLinksWithFaults(final ThreadingMode mode) throws Exception
    {
        final ActiveMessages am =
            launch(mode, new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 6), new AmContext());
        try
        {
            final Region[] regions = new Region[HOSTS];
            Arrays.setAll(regions, host -> ports[host].register(OffHeapBuffer.allocate(HOSTS * PLACES * LENGTH)));
            final AtomicIntegerArray handled = new AtomicIntegerArray(HOSTS * TRANSFERS);
            final AtomicInteger wrong = new AtomicInteger();
            final int landed = am.onRequest(arrived ->
            {
                final int number = (int)arrived.arg(0);
                final OffHeapBuffer memory = regions[arrived.self()].memory();
                for (int i = 0; i < LENGTH; i++)
                {
                    final byte landedByte = memory.getByte(place(arrived.source(), number) + i);
                    wrong.addAndGet(content(arrived.source(), number, i) == landedByte ? 0 : 1);
                }
                handled.incrementAndGet(arrived.source() * TRANSFERS + number);
            });
            onAllHosts(port ->
            {
                final Random random = new Random(port.self());
                final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
                for (int number = 0; number < TRANSFERS; number++)
                {
                    for (int i = 0; i < LENGTH; i++)
                    {
                        source.putByte(i, content(port.self(), number, i));
                    }
                    final int target = random.nextInt(HOSTS);
                    port.transfer(target, landed, source, 0, LENGTH,
                        regions[target].pointer(place(port.self(), number)), number);
                    if (0 == (number + 1) % PLACES)
                    {
                        // Their places are used again.
                        port.awaitAnswers();
                    }
                }
            });
            for (int i = 0; i < HOSTS * TRANSFERS; i++)
            {
                assertEquals(1, handled.get(i));
            }
            assertEquals(0, wrong.get());
        }
        finally
        {
            cluster.close();
        }
    }

    private static int place(final int sender, final int number)
    {
        return (sender * PLACES + number % PLACES) * LENGTH;
    }

    private static byte content(final int sender, final int number, final int index)
    {
        return (byte)(7 * index + 31 * number + sender);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h20ShouldServeWhileItWaitsForRoom(final ThreadingMode mode) throws Exception
    {
        flood(mode, LinkFaults.NONE, new AmContext().depth(2), 5_000);
    }

    /**
     * For longer: {@code -Dam.flood.seconds=150}, in each mode.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void h21ShouldComeToAnEndWithTheSmallestBuffers(final ThreadingMode mode) throws Exception
    {
        flood(mode, LinkFaults.NONE, new AmContext().depth(1).maxPacketLength(64), 5_000,
            Integer.getInteger("am.flood.seconds", 0));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h9ShouldRunEachHandlerOnceOnLinksWithFaults(final ThreadingMode mode) throws Exception
    {
        flood(mode, new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 9), new AmContext(), 500);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldShareThePortsWithThreadsOfTheCluster(final ThreadingMode mode) throws Exception
    {
        flood(mode, LinkFaults.NONE, new AmContext().progress(Progress.CLUSTER), 2_000);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldShareThePortsOnLinksWithFaults(final ThreadingMode mode) throws Exception
    {
        flood(mode, new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 9), new AmContext().progress(Progress.CLUSTER), 200);
    }
}
