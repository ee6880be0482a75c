/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.members;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.aeron.AeronTrunks;
import org.isotach.aeron.AeronTrunksContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * One member of the benchmark, with one host and one thread, which does all the work. Members 0 and 1 exchange messages
 * of bare Aeron and isochrons in turns. Member 0 measures, and prints a line for each result.
 */
public final class MeasuringMember
{
    private static final int PAGE_SIZE = 1024;
    private static final int PHASE = 0;
    private static final int DATA = 1;
    private static final int PING = PAGE_SIZE;
    private static final int PONG = 2 * PAGE_SIZE;

    // One for each member, behind its number.
    private static final int ANSWERS = PONG + 1;
    private static final int SPINS = 200;
    private static final int WORD = Long.BYTES;
    static final int[] LENGTHS = { 64, 1024 };
    private static final int STREAM_FACTOR = 10;

    private final int own;
    private final String[] endpoints;
    private final int trips;
    private final Host host;
    private final MemoryPort port;
    private final Isochron isochron;
    private final BareAeron bare;
    private final CountedTrunks trunks;
    private long phase;
    private long number;
    private long messages;
    private long streamed;
    private int spins;

    private MeasuringMember(
        final int own, final String[] endpoints, final int trips, final SharedMemory memory, final Host host,
        final BareAeron bare, final CountedTrunks trunks)
    {
        this.own = own;
        this.endpoints = endpoints;
        this.trips = trips;
        this.host = host;
        this.bare = bare;
        this.trunks = trunks;
        port = memory.port(host);
        isochron = host.isochron();
    }

