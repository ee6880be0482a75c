/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.actions.IsoInt;
import org.isotach.actions.Isotach;
import org.isotach.actions.PreparedSnapshot;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A leaderboard: points move between players, and every table is a snapshot.
 */
@Command(name = "leaderboard", description = "Scores change all the time; each leaderboard is consistent.")
final class Leaderboard implements Callable<Integer>
{
    private static final int PLAYERS = 16;
    private static final int START = 1500;

    @Option(names = "--games", paramLabel = "N", defaultValue = "2000",
        description = "Games of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int games;
    @Mixin
    private SampleRun run;

    @Override
    public Integer call()
    {
        run.check("--games", games);
        try (Isotach isotach = Isotach.launch(run.settings()))
        {
            final IsoInt[] ratings = isotach.ints("rating", PLAYERS, START);
            final PreparedSnapshot<int[]> table = isotach.prepare(
                now -> Arrays.stream(ratings).mapToInt(now::get).sorted().toArray(), ratings);
            final AtomicInteger wrong = new AtomicInteger();
            run.inThreads(3, games, (i, random) ->
            {
                final int winner = random.nextInt(PLAYERS);
                final int loser = (winner + 1 + random.nextInt(PLAYERS - 1)) % PLAYERS;
                final int points = 1 + random.nextInt(20);
                isotach.apply(ratings[winner].add(points), ratings[loser].add(-points));
                if (0 == i % 8)
                {
                    wrong.addAndGet(PLAYERS * START == Arrays.stream(table.take()).sum() ? 0 : 1);
                }
            });
            final int[] last = table.take();
            run.print("best " + last[PLAYERS - 1] + ", worst " + last[0] + ", " +
                isotach.directReads() + " tables read directly, " + isotach.orderedReads() + " in an isochron");
            return run.end("games=" + 3 * games, wrong.get(), "tables are inconsistent");
        }
    }
}
