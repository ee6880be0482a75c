/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * One thread writes two variables of the only host without an isochron, another one reads them, and looks at their
 * states only, because it remembers a revision.
 */
public class RememberedReads
{
    abstract static class Program extends ClusterState
    {
        Program()
        {
            super(1, Layout.LAST);
            // A read beside a variable that waits is remembered.
            host(0).readBesideTaken(z, x, y);
        }

        final void writeBoth()
        {
            host(0).writeAtOnce(x, 1, y, 1);
        }
    }

    /**
     * Both at one point of the order.
     */
    @JCStressTest
    @Description(
        "Atomicity of reads that remember a revision. Section 13: a frame that announces what it changes writes all" +
        " states before its values, so that whoever has read a value finds that it has changed.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the read comes first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the write comes first")
    @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "the write was executed during the read")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the write was seen in part")
    @State
    public static class AtOnce extends Program
    {
        @Actor
        public void writer()
        {
            writeBoth();
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
     * One after the other, in the other order than they are written.
     */
    @JCStressTest
    @Description(
        "Single reads that remember a revision. Section 13: who has read the second value of a frame finds the first" +
        " one, too.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the reads come first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the write comes first")
    @Outcome(id = {"0, 1", "-1, 1", "-1, 0", "0, -1", "1, -1", "-1, -1"}, expect = Expect.ACCEPTABLE,
        desc = "the write comes in between, or during a read")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the write was seen, and then not")
    @State
    public static class InTurn extends Program
    {
        @Actor
        public void writer()
        {
            writeBoth();
        }

        @Actor
        public void reader(final JJ_Result r)
        {
            r.r1 = host(0).valueOr(y, -1);
            r.r2 = host(0).valueOr(x, -1);
        }
    }

    /**
     * Two reads.
     */
    @JCStressTest
    @Description("Weakened: two reads of one variable each. Nothing forbids that the write comes in between.")
    @Outcome(id = {"0, 0", "1, 1", "-1, .*", ".*, -1"}, expect = Expect.ACCEPTABLE, desc = "no write, or all of it")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the write comes in between")
    @State
    public static class Apart extends Program
    {
        @Actor
        public void writer()
        {
            writeBoth();
        }

        @Actor
        public void reader(final JJ_Result r)
        {
            r.r1 = host(0).valueOr(x, -1);
            r.r2 = host(0).valueOr(y, -1);
        }
    }
}
