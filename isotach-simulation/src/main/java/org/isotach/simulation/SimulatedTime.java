/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.TreeSet;

/**
 * The time of a run, which time limits count: it passes with the steps, and leaps to the end of a time limit when
 * nothing else is left to do. So it is the same for the same seed, however slow the machine is.
 */
final class SimulatedTime
{
    /**
     * How long a step takes.
     */
    static final long STEP_NS = 1000;

    // Nobody means a limit of 73 years: whoever waits so long waits for ever.
    private static final long NEVER_NS = Long.MAX_VALUE / 4;

    // The limits of some of them are over early, since what was waited for has come: a leap too many does no harm.
    private final TreeSet<Long> expected = new TreeSet<>();
    private long nowNs = STEP_NS;

    long nowNs()
    {
        return nowNs;
    }

    void step()
    {
        nowNs += STEP_NS;
    }

    /**
     * Something happens after some time.
     */
    void expect(final long ns)
    {
        forgetPast();
        // A sum that is too large is negative: it never comes.
        if (ns > 0 && ns < NEVER_NS && nowNs + ns > 0)
        {
            expected.add(nowNs + ns);
        }
    }

    /**
     * Leaps to what is expected next.
     *
     * @return false if nothing is.
     */
    boolean leap()
    {
        forgetPast();
        if (expected.isEmpty())
        {
            return false;
        }
        nowNs = expected.pollFirst();
        return true;
    }

    private void forgetPast()
    {
        while (!expected.isEmpty() && expected.first() <= nowNs)
        {
            expected.pollFirst();
        }
    }

    @Override
    public String toString()
    {
        return "SimulatedTime{" + nowNs + " ns, expected=" + expected.size() + '}';
    }
}
