/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.Callable;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A rate limiter: a function that every copy computes takes the tokens, in one isochron.
 */
@Command(name = "ratelimiter", description = "A token bucket that several threads draw from, without reservations.")
final class RateLimiter implements Callable<Integer>
{
    private static final int TAKE = 0;
    private static final int CAPACITY = 100;

    @Option(names = "--requests", paramLabel = "N", defaultValue = "2000",
        description = "Requests of each thread, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private int requests;
    @Mixin
    private SampleRun run;

    @Override
    public Integer call()
    {
        run.check("--requests", requests);
        // Takes as many as requested, or none.
        try (Isotach isotach = Isotach.launch(run.settings().function(
            TAKE, (tokens, wanted) -> tokens >= wanted ? tokens - wanted : tokens)))
        {
            final IsoLong tokens = isotach.longVariable("tokens", CAPACITY);
            final IsoLong added = isotach.longVariable("added");
            final IsoLong granted = isotach.longVariable("granted");
            run.inThreads(4, requests, (i, random) ->
            {
                final long wanted = 1 + i % 3;
                if (tokens.getAndUpdate(isotach.function(TAKE), wanted) >= wanted)
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
            });
            final long rest = tokens.get();
            return run.end("requests=" + 4 * requests + " tokens=" + granted.get() + " rest=" + rest,
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
