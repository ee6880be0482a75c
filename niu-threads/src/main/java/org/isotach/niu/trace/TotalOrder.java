/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order of the isochrons of a trace: by pulse, and within a pulse as their hosts have executed them. If hosts
 * disagree, which never happens in a correct run, the order is that of the issuers.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class TotalOrder
{
    private static final Comparator<TracedIsochron> BY_ISSUER = Comparator.comparingInt(TracedIsochron::issuer)
        .thenComparingLong(TracedIsochron::firstNumber).thenComparingInt(TracedIsochron::index);

    private final int hostCount;
    private final Map<Long, List<TracedIsochron>> pulses = new TreeMap<>();

    /**
     * @param isochrons all that were executed.
     * @param hostCount number of hosts.
     */
    TotalOrder(final List<TracedIsochron> isochrons, final int hostCount)
    {
        this.hostCount = hostCount;
        isochrons.forEach(isochron ->
            pulses.computeIfAbsent(isochron.pulse(), key -> new ArrayList<>()).add(isochron));
    }

    List<TracedIsochron> sorted()
    {
        final List<TracedIsochron> sorted = new ArrayList<>();
        pulses.values().forEach(isochrons -> addPulse(isochrons, sorted));
        return sorted;
    }

    private void addPulse(final List<TracedIsochron> isochrons, final List<TracedIsochron> sorted)
    {
        final List<Deque<TracedIsochron>> ofHosts = new ArrayList<>();
        for (int host = 0; host < hostCount; host++)
        {
            final int at = host;
            final Deque<TracedIsochron> queue = new ArrayDeque<>();
            isochrons.stream().filter(isochron -> null != isochron.executionAt(at))
                .sorted(Comparator.comparingLong((TracedIsochron isochron) -> isochron.executionAt(at).number())
                .thenComparingInt(TracedIsochron::index))
                .forEach(queue::add);
            ofHosts.add(queue);
        }
        final List<TracedIsochron> left = new ArrayList<>(isochrons);
        left.sort(BY_ISSUER);
        while (!left.isEmpty())
        {
            final TracedIsochron next =
                left.stream().filter(isochron -> isNext(isochron, ofHosts)).findFirst().orElse(left.get(0));
            left.remove(next);
            ofHosts.forEach(queue -> queue.remove(next));
            sorted.add(next);
        }
    }

    /**
     * Returns whether it is the first remaining isochron at each host that executes it.
     */
    private static boolean isNext(final TracedIsochron isochron, final List<Deque<TracedIsochron>> ofHosts)
    {
        for (final TraceEvent execution : isochron.executions())
        {
            if (ofHosts.get(execution.host()).peek() != isochron)
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "TotalOrder{pulses=" + pulses.size() + '}';
    }
}
