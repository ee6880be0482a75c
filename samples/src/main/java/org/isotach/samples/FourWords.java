/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.spi.LinkFaults;

/**
 * Requests of four words with a reply of four words between two hosts, with or without keys and windows.
 */
final class FourWords implements AutoCloseable
{
    private static final double NS_PER_US = 1e3;
    private static final int TARGET = 1;

    private final Cluster cluster;
    private final AmPort[] ports = new AmPort[2];
    private final Violations violations;
    private final int request;
    private long received;
    private long expected;

    /**
     * @param violations told of words that are wrong, and of answers that are missing.
     */
    FourWords(final ModeOption mode, final boolean hasKeys, final boolean hasWindows, final Violations violations)
    {
        this.violations = violations;
        final ClusterContext context = mode.context(Topology.singleSwitch(2));
        // Without windows nobody sends again what a link with faults has lost.
        cluster = Cluster.launch(hasWindows ? context : context.linkFaults(LinkFaults.NONE));
        final ActiveMessages am =
            ActiveMessages.on(cluster, new AmContext().checkKeys(hasKeys).reliable(hasWindows));
        ports[0] = am.port(cluster.host(0));
        ports[TARGET] = am.port(cluster.host(TARGET));
        final int done = am.onReply(reply -> take(reply.arg(0), reply.arg(1), reply.arg(2), reply.arg(3)));
        request = am.onRequest(arrived ->
            arrived.reply(done, arrived.arg(0), arrived.arg(1), arrived.arg(2), arrived.arg(3)));
    }

    /**
     * Checks an answer, and counts it, also a wrong one: no other one comes in its place.
     */
    void take(final long a0, final long a1, final long a2, final long a3)
    {
        received++;
        if (a0 + a1 != 1 || a2 != ~a0 || a3 != a0)
        {
            violations.add("answer " + received + " has the words " + a0 + ", " + a1 + ", " + a2 + " and " + a3);
        }
    }

    private void send(final long i)
    {
        expected++;
        ports[0].request(TARGET, request, i, 1 - i, ~i, i);
    }

    /**
     * Makes round trips, after one that does not count.
     *
     * @return the time of a round trip in microseconds.
     */
    double roundTripUs(final int trips)
    {
        return run(trips, i ->
        {
            send(i);
            await(expected);
        });
    }

    /**
     * Sends requests, of which as many are without an answer as a window has room for.
     *
     * @return the time of each of them in microseconds.
     */
    double streamUs(final int trips)
    {
        return run(trips, i ->
        {
            // Without windows nothing else bounds what is under way.
            await(expected - AmContext.DEPTH_DEFAULT + 1);
            send(i);
            if (trips - 1 == i)
            {
                await(expected);
            }
        });
    }

    /**
     * Does the work of both hosts with one thread.
     *
     * @return the time in nanoseconds of a message that is sent and handled: half of a round trip.
     */
    double workNs(final int trips)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < trips; i++)
        {
            send(i);
            while (received < expected)
            {
                ports[TARGET].poll();
                ports[0].poll();
            }
        }
        return (System.nanoTime() - startNs) / 2.0 / trips;
    }

    @FunctionalInterface
    private interface Step
    {
        void run(int i);
    }

    private double run(final int trips, final Step step)
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        final long[] ns = new long[1];
        HostThreads.run(cluster, host ->
        {
            if (TARGET == host.id())
            {
                new LongWait(host).until(isOver::get, ports[TARGET]::poll);
                return;
            }
            try
            {
                send(trips);
                await(expected);
                final long startNs = System.nanoTime();
                for (int i = 0; i < trips; i++)
                {
                    step.run(i);
                }
                ns[0] = System.nanoTime() - startNs;
            }
            finally
            {
                isOver.set(true);
            }
        });
        return ns[0] / NS_PER_US / trips;
    }

    private void await(final long count)
    {
        if (received < count)
        {
            ports[0].await(() -> received >= count, "an answer");
        }
    }

    /**
     * Ends the cluster, and checks that all answers came.
     */
    @Override
    public void close()
    {
        cluster.close();
        if (received != expected)
        {
            violations.add(received + " answers of " + expected);
        }
    }
}
