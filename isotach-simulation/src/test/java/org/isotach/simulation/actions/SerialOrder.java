/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Is there one order of all steps in which each has read what the one before has left, and in which a step that has
 * ended before another one began is first? Versions of accounts, bits and messages say what must be before what; where
 * that goes in a circle there is no order.
 */
final class SerialOrder
{
    private final List<Step> steps = new ArrayList<>();

    // By account, then by version.
    private final Map<Integer, Map<Long, Step>> writers = new HashMap<>();
    private final List<Step> sent = new ArrayList<>();

    // Of which nobody knows whether they have changed anything, and what was read that steps have written: accounts by
    // number of the step.
    private final List<Step> doubtful = new ArrayList<>();
    private final Map<Long, Set<Integer>> seen = new HashMap<>();
    private String violation;
    private long clock;

    /**
     * Something that is one step for everybody.
     */
    static final class Step
    {
        private static final int NO_BIT = -1;

        private final String name;

        // Also its number.
        private final long begin;
        private final Map<Integer, Long> read = new HashMap<>();
        private final Map<Integer, Long> written = new HashMap<>();
        private int bit = NO_BIT;
        private long bitsRead;
        private boolean hasReadBits;
        private long end;

        private Step(final String name, final long begin)
        {
            this.name = name;
            this.begin = begin;
        }

        long number()
        {
            return begin;
        }

        void read(final int account, final long version)
        {
            read.put(account, version);
        }

        void written(final int account, final long version)
        {
            written.put(account, version);
        }

        void bit(final int number)
        {
            bit = number;
        }

        void readBits(final long bits)
        {
            hasReadBits = true;
            bitsRead = bits;
        }

        @Override
        public String toString()
        {
            return name + '@' + begin + ".." + end;
        }
    }

    Step begin(final String name)
    {
        return new Step(name, ++clock);
    }

    /**
     * The step has taken effect, or has read.
     */
    void end(final Step step)
    {
        step.end = ++clock;
        add(step);
    }

    private void add(final Step step)
    {
        steps.add(step);
        step.written.forEach((account, version) ->
        {
            final Step other = writers.computeIfAbsent(account, key -> new HashMap<>()).put(version, step);
            if (null != other)
            {
                violation = step + " and " + other + " have both made version " + version + " of account " + account;
            }
        });
    }

    /**
     * The step has read, and perhaps has taken effect, or will: others tell, see {@link #saw}.
     */
    void isInDoubt(final Step step)
    {
        doubtful.add(step);
    }

    /**
     * A value was read.
     *
     * @param writer number of the step that has written it.
     */
    void saw(final int account, final long writer)
    {
        seen.computeIfAbsent(writer, key -> new HashSet<>()).add(account);
    }

    /**
     * All values that were written, but for those that are there now, were read by whoever has overwritten them: so now
     * it is known which doubtful steps have taken effect.
     */
    void endDoubts()
    {
        for (final Step step : doubtful)
        {
            final Set<Integer> accounts = seen.getOrDefault(step.number(), Set.of());
            if (!accounts.isEmpty() && !accounts.equals(step.written.keySet()))
            {
                violation = step + " has changed " + accounts + " of " + step.written.keySet();
            }
            if (accounts.isEmpty())
            {
                step.written.clear();
            }
            step.end = Long.MAX_VALUE;
            add(step);
        }
        doubtful.clear();
    }

    /**
     * Has the step changed anything?
     */
    boolean isEffective(final Step step)
    {
        return steps.contains(step) && !step.written.isEmpty();
    }

    /**
     * @return a step that has changed something, and whose message nobody has received; null if there is none.
     */
    String unsent()
    {
        return steps.stream().filter(step -> !step.written.isEmpty() && !sent.contains(step))
            .map(step -> "no message of " + step).findFirst().orElse(null);
    }

    /**
     * All have received the message of a step behind the others.
     */
    void received(final Step step)
    {
        sent.add(step);
    }

    long versions(final int account)
    {
        return writers.getOrDefault(account, Map.of()).size();
    }

    /**
     * @return null if there is such an order.
     */
    String violation()
    {
        if (null != violation)
        {
            return violation;
        }
        final int[] before = new int[steps.size()];
        final boolean[][] isBefore = new boolean[steps.size()][steps.size()];
        for (int i = 0; i < before.length; i++)
        {
            for (int j = 0; j < before.length; j++)
            {
                isBefore[i][j] = i != j && isBefore(steps.get(i), steps.get(j));
                before[j] += isBefore[i][j] ? 1 : 0;
            }
        }
        final List<Step> left = new ArrayList<>(steps);
        boolean isOneTaken = true;
        while (isOneTaken)
        {
            isOneTaken = false;
            for (int i = 0; i < before.length; i++)
            {
                if (0 == before[i])
                {
                    isOneTaken = true;
                    before[i] = -1;
                    left.remove(steps.get(i));
                    for (int j = 0; j < before.length; j++)
                    {
                        before[j] -= isBefore[i][j] ? 1 : 0;
                    }
                }
            }
        }
        return left.isEmpty() ? null : "no order explains " + left;
    }

    private boolean isBefore(final Step one, final Step other)
    {
        return one.end < other.begin || isReadBy(one, other) || isOverwrittenBy(one, other) ||
            isBitBefore(one, other) || isSentBefore(one, other);
    }

    private static boolean isReadBy(final Step one, final Step other)
    {
        return one.written.entrySet().stream()
            .anyMatch(version -> version.getValue().equals(other.read.get(version.getKey())));
    }

    private static boolean isOverwrittenBy(final Step one, final Step other)
    {
        return one.read.entrySet().stream()
            .anyMatch(version -> Long.valueOf(version.getValue() + 1).equals(other.written.get(version.getKey())));
    }

    private static boolean isBitBefore(final Step one, final Step other)
    {
        final boolean isSeen =
            Step.NO_BIT != one.bit && other.hasReadBits && 0 != (other.bitsRead & 1L << one.bit);
        final boolean isNotThere =
            Step.NO_BIT != other.bit && one.hasReadBits && 0 == (one.bitsRead & 1L << other.bit);
        return isSeen || isNotThere;
    }

    /**
     * Messages come in the order in which actions assign, which is that of the actions where they share a variable.
     */
    private boolean isSentBefore(final Step one, final Step other)
    {
        final int first = sent.indexOf(one);
        return first >= 0 && first < sent.indexOf(other) &&
            !Collections.disjoint(one.written.keySet(), other.written.keySet());
    }
}
