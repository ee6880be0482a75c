/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.AmPort;
import org.isotach.simulation.cost.CostTable;
import org.isotach.simulation.cost.CostTables;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures active messages (Martin, HPAM, section 7): round trips and streams, with keys and windows switched off one
 * by one for the work that each of them is, and TCP between two threads beside them.
 */
@Command(
    name = "hpam",
    description = {
        "Measures active messages against the figures of the paper on HPAM, and against TCP on this machine.",
        "Keys and windows are switched off one by one. All answers are checked. The ratios of the paper are those of " +
            "two workstations on FDDI; meaningful figures here need two cores that have nothing else to do." })
final class Hpam implements Callable<Integer>
{
    // Martin, HPAM, section 7: a round trip took 29 us, of which the hardware needed 20; overhead in cycles, table 2.
    private static final double THEN_ROUND_TRIP = 29.0 / 20;
    private static final double THEN_BASIC = 317 + 215;
    private static final double THEN_KEYS = 219;
    private static final double THEN_WINDOWS = 245;
    private static final int TARGET = 1;

    // Kinds of round trips.
    private static final int STEPS = 4;

    @Spec
    private CommandSpec spec;

    @Option(names = "--trips", paramLabel = "T", defaultValue = "20000",
        description = "Round trips, and requests of a stream, of each kind, after as many for the compilers, " +
            "1..10000000. Default: ${DEFAULT-VALUE}.")
    private int trips;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();
    private long received;
    private long expected;
    private int measurements;

    @Override
    public Integer call() throws IOException, InterruptedException
    {
        Limits.check(spec, "--trips", trips, 1, 10_000_000);

        final StringWriter table = new StringWriter();
        try (Progress progress = Progress.onTerminal("hpam", 2L * STEPS))
        {
            // The first time for the compilers.
            measure(new PrintWriter(Writer.nullWriter()), progress);
            measure(new PrintWriter(table), progress);
        }
        spec.commandLine().getOut().print(table);
        return report();
    }

    int report()
    {
        return Verdict.of(
            spec,
            "trips=" + measurements * trips + " stream=" + measurements * trips + " wrong=" + violations.count(),
            violations.first());
    }

    private void measure(final PrintWriter out, final Progress progress) throws IOException, InterruptedException
    {
        out.printf("%-28s%15s%15s%22s%n",
            "4 words there and back (us)", "round trip", "in a stream", "the paper: work");
        final double bare = measure(out, "neither keys nor windows", false, false, 1);
        progress.step();
        final double keys = measure(out, "keys", true, false, (THEN_BASIC + THEN_KEYS) / THEN_BASIC);
        progress.step();
        final double windows =
            measure(out, "keys and windows", true, true, (THEN_BASIC + THEN_KEYS + THEN_WINDOWS) / THEN_BASIC);
        progress.step();
        final double tcp = new TcpTwin(trips).roundTripUs(violations);
        progress.step();
        out.printf(Locale.ROOT, "%-28s%15.3f%n", "TCP", tcp);
        final CostTable model = CostTables.hpam();
        final double modelBareUs = model.value("remote read without windows and keys (us)", 0).modelled();
        out.printf(Locale.ROOT, "keys %.2f, keys and windows %.2f of neither (the paper: %.2f, %.2f of the work; its" +
            " model in virtual time: %.2f, %.2f)%n",
            keys / bare, windows / bare, (THEN_BASIC + THEN_KEYS) / THEN_BASIC,
            (THEN_BASIC + THEN_KEYS + THEN_WINDOWS) / THEN_BASIC,
            model.value("remote read without windows (us)", 0).modelled() / modelBareUs,
            model.value("remote read (us)", 0).modelled() / modelBareUs);
        out.printf(Locale.ROOT, "all of it %.2f of a bare round trip (the paper: %.2f), TCP %.1f of all of it%n",
            windows / bare, THEN_ROUND_TRIP, tcp / windows);
    }

    /**
     * @return the time of a round trip in microseconds.
     */
    private double measure(
        final PrintWriter out, final String name, final boolean hasKeys, final boolean hasWindows, final double then)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            final ActiveMessages am =
                ActiveMessages.on(cluster, new AmContext().checkKeys(hasKeys).reliable(hasWindows));
            received = 0;
            expected = 0;
            final int done = am.onReply(reply -> take(reply.arg(0), reply.arg(1)));
            final int request = am.onRequest(arrived -> arrived.reply(done, arrived.arg(0), arrived.arg(1), 0, 0));
            final AtomicBoolean isOver = new AtomicBoolean();
            final double[] us = new double[2];
            HostThreads.run(cluster, host ->
            {
                final AmPort port = am.port(host);
                if (TARGET == host.id())
                {
                    new LongWait(host).until(isOver::get, port::poll);
                    return;
                }
                try
                {
                    us[0] = roundTrips(port, request);
                    us[1] = stream(port, request);
                }
                finally
                {
                    isOver.set(true);
                }
            });
            measurements++;
            if (received != expected)
            {
                violations.add(received + " answers of " + expected + " with " + name);
            }
            out.printf(Locale.ROOT, "%-28s%15.3f%15.3f%22.2f%n", name, us[0], us[1], then);
            return us[0];
        }
    }

    /**
     * Counts an answer, also a wrong one: no other one comes in its place.
     */
    void take(final long a0, final long a1)
    {
        received++;
        if (a0 + a1 != 1)
        {
            violations.add("answer " + received + " has the words " + a0 + " and " + a1 + ", whose sum is not 1");
        }
    }

    private double roundTrips(final AmPort port, final int request)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < trips; i++)
        {
            port.request(TARGET, request, i, 1L - i, 0, 0);
            expected++;
            awaitAnswers(port, expected);
        }
        return (System.nanoTime() - startNs) / 1e3 / trips;
    }

    private double stream(final AmPort port, final int request)
    {
        final long startNs = System.nanoTime();
        for (int i = 0; i < trips; i++)
        {
            // Without windows nothing else bounds what is under way.
            awaitAnswers(port, expected - AmContext.DEPTH_DEFAULT + 1);
            port.request(TARGET, request, i, 1L - i, 0, 0);
            expected++;
        }
        awaitAnswers(port, expected);
        return (System.nanoTime() - startNs) / 1e3 / trips;
    }

    private void awaitAnswers(final AmPort port, final long count)
    {
        port.await(() -> received >= count, "an answer");
    }
}
