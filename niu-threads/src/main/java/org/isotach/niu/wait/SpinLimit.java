/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

/**
 * The number of spins for which a waiting thread keeps its processor, learned from its earlier waits. If each thread
 * has a processor, a short wait ends while the thread spins. If there are more threads than processors, the thread that
 * makes the condition true may not run before this one stops spinning, so each spin delays both.
 */
final class SpinLimit
{
    static final int MAX = 500;
    static final int MIN = 8;

    private int limit = MAX;

    int get()
    {
        return limit;
    }

    /**
     * A wait is over: if it ended while the thread was spinning, the next one may spin for twice as long, and for half
     * as long if not.
     *
     * @param spins number of spins of the wait.
     */
    void learn(final int spins)
    {
        if (spins >= limit)
        {
            limit = Math.max(MIN, limit / 2);
        }
        else if (spins > 0)
        {
            limit = Math.min(MAX, 2 * limit);
        }
    }

    @Override
    public String toString()
    {
        return "SpinLimit{" + limit + '}';
    }
}
