/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * The programs latency, isolatency, thru and isothru of Ironman, between two hosts, each with its thread. Every message
 * is written and read as a whole, and checked. At the end the hosts close when neither has anything left to receive.
 */
final class MessagePair
{
    private static final double NS_PER_US = 1000;
    private static final double MEGABITS_PER_BYTE_AND_NS = 8000;

    private final int payload;
    private final MessageConfiguration configuration;
    private final InvokerModeOption mode;
    private long wrong;

    MessagePair(final int payload, final MessageConfiguration configuration, final InvokerModeOption mode)
    {
        this.payload = payload;
        this.configuration = configuration;
        this.mode = mode;
    }

    /**
     * Messages that differ from those that were sent.
     */
    long wrong()
    {
        return wrong;
    }

    /**
     * Host 1 sends a message, host 0 sends one back.
     *
     * @return microseconds of a round trip, there and back: the median over the later half of the tests.
     */
    double roundTripUs(final int tests, final int trips)
    {
        final double[] us = new double[tests];
        run((host, side, port) ->
        {
            if (0 == host.id())
            {
                for (long i = (long)tests * trips; i > 0; i--)
                {
                    side.send(side.receive());
                }
                side.flush();
            }
            else
            {
                for (int test = 0; test < tests; test++)
                {
                    final long startNs = System.nanoTime();
                    for (int i = 0; i < trips; i++)
                    {
                        side.send(i);
                        check(side.receive(), i);
                    }
                    us[test] = (System.nanoTime() - startNs) / NS_PER_US / trips;
                }
            }
        });
        return Rounds.medianOfLaterHalf(us);
    }

    /**
     * One host sends, the other one receives, with a non-isotach barrier before each iteration and at the end. The
     * sender of isotach messages is host 0, that of others host 1.
     *
     * @return megabits per second as the sender and as the receiver see it: the medians over the later half of the
     *     iterations. The sender stops its clock when the last message is accepted, the receiver begins when the first
     *     one is there.
     */
    double[] throughputMegabits(final int iterations, final int messages)
    {
        final int sender = configuration.isIsotach() ? 0 : 1;
        final double[] sent = new double[iterations];
        final double[] received = new double[iterations];
        run((host, side, port) ->
        {
            for (int iteration = 0; iteration < iterations; iteration++)
            {
                meet(host, port);
                if (host.id() == sender)
                {
                    final long startNs = System.nanoTime();
                    for (int i = 0; i < messages; i++)
                    {
                        side.send(i);
                    }
                    sent[iteration] = megabits(messages, startNs);
                    side.flush();
                }
                else
                {
                    check(side.receive(), 0);
                    final long startNs = System.nanoTime();
                    for (int i = 1; i < messages; i++)
                    {
                        check(side.receive(), i);
                    }
                    received[iteration] = megabits(messages - 1, startNs);
                }
            }
            meet(host, port);
        });
        return new double[]{ Rounds.medianOfLaterHalf(sent), Rounds.medianOfLaterHalf(received) };
    }

    private double megabits(final int messages, final long startNs)
    {
        return MEGABITS_PER_BYTE_AND_NS * payload * messages / Math.max(1, System.nanoTime() - startNs);
    }

    /**
     * Only one of the two hosts checks.
     */
    private void check(final long word, final long expected)
    {
        if (word != expected)
        {
            wrong++;
        }
    }

    private void run(final Program program)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            final Messaging messaging = Messaging.on(
                cluster, new MessagingContext().maxMessageLength(payload).order(configuration.order()));
            final PairSide[] sides = sides(messaging, cluster);
            final NonIsotachPort[] ports =
                { messaging.nonIsotachPort(cluster.host(0)), messaging.nonIsotachPort(cluster.host(1)) };
            HostThreads.run(cluster, host ->
            {
                program.run(host, sides[host.id()], ports[host.id()]);
                close(messaging, host);
            });
        }
    }

    private PairSide[] sides(final Messaging messaging, final Cluster cluster)
    {
        if (MessageConfiguration.ORDINARY == configuration)
        {
            return OrdinarySide.pair(payload);
        }
        final PairSide[] sides = new PairSide[2];
        for (int host = 0; host < sides.length; host++)
        {
            sides[host] = configuration.isIsotach() ?
                new IsotachSide(messaging, cluster.host(host), payload) :
                new NonIsotachSide(
                    messaging,
                    cluster.host(host),
                    payload,
                    MessageConfiguration.NON_ISOTACH_SIU == configuration);
        }
        return sides;
    }

    private static void meet(final Host host, final NonIsotachPort port)
    {
        port.initiateBarrier();
        new LongWait(host).until(port::barrierCompleted, host::poll);
    }

    /**
     * Releases the last message first: a host that still reads a message does not come to its end.
     */
    private void close(final Messaging messaging, final Host host)
    {
        new LongWait(host).until(() -> messaging.tryClose(host), () ->
        {
            if (null != messaging.mailbox(host).receive() || messaging.nonIsotachPort(host).receive())
            {
                throw new SampleFailedException("host " + host.id() + " received more messages than were sent", null);
            }
            return 0;
        });
    }

    /**
     * The part that both hosts have in common.
     */
    @FunctionalInterface
    private interface Program
    {
        void run(Host host, PairSide side, NonIsotachPort port);
    }
}
