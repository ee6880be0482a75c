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
import org.openjdk.jcstress.infra.results.JJJJJJ_Result;

/**
 * Both hosts increment the same two variables, in different order, each by one isochron.
 */
@Description(
    "Increments of two variables by UPDATEs. Rule 6 forbids that one is lost, that one host comes first at one " +
    "variable and second at the other, and that the copies differ.")
@Outcome(id = "0, 0, 1, 1, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "1, 1, 0, 0, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
public class UpdateOfTwo
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void run0(final JJJJJJ_Result r)
        {
            final Application host = host(0);
            host.begin().getAndAdd(x, 1, 0).getAndAdd(y, 1, 1).issue();
            r.r1 = host.await(0);
            r.r2 = host.await(1);
            host.awaitExecuted();
        }

        final void run1(final JJJJJJ_Result r)
        {
            final Application host = host(1);
            host.begin().getAndAdd(y, 1, 1).getAndAdd(x, 1, 0).issue();
            r.r3 = host.await(0);
            r.r4 = host.await(1);
            host.awaitExecuted();
        }

        final void readResult(final JJJJJJ_Result r)
        {
            r.r5 = atTheEnd(0, x);
            r.r6 = atTheEnd(1, y);
        }
    }

    @JCStressTest
    @JCStressMeta(UpdateOfTwo.class)
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJJJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }
    }

    @JCStressTest
    @JCStressMeta(UpdateOfTwo.class)
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0(final JJJJJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * READ and WRITE in place of UPDATE.
     */
    @JCStressTest
    @Description("Weakened: reads, and then writes. Nothing forbids that increments are lost.")
    @Outcome(
        id = {"0, 0, 1, 1, 2, 2", "1, 1, 0, 0, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "one increment is before the other one")
    @Outcome(id = "0, 0, 0, 0, 1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "those of one host are lost")
    @State
    public static class WithoutUpdate extends Program
    {
        public WithoutUpdate()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJJJJ_Result r)
        {
            final Application host = host(0);
            increment(host);
            r.r1 = host.await(0);
            r.r2 = host.await(1);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            final Application host = host(1);
            increment(host);
            r.r3 = host.await(0);
            r.r4 = host.await(1);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }

        private void increment(final Application host)
        {
            host.begin().read(x, 0).read(y, 1).issue();
            final long valueOfX = host.await(0);
            host.begin().write(x, valueOfX + 1).write(y, host.await(1) + 1).issue();
            host.awaitExecuted();
        }
    }
}
