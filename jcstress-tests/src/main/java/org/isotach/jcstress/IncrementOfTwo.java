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
 * Both hosts take the same two variables, in different order, and increment both.
 */
@Description(
    "Increments of two variables by TAKE and ASSIGN of all. Rule 6 forbids that one is lost, and that one host comes " +
    "first at one variable and second at the other.")
@Outcome(id = "0, 0, 1, 1, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "1, 1, 0, 0, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
public class IncrementOfTwo
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void increment0(final JJJJJJ_Result r)
        {
            final Application host = host(0);
            host.begin().take(x, y).issue();
            r.r1 = host.awaitTaken(0);
            r.r2 = host.awaitTaken(1);
            host.begin().assignTaken(r.r1 + 1, r.r2 + 1).issue();
            host.awaitExecuted();
        }

        final void increment1(final JJJJJJ_Result r)
        {
            final Application host = host(1);
            host.begin().take(y, x).issue();
            r.r4 = host.awaitTaken(0);
            r.r3 = host.awaitTaken(1);
            host.begin().assignTaken(r.r4 + 1, r.r3 + 1).issue();
            host.awaitExecuted();
        }

        final void readResult(final JJJJJJ_Result r)
        {
            r.r5 = atTheEnd(0, x);
            r.r6 = atTheEnd(1, y);
        }
    }

    @JCStressTest
    @JCStressMeta(IncrementOfTwo.class)
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
            increment0(r);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            increment1(r);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * Each host has one of the variables: both hosts answer.
     */
    @JCStressTest
    @JCStressMeta(IncrementOfTwo.class)
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
            increment0(r);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            increment1(r);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * A TAKE, and an ASSIGN, of one variable after the other.
     */
    @JCStressTest
    @Description(
        "Weakened: the variables are taken one after the other. Nothing forbids that one host comes first at one " +
        "variable and second at the other.")
    @Outcome(
        id = {"0, 0, 1, 1, 2, 2", "1, 1, 0, 0, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "one host is first at both variables")
    @Outcome(
        id = "0, 1, 1, 0, 2, 2",
        expect = Expect.ACCEPTABLE_INTERESTING,
        desc = "each host is first at the variable that it takes first")
    @State
    public static class OneAfterTheOther extends Program
    {
        public OneAfterTheOther()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJJJJ_Result r)
        {
            r.r1 = increment(host(0), x);
            r.r2 = increment(host(0), y);
        }

        @Actor
        public void host1(final JJJJJJ_Result r)
        {
            r.r4 = increment(host(1), y);
            r.r3 = increment(host(1), x);
        }

        @Arbiter
        public void end(final JJJJJJ_Result r)
        {
            readResult(r);
        }

        private long increment(final Application host, final int variable)
        {
            host.begin().take(variable).issue();
            final long value = host.awaitTaken(0);
            host.begin().assignTaken(value + 1).issue();
            host.awaitExecuted();
            return value;
        }
    }
}
