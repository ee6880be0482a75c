/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * One host schedules a variable and assigns it, the other one adds to it at the same time.
 */
@Description(
    "UPDATE against SCHED and ASSIGN. Rules 4 and 6 forbid that an addition that comes after the SCHED is lost, is " +
    "done to what was there before it, or is done at one copy only.")
@Outcome(id = "1, 10, 10", expect = Expect.ACCEPTABLE, desc = "the UPDATE is before the SCHED in logical time")
@Outcome(
    id = "11, 11, 11",
    expect = Expect.ACCEPTABLE,
    desc = "the UPDATE is after the SCHED, and has waited for the ASSIGN")
public class UpdateBehindSched
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void run0(final JJJ_Result r)
        {
            host(0).begin().sched(x).issue();
            host(0).begin().assign(x, 10).issue();
            host(0).awaitExecuted();
        }

        final void run1(final JJJ_Result r)
        {
            host(1).begin().addAndGet(x, 1, 0).issue();
            r.r1 = host(1).await(0);
            host(1).awaitExecuted();
        }

        final void readResult(final JJJ_Result r)
        {
            r.r2 = atTheEnd(0, x);
            r.r3 = atTheEnd(1, x);
        }
    }

    @JCStressTest
    @JCStressMeta(UpdateBehindSched.class)
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readResult(r);
        }
    }

    @JCStressTest
    @JCStressMeta(UpdateBehindSched.class)
    @State
    public static class Last extends Program
    {
        public Last()
        {
            super(Layout.LAST);
        }

        @Actor
        public void host0(final JJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * READ and WRITE in place of UPDATE.
     */
    @JCStressTest
    @Description("Weakened: a read, and then a write. Nothing forbids that a value assigned in between is lost.")
    @Outcome(
        id = {"1, 10, 10", "11, 11, 11"},
        expect = Expect.ACCEPTABLE,
        desc = "the addition is before the SCHED, or after the ASSIGN")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the assigned value is lost")
    @State
    public static class WithoutUpdate extends Program
    {
        public WithoutUpdate()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            host(1).begin().read(x, 0).issue();
            r.r1 = host(1).await(0) + 1;
            host(1).begin().write(x, r.r1).issue();
            host(1).awaitExecuted();
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readResult(r);
        }
    }
}
