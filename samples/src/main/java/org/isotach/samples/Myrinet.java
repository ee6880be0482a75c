/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Nic;
import org.isotach.niu.spi.LinkFaults;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The measurements of Panariti's Myrinet: ping-pong over sizes, a pipelined stream, and what it compares.
 */
@Command(
    name = "myrinet",
    description = {
        "Two hosts send each other buffers that change their owner, of growing size, and then a stream of buffers.",
        "Then come ratios: of receivers that park and spin, of small buffers that are copied and handed over, and of " +
            "a payload that is copied once and never.",
        "Every word of a buffer is written by its sender, and must be the same at its receiver. Meaningful figures " +
            "need two cores that have nothing else to do." })
final class Myrinet implements Callable<Integer>
{
    private static final int MAX_SIZE = 1 << 20;
    private static final int SMALLEST = 8;
    private static final double NS_PER_US = 1e3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--size", paramLabel = "B", defaultValue = "8192",
        description = "Largest buffer in bytes, and that of the stream, 8..1048576. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "2000",
        description = "Round trips of each size, after as many for the compilers, 1..1000000. " +
            "Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--stream", paramLabel = "N", defaultValue = "200",
        description = "Buffers of the stream, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int stream;

    @Option(names = "--flight", paramLabel = "F", defaultValue = "8",
        description = "Buffers of the stream on their way at most, 1..64. Default: ${DEFAULT-VALUE}.")
    private int flight;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();
    private PrintWriter out;
    private int messages;

    // Of the longest buffer, in the last ping-pong and in the last stream.
    private double singleUs;
    private double streamUs;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--size", size, SMALLEST, MAX_SIZE);
        Limits.check(spec, "--rounds", rounds, 1, 1_000_000);
        Limits.check(spec, "--stream", stream, 1, 1_000_000);
        Limits.check(spec, "--flight", flight, 1, 64);
        out = spec.commandLine().getOut();
        // Channels promise no arrival when links have faults: see the sample rpp.
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2)).linkFaults(LinkFaults.NONE));
            Network network = Network.on(cluster, new MyrinetContext().bufferLength(size).buffers(flight)))
        {
            out.println(Plural.of(rounds, "round trip") + " of each size, a stream of " + stream + ", " +
                cluster.threadingMode());
            final Channel[] channels = { network.nic(0).open(0), network.nic(1).open(0) };
            HostThreads.run(cluster, host -> run(host, network, channels[host.id()]));
            final MyrinetRatios ratios = new MyrinetRatios(cluster, wholeWords(), rounds, this::check);
            ratios.measure();
            ratios.print(out, singleUs, streamUs, flight);
            messages += ratios.messages();
        }
        return report();
    }

    int report()
    {
        return Verdict.of(
            spec, "messages=" + messages + " wrong=" + violations.count(), violations.first());
    }

    private void run(final Host host, final Network network, final Channel channel)
    {
        final Nic nic = network.nic(host.id());
        final int route = network.route(host.id(), 1 - host.id());
        // The first time for the compilers.
        final PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        pingPongs(nic, channel, route, nowhere);
        pingPongs(nic, channel, route, out);
        if (0 == host.id())
        {
            sendStream(nic, channel, route, nowhere);
            sendStream(nic, channel, route, out);
        }
        else
        {
            receiveStream(nic, channel, route);
            receiveStream(nic, channel, route);
        }
    }

    private void pingPongs(final Nic nic, final Channel channel, final int route, final PrintWriter table)
    {
        for (int length = SMALLEST; length < wholeWords(); length *= 4)
        {
            pingPong(nic, channel, route, length, table);
        }
        pingPong(nic, channel, route, wholeWords(), table);
    }

    /**
     * The second host sends the buffer back that it has received: nothing is copied.
     */
    private void pingPong(
        final Nic nic, final Channel channel, final int route, final int length, final PrintWriter table)
    {
        final boolean isFirst = 0 == nic.host().id();
        final long startNs = System.nanoTime();
        for (int round = 0; round < rounds; round++)
        {
            if (isFirst)
            {
                nic.send(route, 0, filled(nic.buffer(), length, round));
                final Buffer echo = channel.receive();
                check(echo, length, round);
                echo.free();
            }
            else
            {
                nic.send(route, 0, channel.receive());
            }
        }
        if (isFirst)
        {
            final double oneWayNs = (System.nanoTime() - startNs) / 2.0 / rounds;
            table.println(String.format(Locale.ROOT, "%8d bytes: %8.2f us one way, %8.0f MB/s",
                length, oneWayNs / NS_PER_US, length * NS_PER_US / oneWayNs));
            singleUs = oneWayNs / NS_PER_US;
            messages += 2 * rounds;
        }
    }

    private void sendStream(final Nic nic, final Channel channel, final int route, final PrintWriter table)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < stream; i++)
        {
            // As many are on their way as the host has buffers.
            nic.send(route, 0, filled(nic.buffer(), wholeWords(), i));
        }
        channel.receive().free();
        final double totalNs = System.nanoTime() - startNs;
        table.println(String.format(Locale.ROOT, "stream of %d x %d bytes, %d on their way: %.0f MB/s",
            stream, wholeWords(), flight, (double)stream * wholeWords() * NS_PER_US / totalNs));
        streamUs = totalNs / NS_PER_US / stream;
        messages += stream + 1;
    }

    private void receiveStream(final Nic nic, final Channel channel, final int route)
    {
        for (int i = 0; i < stream; i++)
        {
            final Buffer buffer = channel.receive();
            check(buffer, wholeWords(), i);
            buffer.free();
        }
        nic.send(route, 0, nic.buffer());
    }

    private int wholeWords()
    {
        return size & -Long.BYTES;
    }

    static Buffer filled(final Buffer buffer, final int length, final long value)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            buffer.putLong(i, value + i);
        }
        return buffer.length(length);
    }

    void check(final Buffer buffer, final int length, final long value)
    {
        boolean isRight = buffer.length() == length;
        for (int i = 0; i < length && isRight; i += Long.BYTES)
        {
            isRight = buffer.getLong(i) == value + i;
        }
        if (!isRight)
        {
            violations.add("buffer " + value + " of " + length + " bytes has another content");
        }
    }
}
