/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

import org.isotach.niu.Cluster;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Nic;
import org.isotach.niu.myrinet.Reception;

/**
 * What the paper on Myrinet compares, for buffers between two threads (Panariti, "Performance Results"): ways to wait,
 * to send small packets, and to bring a payload into a buffer. Each is a network of its own, with buffers that go there
 * and back.
 */
final class MyrinetRatios
{
    private static final int SMALL = 8;
    private static final int STEP = 4;
    private static final int BUFFERS = 2;

    // The most that MyrinetContext takes.
    private static final int MAX_INLINE = 4096;
    private static final double NS_PER_US = 1e3;

    private final Cluster cluster;
    private final int size;
    private final int rounds;
    private final Check check;
    private final int[] lengths;
    private final double[] inlineUs;
    private final double[] inPlaceUs;
    private double parkedUs;
    private double spinningUs;
    private double neverCopiedUs;
    private double copiedUs;
    private int messages;

    /**
     * Looks at a buffer that has come back.
     */
    @FunctionalInterface
    interface Check
    {
        void check(Buffer buffer, int length, long value);
    }

    /**
     * @param size   of the longest buffer in bytes, a multiple of 8.
     * @param rounds round trips of each kind, behind as many for the compilers.
     */
    MyrinetRatios(final Cluster cluster, final int size, final int rounds, final Check check)
    {
        this.cluster = cluster;
        this.size = size;
        this.rounds = rounds;
        this.check = check;
        lengths = IntStream.iterate(SMALL, length -> length <= Math.min(size, MAX_INLINE), length -> STEP * length)
            .toArray();
        inlineUs = new double[lengths.length];
        inPlaceUs = new double[lengths.length];
    }

    void measure()
    {
        parkedUs = oneWayUs(context().reception(Reception.PARK), SMALL, false);
        spinningUs = oneWayUs(context().reception(Reception.SPIN), SMALL, false);
        Arrays.setAll(inlineUs, i -> oneWayUs(context().inlineLength(MAX_INLINE), lengths[i], false));
        Arrays.setAll(inPlaceUs, i -> oneWayUs(context().inlineLength(0), lengths[i], false));
        neverCopiedUs = oneWayUs(context().inlineLength(0), size, false);
        copiedUs = oneWayUs(context().inlineLength(0), size, true);
    }

    private MyrinetContext context()
    {
        return new MyrinetContext().bufferLength(size).buffers(BUFFERS);
    }

    private double oneWayUs(final MyrinetContext context, final int length, final boolean isCopied)
    {
        final double[] us = new double[1];
        try (Network network = Network.on(cluster, context))
        {
            final Channel[] channels = { network.nic(0).open(0), network.nic(1).open(0) };
            HostThreads.run(cluster, host ->
            {
                final Nic nic = network.nic(host.id());
                final Channel channel = channels[host.id()];
                final int route = network.route(host.id(), 1 - host.id());
                if (0 == host.id())
                {
                    final ByteBuffer own = isCopied ?
                        ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder()) : null;
                    send(nic, channel, route, length, own);
                    final long startNs = System.nanoTime();
                    send(nic, channel, route, length, own);
                    us[0] = (System.nanoTime() - startNs) / NS_PER_US / 2 / rounds;
                    return;
                }
                for (int round = 0; round < 2 * rounds; round++)
                {
                    nic.send(route, 0, channel.receive());
                }
            });
        }
        messages += 2 * 2 * rounds;
        return us[0];
    }

    /**
     * @param own memory in which the payload is written, and from which it is copied; null to write it into the buffer.
     */
    private void send(
        final Nic nic, final Channel channel, final int route, final int length, final ByteBuffer own)
    {
        for (int round = 0; round < rounds; round++)
        {
            final Buffer buffer = nic.buffer();
            if (null == own)
            {
                Myrinet.filled(buffer, length, round);
            }
            else
            {
                for (int i = 0; i < length; i += Long.BYTES)
                {
                    own.putLong(i, (long)round + i);
                }
                buffer.putBytes(0, own, length);
                buffer.length(length);
            }
            nic.send(route, 0, buffer);
            final Buffer echo = channel.receive();
            check.check(echo, length, round);
            echo.free();
        }
    }

    /**
     * @param singleUs time of one buffer of the largest size that goes one way.
     * @param streamUs time of each of a stream of them.
     * @param flight   how many of the stream are on their way.
     */
    void print(final PrintWriter out, final double singleUs, final double streamUs, final int flight)
    {
        out.println();
        final TextTable small = new TextTable("bytes, one way (us)", "copied into the packet", "handed over");
        for (int i = 0; i < lengths.length; i++)
        {
            small.row(String.valueOf(lengths[i]), ComparisonTable.format(inlineUs[i]),
                ComparisonTable.format(inPlaceUs[i]));
        }
        small.print(out);
        final TextTable ratios = new TextTable("ratios", "here");
        ratios.row("8 bytes: time of receivers that park / that spin", decimals(parkedUs / spinningUs));
        ratios.row("handed over as fast as copied into the packet from (bytes)", crossover());
        ratios.row(size + " bytes: time with one copy / without", decimals(copiedUs / neverCopiedUs));
        ratios.row(size + " bytes: rate with " + flight + " on their way / one", decimals(singleUs / streamUs));
        ratios.print(out);
        out.println("The figures of the paper are lost. Parking and spinning stand for its interrupts and polling, a " +
            "copy into the packet");
        out.println("for PIO, and a buffer that is handed over for DMA. There is no engine here with which another " +
            "one could overlap.");
    }

    /**
     * Returns the length from which on no longer payload is copied faster.
     */
    private String crossover()
    {
        int from = lengths.length;
        while (from > 0 && inPlaceUs[from - 1] <= inlineUs[from - 1])
        {
            from--;
        }
        return lengths.length == from ? "-" : String.valueOf(lengths[from]);
    }

    private static String decimals(final double value)
    {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /**
     * Returns how many buffers were sent.
     */
    int messages()
    {
        return messages;
    }
}
