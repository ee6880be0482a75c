/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.isotach.actions.IsoInt;
import org.isotach.actions.Isotach;
import org.isotach.actions.PreparedSnapshot;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A leaderboard: points move between players, and every table is a snapshot.
 */
@Command(name = "leaderboard", description = "Scores change all the time; each leaderboard is consistent.")
final class Leaderboard implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--games", paramLabel = "N", defaultValue = "2000",
        description = "Games of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int games;

    @Mixin
    private ModeOption mode;

    private static final int PLAYERS = 16;
    private static final int START = 1500;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--games", games, 1, 1_000_000);
        try (Isotach isotach = Isotach.launch(mode.isotach()))
        {
            final IsoInt[] ratings = isotach.ints("rating", PLAYERS, START);
            final PreparedSnapshot<int[]> table = isotach.prepare(
                now -> Arrays.stream(ratings).mapToInt(now::get).sorted().toArray(), ratings);
            final AtomicInteger wrong = new AtomicInteger();
            try (Progress progress = Progress.onTerminal("leaderboard", 3L * games))
            {
                IntStream.range(0, 3).parallel().forEach(server ->
                {
                    final Random random = new Random(server);
                    for (int i = 0; i < games; i++)
                    {
                        final int winner = random.nextInt(PLAYERS);
                        final int loser = (winner + 1 + random.nextInt(PLAYERS - 1)) % PLAYERS;
                        final int points = 1 + random.nextInt(20);
                        isotach.apply(ratings[winner].add(points), ratings[loser].add(-points));
                        if (0 == i % 8)
                        {
                            wrong.addAndGet(PLAYERS * START == Arrays.stream(table.take()).sum() ? 0 : 1);
                        }
                        progress.step();
                    }
                });
            }
            final int[] last = table.take();
            spec.commandLine().getOut().println("best " + last[PLAYERS - 1] + ", worst " + last[0] + ", " +
                isotach.directReads() + " tables read directly, " + isotach.orderedReads() + " in an isochron");
            return Verdict.of(spec, "games=" + 3 * games + " wrong=" + wrong,
                0 == wrong.get() ? null : wrong + " tables are inconsistent");
        }
    }
}
