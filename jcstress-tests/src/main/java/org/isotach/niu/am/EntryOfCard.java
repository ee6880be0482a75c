/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Waiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two programs that share the links of a host, and are switched in by turns: who is switched in while the other one
 * uses the links waits until that one has left them, and finds what it has done.
 */
public class EntryOfCard
{
    abstract static class Program
    {
        private static final Cluster CLUSTER =
            Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER));
        private static final Waiter FIRST = CLUSTER.host(0).waiter();
        private static final Waiter SECOND = CLUSTER.host(0).waiter();
        private static final int TURNS = 8;
        private static final int PACKET_LENGTH = 64;

        private final Card card = new Card(
            0, new Card[1], (sender, receiver, capacity) -> null, PACKET_LENGTH, PACKET_LENGTH);

        // These belong to the program that has entered.
        private int done;
        private int wrong;

        // By program.
        private final int[] entries = new int[2];

        Program()
        {
            card.join(FIRST, 1);
            card.join(SECOND, 2);
        }

        /**
         * @param looksOnly true for the mistake to look which program is switched in, and at nothing else.
         */
        final void takeTurns(final int program, final boolean looksOnly)
        {
            int entered = 0;
            for (int i = 0; i < TURNS; i++)
            {
                card.switchIn(program);
                if (looksOnly ? !card.isSwitchedOut(program) : card.tryEnter(program))
                {
                    entered++;
                    // Odd for others, if there were any in here.
                    wrong += done & 1;
                    done++;
                    done++;
                    if (!looksOnly)
                    {
                        card.exit(program);
                    }
                }
            }
            entries[program] = entered;
        }

        /**
         * @param r receives how often a program has found the other one inside, and how much of what was done is lost.
         */
        final void look(final II_Result r)
        {
            r.r1 = wrong;
            r.r2 = 2 * (entries[0] + entries[1]) - done;
        }
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description("Two programs are switched in at a host. Anything but 0, 0 is forbidden: one at a time uses links.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "each finds what the other one has done")
    @State
    public static class OneAtATime extends Program
    {
        @Actor
        public void first()
        {
            takeTurns(0, false);
        }

        @Actor
        public void second()
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
     * The control: who is switched in does not wait until the other one has left.
     */
    @JCStressTest
    @Description("Control: a program looks only whether it is switched in. Nothing forbids that both use the links.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "they do not meet")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "both use the links at the same time")
    @State
    public static class SwitchedInOnly extends Program
    {
        @Actor
        public void first()
        {
            takeTurns(0, true);
        }

        @Actor
        public void second()
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
