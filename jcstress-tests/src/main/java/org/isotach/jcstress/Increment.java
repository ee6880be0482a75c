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
 * Both hosts increment the same variable by a structured atomic action: the assigned value depends on the value read.
 */
@Description(
    "Increments by SCHED and ASSIGN. Rule 6 forbids that one is lost: the read of the one that comes " +
    "second waits for the ASSIGN of the first one.")
@Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
@Outcome(id = "0, 0, .*", expect = Expect.FORBIDDEN, desc = "an increment is lost")
public class Increment
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void increment0(final JJJ_Result r)
        {
            final Application host = host(0);
            host.begin().read(x, 0).sched(x).issue();
            r.r1 = host.await(0);
            host.begin().assign(x, r.r1 + 1).issue();
            host.awaitExecuted();
        }

        final void increment1(final JJJ_Result r)
        {
            final Application host = host(1);
            host.begin().read(x, 0).sched(x).issue();
            r.r2 = host.await(0);
            host.begin().assign(x, r.r2 + 1).issue();
            host.awaitExecuted();
        }

        final void readResult(final JJJ_Result r)
        {
            r.r3 = atTheEnd(0, x);
        }
    }

    @JCStressTest
    @JCStressMeta(Increment.class)
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
            increment0(r);
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            increment1(r);
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * Without SCHED.
     */
    @JCStressTest
    @Description("Weakened: a read, and then a write. Nothing forbids that an increment is lost.")
    @Outcome(id = {"0, 1, 2", "1, 0, 2"}, expect = Expect.ACCEPTABLE, desc = "one increment is before the other one")
    @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "an increment is lost")
    @State
    public static class WithoutSched extends Program
    {
        public WithoutSched()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJ_Result r)
        {
            r.r1 = increment(host(0));
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            r.r2 = increment(host(1));
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readResult(r);
        }

        private long increment(final Application host)
        {
            host.begin().read(x, 0).issue();
            final long value = host.await(0);
            host.begin().write(x, value + 1).issue();
            host.awaitExecuted();
            return value;
        }
    }
}
