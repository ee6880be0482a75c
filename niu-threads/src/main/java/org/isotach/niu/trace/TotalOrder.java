/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
        isochrons.sort(BY_ISSUER);
        final Pulse pulse = new Pulse(isochrons);
        for (int i = 0; i < isochrons.size(); i++)
        {
            sorted.add(isochrons.get(pulse.takeNext()));
        }
    }

    @Override
    public String toString()
    {
        return "TotalOrder{pulses=" + pulses.size() + '}';
    }

    /**
     * The isochrons of one pulse, by their places in the order of the issuers.
     */
    private final class Pulse
    {
        private final List<TracedIsochron> isochrons;
        private final List<Deque<Integer>> ofHosts = new ArrayList<>();
        private final BitSet taken = new BitSet();

        // Those that are the first remaining one at each host that executes them.
        private final TreeSet<Integer> ready = new TreeSet<>();

        Pulse(final List<TracedIsochron> isochrons)
        {
            this.isochrons = isochrons;
            for (int host = 0; host < hostCount; host++)
            {
                ofHosts.add(executedAt(host));
            }
            ofHosts.forEach(this::addFirst);
        }

        private Deque<Integer> executedAt(final int host)
        {
            return IntStream.range(0, isochrons.size()).boxed()
                .filter(place -> null != isochrons.get(place).executionAt(host))
                .sorted(Comparator.comparingLong((Integer place) -> isochrons.get(place).executionAt(host).number())
                .thenComparingInt(place -> isochrons.get(place).index()))
                .collect(Collectors.toCollection(ArrayDeque::new));
        }

        int takeNext()
        {
            final int next = ready.isEmpty() ? taken.nextClearBit(0) : ready.pollFirst();
            taken.set(next);
            isochrons.get(next).executions().forEach(execution -> addFirst(ofHosts.get(execution.host())));
            return next;
        }

        private void addFirst(final Deque<Integer> queue)
        {
            // If hosts disagree, what was taken is not always the first one.
            while (!queue.isEmpty() && taken.get(queue.peek()))
            {
                queue.poll();
            }
            if (!queue.isEmpty() && isReady(queue.peek()))
            {
                ready.add(queue.peek());
            }
        }

        private boolean isReady(final int place)
        {
            return isochrons.get(place).executions().stream()
                .allMatch(execution -> place == ofHosts.get(execution.host()).peek());
        }
    }
}
