/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Channel;
import org.isotach.niu.myrinet.DropReason;
import org.isotach.niu.myrinet.MyrinetContext;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Nic;
import org.isotach.niu.myrinet.Rpp;
import org.isotach.niu.spi.LinkFaults;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A reliable connection above Myrinet, in the style of CLF: a sliding window over links with faults.
 */
@Command(
    name = "rpp",
    description = {
        "A host sends numbered buffers to another one by the reliable protocol above Myrinet, over links that lose, " +
            "double, delay, reorder and corrupt packets.",
        "Each buffer must arrive once, in order, and whole." })
final class ReliablePackets implements Callable<Integer>
{
    private static final int MAX_FAULTS = 15;
    private static final double PERCENT = 0.01;

    @Spec
    private CommandSpec spec;

    @Option(names = "--count", paramLabel = "N", defaultValue = "20000",
        description = "Buffers, 1..10000000. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(names = "--size", paramLabel = "B", defaultValue = "8192",
        description = "Largest buffer in bytes; every third one is small. 16..1048576. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--faults", paramLabel = "P", defaultValue = "2",
        description = "Faults of each kind in percent of the packets, 0..15. Default: ${DEFAULT-VALUE}.")
    private int faults;

    @Option(names = "--buffers", paramLabel = "M", defaultValue = "8",
        description = "Buffers of the sender, 1..64; if they run out, it copies. Default: ${DEFAULT-VALUE}.")
    private int buffers;

    @Mixin
    private SeedOption seed;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();

    @Override
    public Integer call()
    {
        Limits.check(spec, "--count", count, 1, 10_000_000);
        Limits.check(spec, "--size", size, 2 * Long.BYTES, 1 << 20);
        Limits.check(spec, "--faults", faults, 0, MAX_FAULTS);
        Limits.check(spec, "--buffers", buffers, 1, 64);
        final PrintWriter out = spec.commandLine().getOut();
        final double p = faults * PERCENT;
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))
            .linkFaults(0 == faults ? LinkFaults.NONE : new LinkFaults(p, p, p, p, p, seed.value())));
            Network network = Network.on(cluster, new MyrinetContext().bufferLength(size).buffers(buffers)))
        {
            out.println(Plural.of(count, "buffer") + ", " + faults + " % of each fault, seed " + seed.value() +
                ", " + cluster.threadingMode());
            final Rpp sender = end(network, 0);
            final Rpp receiver = end(network, 1);
            try (Progress progress = Progress.onTerminal("rpp", count))
            {
                HostThreads.run(cluster, host ->
                {
                    if (0 == host.id())
                    {
                        send(sender, progress);
                    }
                    else
                    {
                        receive(host, receiver, sender);
                    }
                });
            }
            out.println(sender.resent() + " sent again, " + receiver.doubled() + " arrived twice, " +
                network.nic(1).dropped(DropReason.CORRUPT) + " corrupt");
        }
        return report();
    }

    int report()
    {
        return Verdict.of(
            spec, "buffers=" + count + " wrong=" + violations.count(),
            seed.appendTo(violations.first()));
    }

    private static Rpp end(final Network network, final int host)
    {
        final Nic nic = network.nic(host);
        final Channel channel = nic.open(0);
        return new Rpp(nic, channel, network.route(host, 1 - host), 0);
    }

    private void send(final Rpp sender, final Progress progress)
    {
        for (int i = 0; i < count; i++)
        {
            sender.send(filled(sender.buffer(), i));
            progress.step();
        }
        sender.awaitAcknowledged();
        sender.close();
    }

    void receive(final Host host, final Rpp receiver, final Rpp sender)
    {
        for (int i = 0; i < count; i++)
        {
            final Buffer buffer = receiver.receive();
            check(buffer, i);
            buffer.free();
        }
        // The last acknowledgement may be lost: somebody has to answer when it is asked for again.
        new LongWait(host).until(sender::isClosed, () ->
        {
            receiver.poll();
            return 0;
        });
        receiver.close();
    }

    private int length(final int number)
    {
        return 0 == number % 3 ? 2 * Long.BYTES : size & -Long.BYTES;
    }

    Buffer filled(final Buffer buffer, final int number)
    {
        final int length = length(number);
        for (int i = 0; i < length; i += Long.BYTES)
        {
            buffer.putLong(i, word(number, i));
        }
        return buffer.length(length);
    }

    void check(final Buffer buffer, final int number)
    {
        final int length = length(number);
        if (buffer.length() != length || buffer.getLong(0) != word(number, 0))
        {
            violations.add("instead of buffer " + number + " of " + length + " bytes came " + buffer.getLong(0) +
                " of " + buffer.length());
            return;
        }
        for (int i = Long.BYTES; i < length; i += Long.BYTES)
        {
            if (buffer.getLong(i) != word(number, i))
            {
                violations.add("buffer " + number + " of " + length + " bytes has another content at " + i);
                return;
            }
        }
    }

    /**
     * No other word of any buffer has the same value.
     */
    private static long word(final int number, final int index)
    {
        return number + ((long)index << Integer.SIZE);
    }
}
