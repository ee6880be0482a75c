/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A port that one thread ends while another one takes turns: who notes the task, and finds the turn taken, leaves the
 * task to the other one, which looks for it when it has given the turn back.
 */
public class EndOfTurn
{
    abstract static class Program
    {
        private static final int TURNS = 8;
        private static final int NEVER = -1;

        private final PortTurn turn = new PortTurn(Progress.CLUSTER);

        // These belong to the thread that has the turn.
        private int done;
        private int seen = NEVER;
        private int wrong;

        // Of the mistake only.
        private volatile boolean isLeft;

        final void takeTurns()
        {
            for (int i = 0; i < TURNS; i++)
            {
                if (takeTurn() && isLeft)
                {
                    turn.tryRun(this::runTask);
                }
            }
        }

        private boolean takeTurn()
        {
            final boolean isMine = turn.tryEnter();
            if (isMine)
            {
                // Odd for others, if there were any in here.
                done++;
                done++;
                turn.exit();
            }
            return isMine;
        }

        final void endWithTask()
        {
            takeTurn();
            turn.endWith(this::runTask);
        }

        /**
         * The mistake: looks at the turn, and leaves the task to the other thread then.
         */
        final void lookThenLeave()
        {
            takeTurn();
            if (turn.tryEnter())
            {
                isLeft = true;
                runTask();
                turn.exit();
            }
            else
            {
                isLeft = true;
            }
        }

        private void runTask()
        {
            wrong += done & 1;
            seen = done;
        }

        /**
         * @param r receives what the task has seen of a turn that was not over, and whether it was not run behind the
         *          last turn.
         */
        final void look(final II_Result r)
        {
            r.r1 = wrong;
            r.r2 = seen == done ? 0 : 1;
        }
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description("A port is ended during turns. Section 14 forbids that no thread runs the task behind the last turn.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the task is run behind the last turn, and in none")
    @Outcome(expect = Expect.FORBIDDEN, desc = "each thread leaves the task to the other one, or it is run in a turn")
    @State
    public static class NoteThenLook extends Program
    {
        @Actor
        public void turns()
        {
            takeTurns();
        }

        @Actor
        public void end()
        {
            endWithTask();
        }

        @Arbiter
        public void after(final II_Result r)
        {
            look(r);
        }
    }

    /**
     * The control: the turn is looked at before the task is noted.
     */
    @JCStressTest
    @Description("Control: the task is noted behind the look at the turn. Nothing forbids that no thread runs it.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the task is run behind the last turn, and in none")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "each thread leaves it to the other one")
    @State
    public static class LookThenNote extends Program
    {
        @Actor
        public void turns()
        {
            takeTurns();
        }

        @Actor
        public void end()
        {
            lookThenLeave();
        }

        @Arbiter
        public void after(final II_Result r)
        {
            look(r);
        }
    }
}
