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
 * One host writes, sees that its write has executed, and tells the other one in a way that isotach knows nothing of:
 * the limit of sequential consistency, and the use of {@code fresh()}.
 */
public class OutsideChannel
{
    abstract static class Program extends ClusterState
    {
        private volatile int told;

        Program()
        {
            super(2, Layout.REPLICATED);
        }

        final void writeTell()
        {
            host(0).begin().write(x, 1).issue();
            host(0).awaitExecuted();
            told = 1;
        }

        final void listen(final JJ_Result r)
        {
            r.r1 = told;
        }

        final void read(final JJ_Result r)
        {
            host(1).read(x, 0).issue();
            r.r2 = host(1).await(0);
        }
    }

    /**
     * With {@code fresh()}.
     */
    @JCStressTest
    @Description(
        "Fresh read after a write that was seen to be executed. Rules 4 and 5 forbid 1, 0: the pulse of the write has" +
        " ended when it is seen to be executed, and the read gets a later one.")
    @Outcome(id = {"0, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "host 1 has not been told of the write yet")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the read is later than the write")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the fresh read is older than a write that was executed")
    @State
    public static class Fresh extends Program
    {
        @Actor
        public void host0()
        {
            writeTell();
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            listen(r);
            host(1).beginFresh();
            read(r);
        }
    }

    /**
     * Without it: sequentially consistent, but not linearizable.
     */
    @JCStressTest
    @Description(
        "Local read after a write that was seen to be executed elsewhere. Rule 7 lets the read execute at once, on a" +
        " copy that the write has not reached.")
    @Outcome(id = {"0, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "host 1 has not been told of the write yet")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the read is later than the write")
    @Outcome(
        id = "1, 0",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "not linearizable: the read comes before the write in logical time")
    @State
    public static class Stale extends Program
    {
        @Actor
        public void host0()
        {
            writeTell();
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            listen(r);
            host(1).begin();
            read(r);
        }
    }
}