    /**
     * Runs a member.
     *
     * @param args number of the member; the endpoints, with commas; directory of the media driver; round trips of each
     *             round; rounds.
     */
    public static void main(final String[] args)
    {
        final int own = Integer.parseInt(args[0]);
        final String[] endpoints = args[1].split(",");
        final String directory = "ipc".equals(endpoints[own]) ? args[2] : args[2] + '-' + own;
        final Members.Builder builder = Members.builder();
        final Topology.Builder topology = Topology.builder();
        for (int member = 0; member < endpoints.length; member++)
        {
            builder.add("member-" + member, endpoints[member], member);
            topology.addHost(topology.addSwitch());
            if (member > 0)
            {
                topology.connect(member - 1, member);
            }
        }
        final Members members = builder.build();
        final CountedTrunks trunks = new CountedTrunks(AeronTrunks.with(
            new AeronTrunksContext().aeronDirectoryName(directory).driverTimeout(Duration.ofSeconds(30))));
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().topology(topology.build()).threadingMode(ThreadingMode.INVOKER),
            new Membership(members, members.name(own), trunks)))
        {
            final SharedMemory memory = SharedMemory.on(
                cluster, PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).page(2, 0).build());
            cluster.join();
            try (BareAeron bare = own < 2 ? new BareAeron(directory, endpoints, own) : null)
            {
                final MeasuringMember member = new MeasuringMember(
                    own, endpoints, Integer.parseInt(args[3]), memory, cluster.localHosts().get(0), bare, trunks);
                for (int round = 0; round < Integer.parseInt(args[4]); round++)
                {
                    member.measureOnce();
                }
            }
        }
    }

    private void measureOnce()
    {
        bareTrips();
        known();
        messages();
        for (final int length : LENGTHS)
        {
            bareStream(length);
            stream(length);
        }
    }

    private void idle(final int work)
    {
        if (0 != work)
        {
            spins = 0;
        }
        else if (++spins < SPINS)
        {
            Thread.onSpinWait();
        }
        else
        {
            spins = 0;
            // Also while it waits for a message of bare Aeron: another member may still need a token of this one.
            host.poll();
            Thread.yield();
        }
    }

    private void report(final String what, final double value)
    {
        System.out.println(String.format(Locale.ROOT, "RESULT %s %.6g", what, value));
        System.out.flush();
    }

    private static double median(final long[] values)
    {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void send(final long value, final int length)
    {
        while (!bare.trySend(value, length))
        {
            idle(0);
        }
    }

    private void awaitBare(final long value)
    {
        while (bare.last() < value)
        {
            idle(bare.poll());
        }
    }

    private void bareTrips()
    {
        final long[] times = new long[trips];
        for (int i = 0; i < trips && own < 2; i++)
        {
            number++;
            final long startNs = System.nanoTime();
            if (0 == own)
            {
                send(number, WORD);
                awaitBare(number);
            }
            else
            {
                awaitBare(number);
                send(number, WORD);
            }
            times[i] = System.nanoTime() - startNs;
        }
        if (0 == own)
        {
            report("bare-trip", median(times));
        }
    }

    private void bareStream(final int length)
    {
        final int count = trips * STREAM_FACTOR;
        final long startNs = System.nanoTime();
        if (0 == own)
        {
            for (int i = 0; i < count; i++)
            {
                send(++number, length);
            }
            awaitBare(number);
            report("bare-stream-" + length, count * 1e3 / (System.nanoTime() - startNs));
        }
        else if (1 == own)
        {
            number += count;
            awaitBare(number);
            send(number, WORD);
        }
    }

    /**
     * Member 0 ends a phase of isochrons, and the others work until then.
     */
    private void endPhase()
    {
        phase++;
        if (0 == own)
        {
            port.write(isochron.begin(), PHASE, phase);
            issueAndAwait();
        }
        awaitValue(PHASE, phase);
        // What is still to be told to others.
        for (int i = 0; i < SPINS; i++)
        {
            host.poll();
        }
    }

    private void awaitValue(final int address, final long value)
    {
        while (port.localValue(address) < value)
        {
            idle(host.poll());
        }
    }

    private void issueAndAwait()
    {
        isochron.issue();
        while (!isochron.isExecuted())
        {
            idle(host.poll());
        }
    }

    private void known()
    {
        if (0 == own)
        {
            final long[] times = new long[trips];
            for (int i = 0; i < trips; i++)
            {
                final long startNs = System.nanoTime();
                port.write(isochron.begin(), DATA, i);
                issueAndAwait();
                times[i] = System.nanoTime() - startNs;
            }
            report("known-" + endpoints.length, median(times));
        }
        endPhase();
    }

    private void messages()
    {
        final long[] times = new long[trips];
        // Counted, not read: the first message may be there already.
        final long before = messages;
        messages += trips;
        for (int i = 1; i <= trips && own < 2; i++)
        {
            final long startNs = System.nanoTime();
            if (0 == own)
            {
                port.write(isochron.begin(), PING, before + i);
                isochron.issue();
            }
            awaitValue(0 == own ? PONG : PING, before + i);
            if (1 == own)
            {
                port.write(isochron.begin(), PONG, before + i);
                isochron.issue();
            }
            times[i - 1] = System.nanoTime() - startNs;
        }
        if (0 == own)
        {
            report("messages-" + endpoints.length, median(times));
        }
        endPhase();
    }

    private void stream(final int length)
    {
        final int count = trips * STREAM_FACTOR;
        final long tokens = trunks.tokens();
        // Counted, not read: all of them may be there already.
        streamed += count;
        if (0 == own)
        {
            final int[] addresses = new int[length / WORD];
            final long[] values = new long[length / WORD];
            Arrays.setAll(addresses, i -> DATA + i);
            final long startNs = System.nanoTime();
            for (int i = 1; i <= count; i++)
            {
                values[0] = streamed - count + i;
                port.write(isochron.begin(), addresses, values);
                isochron.issue();
            }
            // All that it is told before is that its own host has executed them.
            for (int member = 1; member < endpoints.length; member++)
            {
                awaitValue(ANSWERS + member, streamed);
            }
            report("stream-" + length + '-' + endpoints.length, count * 1e3 / (System.nanoTime() - startNs));
        }
        else
        {
            awaitValue(DATA, streamed);
            port.write(isochron.begin(), ANSWERS + own, streamed);
            isochron.issue();
        }
        endPhase();
        report(tokens(length, endpoints.length, own), (double)(trunks.tokens() - tokens) / count);
    }

    /**
     * Returns the name of a result: the tokens of a member that were records of their own, per isochron of a stream.
     */
    static String tokens(final int length, final int members, final int member)
    {
        return "tokens-" + length + '-' + members + '-' + member;
    }
}
