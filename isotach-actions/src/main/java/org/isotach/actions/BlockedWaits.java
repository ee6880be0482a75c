/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The waits that cannot end before something is given back: those that wait for it, those that wait for these, and in
 * pipelines those behind them.
 * <p>
 * <b>Note:</b> not threadsafe.
 */
final class BlockedWaits
{
    // Numbers of versions, by the first one.
    private final TreeMap<Long, Integer> held = new TreeMap<>();
    private final Function<Thread, Collection<Run>> heldBy;
    private final Admission queue;

    // By identity.
    private final Map<Wait, Wait> predecessors;
    private final Set<Wait> blocked = Collections.newSetFromMap(new IdentityHashMap<>());
    private int reads;

    /**
     * @param queue        whose reads count.
     * @param heldBy       returns what a thread holds.
     * @param predecessors what must end before an action of a pipeline, by identity.
     */
    BlockedWaits(
        final Admission queue, final Function<Thread, Collection<Run>> heldBy, final Map<Wait, Wait> predecessors)
    {
        this.predecessors = predecessors;
        this.queue = queue;
        this.heldBy = heldBy;
    }

    /**
     * Adds everything that a thread holds.
     */
    void addHeldBy(final Thread thread)
    {
        heldBy.apply(thread).forEach(this::addHeld);
    }

    private void addHeld(final Wait wait)
    {
        if (wait.heldCount() > 0)
        {
            held.put(wait.firstHeld(), wait.heldCount());
        }
    }

    /**
     * Finds those that wait for what was added, and for each other.
     *
     * @param waits all waits; those that are found are removed.
     */
    void find(final Collection<Wait> waits)
    {
        boolean isMore = true;
        while (isMore)
        {
            isMore = false;
            for (final Iterator<Wait> all = waits.iterator(); all.hasNext();)
            {
                final Wait wait = all.next();
                if (isBlocked(wait))
                {
                    all.remove();
                    add(wait);
                    isMore = true;
                }
            }
        }
    }

    private void add(final Wait wait)
    {
        // Some are among the waits twice.
        reads += blocked.add(wait) ? wait.readsOf(queue) : 0;
        addHeld(wait);
        final Thread owner = wait.owner();
        if (null != owner)
        {
            addHeldBy(owner);
        }
    }

    private boolean isBlocked(final Wait wait)
    {
        final boolean[] isBlocked = { blocked.contains(predecessors.get(wait)) };
        wait.forEachAwaited(version -> isBlocked[0] |= isHeld(version));
        return isBlocked[0];
    }

    private boolean isHeld(final long version)
    {
        final Map.Entry<Long, Integer> range = held.floorEntry(version);
        return null != range && version - range.getKey() < range.getValue();
    }

    /**
     * Returns the number of reads that these have.
     */
    int reads()
    {
        return reads;
    }

    @Override
    public String toString()
    {
        return "BlockedWaits{reads=" + reads + '}';
    }
}
