/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads that take a host over from each other: each owner finds what the one before has done, in plain fields.
 */
public class TakingOver
{
    abstract static class Program
    {
        private static final int TURNS = 8;

        private final TryLock lock = new TryLock();

        // These belong to the owner, who leaves them equal.
        private int first;
        private int second;
        private int differences;

        // By thread.
        private final int[] turns = new int[2];

        /**
         * @param looksOnly true for the mistake to look whether there is an owner, and not to become it.
         */
        final void takeTurns(final int thread, final boolean looksOnly)
        {
            int taken = 0;
            for (int i = 0; i < TURNS; i++)
            {
                if (looksOnly ? lock.isFree() : lock.tryEnter())
                {
                    taken++;
                    differences += first == second ? 0 : 1;
                    first++;
                    second++;
                    if (!looksOnly)
                    {
                        lock.exit();
                    }
                }
            }
            turns[thread] = taken;
        }

        /**
         * @param r receives how often an owner has found a turn half done, and how many turns are lost.
         */
        final void look(final II_Result r)
        {
            r.r1 = differences;
            r.r2 = turns[0] + turns[1] - Math.min(first, second);
        }
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description("Two threads take a host over. Section 14 forbids all but 0, 0: an owner finds all earlier turns.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "each owner finds all earlier turns")
    @State
    public static class ByCompareAndSet extends Program
    {
        @Actor
        public void one()
        {
            takeTurns(0, false);
        }

        @Actor
        public void other()
        {
            takeTurns(1, false);
        }

        @Arbiter
        public void after(final II_Result r)
        {
            look(r);
        }
    }

    /**
     * The control: a look instead of the compare-and-set.
     */
    @JCStressTest
    @Description("Control: threads look whether the host has an owner, and work for it if not. Both may at once.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "they do not meet")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "both work for the host at the same time")
    @State
    public static class ByLook extends Program
    {
        @Actor
        public void one()
        {
            takeTurns(0, true);
        }

        @Actor
        public void other()
        {
            takeTurns(1, true);
        }

        @Arbiter
        public void after(final II_Result r)
        {
            look(r);
        }
    }
}
