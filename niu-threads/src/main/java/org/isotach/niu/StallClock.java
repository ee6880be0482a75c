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
 * Remembers since when each stall has lasted: a thread that waits for long checks from time to time. Threadsafe.
 */
final class StallClock
{
    private static final long LOOK_INTERVAL_NS = 10_000_000;

    // A clock may begin with any number, 0 also.
    private static final long NEVER = Long.MIN_VALUE;

    private record Observation(long progress, long sinceNs, long seenNs)
    {
    }

    private final Map<Object, Observation> observations = new ConcurrentHashMap<>();
    private final AtomicLong lastLookNs = new AtomicLong(NEVER);

    /**
     * Returns whether a check of the waiting threads is due, and the caller should make it.
     */
    boolean isTimeToLook(final long waitingSinceNs, final long nowNs)
    {
        final long last = lastLookNs.get();
        return nowNs - waitingSinceNs > LOOK_INTERVAL_NS && (NEVER == last || nowNs - last > LOOK_INTERVAL_NS) &&
            lastLookNs.compareAndSet(last, nowNs);
    }

    /**
     * Returns how long something has not changed.
     *
     * @param what     identifies it.
     * @param progress a number that changes with it.
     */
    Duration sinceChange(final Object what, final long progress, final long nowNs)
    {
        final Observation observation = observations.compute(what, (key, before) ->
            null == before || before.progress() != progress ? new Observation(progress, nowNs, nowNs) :
            new Observation(progress, before.sinceNs(), nowNs - before.seenNs() > 0 ? nowNs : before.seenNs()));
        // Another check may have begun later, and seen it first.
        return Duration.ofNanos(Math.max(0, nowNs - observation.sinceNs()));
    }

    /**
     * Returns how long something has been known, without checking it; zero if it is unknown.
     */
    Duration known(final Object what, final long nowNs)
    {
        final Observation observation = observations.get(what);
        return null == observation ? Duration.ZERO : Duration.ofNanos(Math.max(0, nowNs - observation.sinceNs()));
    }

    /**
     * Forgets everything that neither a check, nor one that began after it, has seen; otherwise stalls that occur once
     * would be remembered for ever.
     *
     * @param nowNs when the check began.
     */
    void forgetUnseenSince(final long nowNs)
    {
        observations.values().removeIf(observation -> observation.seenNs() - nowNs < 0);
    }

    /**
     * Returns the number of remembered stalls.
     */
    int size()
    {
        return observations.size();
    }
}
