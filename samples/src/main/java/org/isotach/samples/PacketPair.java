/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * Two ends that know nothing of clusters, with a thread for each.
 */
final class PacketPair implements PacketPath
{
    private static final double NS_PER_US = 1e3;

    private final PacketEnd here;
    private final PacketEnd there;

    PacketPair(final PacketEnd here, final PacketEnd there)
    {
        this.here = here;
        this.there = there;
    }

    @Override
    public double roundTripUs(final int length, final int trips)
    {
        final long[] ns = new long[1];
        SampleThreads.run(
            () ->
            {
                trip(length, trips);
                final long startNs = System.nanoTime();
                for (int i = 0; i < trips; i++)
                {
                    trip(length, i);
                }
                ns[0] = System.nanoTime() - startNs;
            },
            () ->
            {
                final Pause pause = new Pause();
                for (int i = 0; i <= trips; i++)
                {
                    while (!there.tryEcho(length))
                    {
                        pause.after(0);
                    }
                    pause.after(1);
                }
            });
        return ns[0] / NS_PER_US / trips;
    }

    private void trip(final int length, final long value)
    {
        send(length, value);
        final Pause pause = new Pause();
        while (!here.tryReceive(length, value))
        {
            pause.after(0);
        }
    }

    private void send(final int length, final long value)
    {
        final Pause pause = new Pause();
        while (!here.trySend(length, value))
        {
            pause.after(0);
        }
    }

    @Override
    public double streamMegabytes(final int length, final int count)
    {
        final long[] ns = new long[1];
        SampleThreads.run(
            () ->
            {
                for (int i = 0; i < count; i++)
                {
                    send(length, i);
                }
            },
            () ->
            {
                final Pause pause = new Pause();
                long startNs = 0;
                for (int i = 0; i < count; i++)
                {
                    while (!there.tryReceive(length, i))
                    {
                        pause.after(0);
                    }
                    pause.after(1);
                    if (0 == i)
                    {
                        startNs = System.nanoTime();
                    }
                }
                ns[0] = System.nanoTime() - startNs;
            });
        return length * (count - 1.0) * NS_PER_US / Math.max(1, ns[0]);
    }

    /**
     * Does the work of both ends with one thread.
     *
     * @return the time in nanoseconds of a message that is sent and received: half of a round trip.
     */
    double workNs(final int length, final int trips)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < trips; i++)
        {
            if (!here.trySend(length, i) || !there.tryEcho(length) || !here.tryReceive(length, i))
            {
                throw new SampleFailedException("a packet is stuck between both ends of one thread", null);
            }
        }
        return (System.nanoTime() - startNs) / 2.0 / trips;
    }
}
