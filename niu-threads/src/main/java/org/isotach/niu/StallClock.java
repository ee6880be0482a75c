/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers since when things have been as they are: whoever waits for long looks from time to time. Threadsafe.
 */
final class StallClock
{
    private static final long LOOK_INTERVAL_NS = 10_000_000;

    private record Observation(long progress, long sinceNs, long seenNs)
    {
    }

    private final Map<Object, Observation> observations = new ConcurrentHashMap<>();
    private final AtomicLong lastLookNs = new AtomicLong();

    /**
     * Is it time for somebody who waits to look, and is that the caller?
     */
    boolean isTimeToLook(final long waitingSinceNs, final long nowNs)
    {
        final long last = lastLookNs.get();
        return nowNs - waitingSinceNs > LOOK_INTERVAL_NS && nowNs - last > LOOK_INTERVAL_NS &&
            lastLookNs.compareAndSet(last, nowNs);
    }

    /**
     * How long something has not changed.
     *
     * @param what     in question.
     * @param progress a number that changes when it does.
     */
    Duration sinceChange(final Object what, final long progress, final long nowNs)
    {
        final Observation observation = observations.compute(what, (key, before) ->
            null == before || before.progress() != progress ? new Observation(progress, nowNs, nowNs) :
            new Observation(progress, before.sinceNs(), nowNs - before.seenNs() > 0 ? nowNs : before.seenNs()));
        // Another look may have begun later, and seen it first.
        return Duration.ofNanos(Math.max(0, nowNs - observation.sinceNs()));
    }

    /**
     * How long something is known, without a look at it; nothing if it is not.
     */
    Duration known(final Object what, final long nowNs)
    {
        final Observation observation = observations.get(what);
        return null == observation ? Duration.ZERO : Duration.ofNanos(Math.max(0, nowNs - observation.sinceNs()));
    }

    /**
     * Forgets what was not seen by a look, nor by one that began after it: or things that happen once would be
     * remembered for ever.
     *
     * @param nowNs when the look began.
     */
    void forgetUnseenSince(final long nowNs)
    {
        observations.values().removeIf(observation -> observation.seenNs() - nowNs < 0);
    }

    /**
     * Number of things that are remembered.
     */
    int size()
    {
        return observations.size();
    }
}
