/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * One host schedules two variables and says so in a third one, and then assigns; the other host reads all three in
 * one isochron.
 */
@Description(
    "Structured atomic action. Rules 4 and 6 forbid every mixture: a read that comes after the SCHED " +
    "waits for the ASSIGN and gets its value, one that comes before gets the value from before.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is before the SCHED in logical time")
@Outcome(
    id = "1, 1, 1",
    expect = Expect.ACCEPTABLE,
    desc = "the read is after the SCHED, and has waited for the ASSIGN")
@Outcome(
    id = {"1, 0, .*", "1, .*, 0"},
    expect = Expect.FORBIDDEN,
    desc = "a read after the SCHED got a value from before it")
@Outcome(
    id = {"0, 1, .*", "0, .*, 1"},
    expect = Expect.FORBIDDEN,
    desc = "a read before the SCHED got the assigned value")
public class SchedAssign
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void schedAssign()
        {
            host(0).begin().sched(x).sched(y).write(z, 1).issue();
            host(0).begin().assign(x, 1).assign(y, 1).issue();
        }

        final void readAll(final JJJ_Result r)
        {
            host(1).begin().read(z, 0).read(x, 1).read(y, 2).issue();
            r.r1 = host(1).await(0);
            r.r2 = host(1).await(1);
            r.r3 = host(1).await(2);
        }
    }

    @JCStressTest
    @JCStressMeta(SchedAssign.class)
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0()
        {
            schedAssign();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readAll(r);
        }
    }

    @JCStressTest
    @JCStressMeta(SchedAssign.class)
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0()
        {
            schedAssign();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readAll(r);
        }
    }

    /**
     * Without SCHED.
     */
    @JCStressTest
    @Description(
        "Weakened: the variables are not scheduled, but written later. Nothing forbids that a read comes before that.")
    @Outcome(id = {"0, 0, 0", "1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "before, or after both isochrons")
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "half of the action is seen")
    @State
    public static class WithoutSched extends Program
    {
        public WithoutSched()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0()
        {
            host(0).begin().write(z, 1).issue();
            host(0).awaitExecuted();
            host(0).begin().write(x, 1).write(y, 1).issue();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readAll(r);
        }
    }
}
