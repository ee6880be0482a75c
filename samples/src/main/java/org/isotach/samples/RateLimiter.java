/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.smm.UpdateFunction;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A rate limiter: a function that every copy computes takes the tokens, in one isochron.
 */
@Command(name = "ratelimiter", description = "A token bucket that several threads draw from, without reservations.")
final class RateLimiter implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--requests", paramLabel = "N", defaultValue = "2000",
        description = "Requests of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int requests;

    @Mixin
    private ModeOption mode;

    private static final int TAKE = 0;
    private static final int CAPACITY = 100;

    @Override
    public Integer call()
    {
        Limits.check(spec, "--requests", requests, 1, 1_000_000);
        // Takes as many as requested, or none.
        try (Isotach isotach = Isotach.launch(mode.isotach().function(
            TAKE, (tokens, wanted) -> tokens >= wanted ? tokens - wanted : tokens)))
        {
            final IsoLong tokens = isotach.longVariable("tokens", CAPACITY);
            final IsoLong added = isotach.longVariable("added");
            final IsoLong granted = isotach.longVariable("granted");
            final UpdateFunction take = isotach.function(TAKE);
            try (Progress progress = Progress.onTerminal("ratelimiter", 4L * requests))
            {
                IntStream.range(0, 4).parallel().forEach(client ->
                {
                    for (int i = 0; i < requests; i++)
                    {
                        final long wanted = 1 + i % 3;
                        if (tokens.getAndUpdate(take, wanted) >= wanted)
                        {
                            isotach.apply(granted.add(wanted));
                        }
                        if (0 == i % 100)
                        {
                            // Refills the bucket, but never beyond its capacity.
                            isotach.update(tokens, added).execute(action ->
                            {
                                action.set(added, action.get(added) + CAPACITY - action.get(tokens));
                                action.set(tokens, CAPACITY);
                            });
                        }
                        progress.step();
                    }
                });
            }
            final long rest = tokens.get();
            return Verdict.of(spec, "requests=" + 4 * requests + " tokens=" + granted.get() + " rest=" + rest,
                check(granted.get(), rest, added.get()));
        }
    }

    /**
     * Returns null if each token was granted once, or is left.
     *
     * @param added to the full bucket that was there at first.
     */
    static String check(final long granted, final long rest, final long added)
    {
        return rest >= 0 && rest <= CAPACITY && granted + rest == CAPACITY + added ? null :
            granted + " tokens were granted and " + rest + " are left, of " + (CAPACITY + added);
    }
}
