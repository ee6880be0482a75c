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
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * Both hosts write both variables, in opposite order; results are the values in the end, each read at both hosts.
 */
@Description(
    "Two plus two writes (2+2W). Rule 6 forbids 1, 1 in the end: each variable would have kept the " +
    "write that its host issued first.")
@Outcome(id = "1, 2, 1, 2", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "2, 1, 2, 1", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
@Outcome(id = "2, 2, 2, 2", expect = Expect.ACCEPTABLE, desc = "the hosts took turns")
@Outcome(
    id = {"1, 1, .*", ".*, 1, 1"},
    expect = Expect.FORBIDDEN,
    desc = "the first write of each host came after the second write of the other one")
public class TwoPlusTwoWrites
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void yThenX()
        {
            host(0).begin().write(y, 1).issue();
            host(0).begin().write(x, 2).issue();
            host(0).awaitExecuted();
        }

        final void xThenY()
        {
            host(1).begin().write(x, 1).issue();
            host(1).begin().write(y, 2).issue();
            host(1).awaitExecuted();
        }

        final void readBoth(final JJJJ_Result r)
        {
            r.r1 = atTheEnd(0, x);
            r.r2 = atTheEnd(0, y);
            r.r3 = atTheEnd(1, x);
            r.r4 = atTheEnd(1, y);
        }
    }

    @JCStressTest
    @JCStressMeta(TwoPlusTwoWrites.class)
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
            yThenX();
        }

        @Actor
        public void host1()
        {
            xThenY();
        }

        @Arbiter
        public void end(final JJJJ_Result r)
        {
            readBoth(r);
        }
    }

    @JCStressTest
    @JCStressMeta(TwoPlusTwoWrites.class)
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
            yThenX();
        }

        @Actor
        public void host1()
        {
            xThenY();
        }

        @Arbiter
        public void end(final JJJJ_Result r)
        {
            readBoth(r);
        }
    }
}
