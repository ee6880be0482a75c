/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.stream.Stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two members of barriers that send their credits at the same time, each in a pulse of its own: one of them completes
 * the execution, in a pulse that is not before that of the other one.
 */
public class PulseOfCompletion
{
    private static final int HOSTS = 2;
    private static final long EARLY = 5;
    private static final long LATE = 7;

    abstract static class Program
    {
        private static final int BARRIERS = 16;

        private final SharedLedger[] ledgers =
            Stream.generate(SharedLedger::new).limit(BARRIERS).toArray(SharedLedger[]::new);

        // The pulses in which the hosts complete an execution, NONE if they do not.
        private final long[][] completed = new long[HOSTS][BARRIERS];

        Program()
        {
            for (final SharedLedger ledger : ledgers)
            {
                ledger.joinHolding();
                ledger.joinHolding();
            }
        }

        final void credit(final int host, final long pulse)
        {
            for (int i = 0; i < BARRIERS; i++)
            {
                completed[host][i] = complete(ledgers[i], ledgers[i].credit(pulse), pulse);
            }
        }

        final void creditThenSay(final int host, final long pulse)
        {
            for (int i = 0; i < BARRIERS; i++)
            {
                final long execution = ledgers[i].credit(0);
                if (BarrierLedger.NONE == execution)
                {
                    // Sends none of this execution: the last one must stay.
                    ledgers[i].tryCredit(pulse);
                }
                completed[host][i] = complete(ledgers[i], execution, pulse);
            }
        }

        private static long complete(final SharedLedger ledger, final long execution, final long pulse)
        {
            return BarrierLedger.NONE == execution ? BarrierLedger.NONE : ledger.complete(pulse);
        }

        /**
         * @param r the number of executions that were not completed once, and of those completed in a pulse before that
         *          of a credit.
         */
        final void count(final II_Result r)
        {
            for (int i = 0; i < BARRIERS; i++)
            {
                final long first = Math.min(completed[0][i], completed[1][i]);
                final long last = Math.max(completed[0][i], completed[1][i]);
                r.r1 += BarrierLedger.NONE == first && BarrierLedger.NONE != last ? 0 : 1;
                r.r2 += last < LATE ? 1 : 0;
            }
        }
    }

    /**
     * Each says its pulse before it sends its credit.
     */
    @JCStressTest
    @Description(
        "The last two credits of a barrier (SharedLedger). Forbidden: both complete it, or none does, or one does in" +
        " a pulse before that of the other credit.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "one host completes each, in the later pulse")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not once, or too early")
    @State
    public static class SaidThenSent extends Program
    {
        @Actor
        public void host0()
        {
            credit(0, EARLY);
        }

        @Actor
        public void host1()
        {
            credit(1, LATE);
        }

        @Arbiter
        public void end(final II_Result r)
        {
            count(r);
        }
    }

    /**
     * The control: they say it when they have sent it.
     */
    @JCStressTest
    @Description("Control: a pulse that is said behind the credit. Nothing forbids that the other host misses it.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "one host completes each, in the later pulse")
    @Outcome(id = "0, [1-9][0-9]*", expect = Expect.ACCEPTABLE_INTERESTING, desc = "in a pulse before the other credit")
    @State
    public static class SentThenSaid extends Program
    {
        @Actor
        public void host0()
        {
            creditThenSay(0, EARLY);
        }

        @Actor
        public void host1()
        {
            creditThenSay(1, LATE);
        }

        @Arbiter
        public void end(final II_Result r)
        {
            count(r);
        }
    }
}
