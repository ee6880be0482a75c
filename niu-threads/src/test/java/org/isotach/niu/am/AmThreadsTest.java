/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * One thread per host, in all modes, on links without and with faults.
 */
class AmThreadsTest
{
    private static final int HOSTS = 3;

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

    /**
     * Each host sends to random hosts, and serves until all have everything.
     */
    private void flood(final ThreadingMode mode, final LinkFaults faults, final AmContext context, final int count)
        throws Exception
    {
        final ActiveMessages am = launch(mode, faults, context);
        try
        {
            // By sender and number: how often it was handled, and answered.
            final AtomicIntegerArray handled = new AtomicIntegerArray(HOSTS * count);
            final AtomicIntegerArray answered = new AtomicIntegerArray(HOSTS * count);
            final AtomicInteger done = new AtomicInteger();
            final int reply = am.onReply(arrived ->
                answered.incrementAndGet(arrived.self() * count + (int)arrived.arg(0)));
            final int request = am.onRequest(arrived ->
            {
                handled.incrementAndGet(arrived.source() * count + (int)arrived.arg(0));
                arrived.reply(reply, arrived.arg(0), 0, 0, 0);
            });
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < HOSTS; host++)
            {
                final AmPort port = ports[host];
                threads.start("host-" + host, () ->
                {
                    final Random random = new Random(port.self());
                    for (int i = 0; i < count; i++)
                    {
                        port.request(random.nextInt(HOSTS), request, i, 0, 0, 0);
                    }
                    port.awaitAnswers();
                    done.incrementAndGet();
                    port.await(() -> HOSTS == done.get(), "all hosts");
                });
            }
            threads.join();
            for (int i = 0; i < HOSTS * count; i++)
            {
                assertEquals(1, handled.get(i));
                assertEquals(1, answered.get(i));
            }
        }
        finally
        {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h20ShouldServeWhileItWaitsForRoom(final ThreadingMode mode) throws Exception
    {
        flood(mode, LinkFaults.NONE, new AmContext().depth(2), 5_000);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void h21ShouldComeToAnEndWithTheSmallestBuffers(final ThreadingMode mode) throws Exception
    {
        flood(mode, LinkFaults.NONE, new AmContext().depth(1).maxPacketLength(64), 5_000);
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
