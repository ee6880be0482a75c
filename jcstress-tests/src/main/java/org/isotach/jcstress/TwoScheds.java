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
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * Both hosts schedule the same variable; each reads it before and after its own SCHED, in the same isochron.
 */
@Description(
    "Two SCHEDs on one variable. Rule 6 orders them, and a read waits for the ASSIGN of the SCHED " +
    "before it and for no other one.")
@Outcome(id = "0, 1, 1, 2", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "2, 1, 0, 2", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
public class TwoScheds
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void assign1(final JJJJ_Result r)
        {
            host(0).begin().read(x, 0).sched(x).read(x, 1).issue();
            host(0).begin().assign(x, 1).issue();
            r.r1 = host(0).await(0);
            r.r2 = host(0).await(1);
        }

        final void assign2(final JJJJ_Result r)
        {
            host(1).begin().read(x, 0).sched(x).read(x, 1).issue();
            host(1).begin().assign(x, 2).issue();
            r.r3 = host(1).await(0);
            r.r4 = host(1).await(1);
        }
    }

    @JCStressTest
    @JCStressMeta(TwoScheds.class)
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJJ_Result r)
        {
            assign1(r);
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            assign2(r);
        }
    }

    @JCStressTest
    @JCStressMeta(TwoScheds.class)
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0(final JJJJ_Result r)
        {
            assign1(r);
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            assign2(r);
        }
    }
}
