/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * One thread takes two variables of the only host briefly, so that nobody finds them reserved who does not become owner
 * of the host, and increments them. Another thread adds to them, or reads them.
 */
public class BriefTakes
{
    abstract static class Program extends ClusterState
    {
        Program()
        {
            super(1, Layout.LAST);
        }

        final void readBothAtTheEnd(final JJ_Result r)
        {
            r.r1 = atTheEnd(0, x);
            r.r2 = atTheEnd(0, y);
        }
    }

    /**
     * Either the owner of the host executes the SCHEDs, and waits for the values, or the taker resumes before.
     */
    @JCStressTest
    @Description(
        "Deferred SCHEDs. Section 13: either the next owner executes them before anything else, or the thread that" +
        " has deferred them assigns before there is one.")
    @Outcome(id = "11, 11", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one of them is lost")
    @State
    public static class BesideUpdates extends Program
    {
        @Actor
        public void taker()
        {
            host(0).incrementBriefly(x, y);
        }

        @Actor
        public void adder()
        {
            host(0).addAtOnce(x, y, 10);
        }

        @Arbiter
        public void atTheEnd(final JJ_Result r)
        {
            readBothAtTheEnd(r);
        }
    }

    /**
     * The new values are assigned at one point of the order.
     */
    @JCStressTest
    @Description("Reads beside a deferred take. Section 13: they find the values of before, or all new ones.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the read comes first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the assignment comes first")
    @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "the assignment was executed during the read")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the assignment was seen in part")
    @State
    public static class BesideReads extends Program
    {
        @Actor
        public void taker()
        {
            host(0).incrementBriefly(x, y);
        }

        @Actor
        public void reader(final JJ_Result r)
        {
            final long[] values = new long[2];
            final boolean isRead = host(0).tryReadPrepared(values, x, y);
            r.r1 = isRead ? values[0] : -1;
            r.r2 = isRead ? values[1] : -1;
        }
    }

    /**
     * A read and a write instead.
     */
    @JCStressTest
    @Description("Weakened: variables that are read and written, and not taken. Nothing forbids that others come in.")
    @Outcome(id = "11, 11", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "what was added is lost")
    @State
    public static class NotTaken extends Program
    {
        @Actor
        public void incrementer()
        {
            final long[] values = new long[2];
            while (!host(0).tryReadPrepared(values, x, y))
            {
                Thread.onSpinWait();
            }
            host(0).writeAtOnce(x, values[0] + 1, y, values[1] + 1);
        }

        @Actor
        public void adder()
        {
            host(0).addAtOnce(x, y, 10);
        }

        @Arbiter
        public void atTheEnd(final JJ_Result r)
        {
            readBothAtTheEnd(r);
        }
    }
}
