/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * An action that waits for a condition: looks at it without reserving anything, reserves when it is true, and looks
 * once more. Belongs to one thread.
 */
final class Condition
{
    private static final long LOOK_AGAIN_NS = 100_000_000;

    private final Engine engine;
    private final Reader reader;
    private final Footprint footprint;
    private final Predicate<? super Snapshot> condition;
    private final long limitNs;
    private final int[] addresses;

    Condition(
        final Engine engine,
        final Reader reader,
        final Footprint footprint,
        final Predicate<? super Snapshot> condition,
        final Duration limit)
    {
        this.engine = engine;
        this.reader = reader;
        this.footprint = footprint;
        this.condition = condition;
        limitNs = Math.max(1, limit.toNanos());
        addresses = Arrays.copyOf(footprint.taken(), footprint.words());
        System.arraycopy(footprint.read(), 0, addresses, footprint.taken().length, footprint.read().length);
    }

    <R, X extends Exception> R run(final ActionBody<R, X> body) throws X
    {
        engine.check(footprint);
        final long endNs = System.nanoTime() + limitNs;
        final Watchers.Watch watch = new Watchers.Watch(engine.newWaiter(), addresses);
        final Object what = new Object()
        {
            @Override
            public String toString()
            {
                return "the condition of " + footprint;
            }
        };
        engine.watchers().add(watch);
        try
        {
            while (true)
            {
                watch.listen();
                // For what it is worth: others may change the variables after that.
                if (reader.isTrue(footprint, addresses, condition))
                {
                    final Run run = engine.take(footprint);
                    if (engine.isTrue(run, footprint, condition))
                    {
                        return engine.finish(run, footprint, body);
                    }
                }
                final long nowNs = System.nanoTime();
                // Programs that write through a port of their own tell nobody: so it looks again now and then.
                watch.waiter().awaitCall(
                    () -> watch.isSignalled() || System.nanoTime() - nowNs > LOOK_AGAIN_NS,
                    what,
                    Math.max(1, endNs - nowNs));
            }
        }
        finally
        {
            engine.watchers().remove(watch);
        }
    }
}
