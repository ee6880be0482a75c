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
 * Both hosts set the same variable if it has not been set before.
 */
@Description(
    "UPDATE that compares and sets. Rule 6 forbids that both hosts, or none, find the expected value, and that the " +
    "copies differ.")
@Outcome(id = "0, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "2, 0, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
public class CompareAndExchange
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void run0(final JJJJ_Result r)
        {
            host(0).begin().compareAndExchange(x, 0, 1, 0).issue();
            r.r1 = host(0).await(0);
            host(0).awaitExecuted();
        }

        final void run1(final JJJJ_Result r)
        {
            host(1).begin().compareAndExchange(x, 0, 2, 0).issue();
            r.r2 = host(1).await(0);
            host(1).awaitExecuted();
        }

        final void readResult(final JJJJ_Result r)
        {
            r.r3 = atTheEnd(0, x);
            r.r4 = atTheEnd(1, x);
        }
    }

    @JCStressTest
    @JCStressMeta(CompareAndExchange.class)
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
            run0(r);
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJJ_Result r)
        {
            readResult(r);
        }
    }

    @JCStressTest
    @JCStressMeta(CompareAndExchange.class)
    @State
    public static class Last extends Program
    {
        public Last()
        {
            super(Layout.LAST);
        }

        @Actor
        public void host0(final JJJJ_Result r)
        {
            run0(r);
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            run1(r);
        }

        @Arbiter
        public void end(final JJJJ_Result r)
        {
            readResult(r);
        }
    }

    /**
     * READ, and perhaps WRITE, in place of UPDATE.
     */
    @JCStressTest
    @Description("Weakened: a read, and a write if no write is seen. Nothing forbids that both hosts write.")
    @Outcome(id = {"0, 1, 1, 1", "2, 0, 2, 2"}, expect = Expect.ACCEPTABLE, desc = "one host is first")
    @Outcome(id = "0, 0, .*", expect = Expect.ACCEPTABLE_INTERESTING, desc = "both hosts have written")
    @State
    public static class WithoutUpdate extends Program
    {
        public WithoutUpdate()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJJJ_Result r)
        {
            r.r1 = set(host(0), 1);
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            r.r2 = set(host(1), 2);
        }

        @Arbiter
        public void end(final JJJJ_Result r)
        {
            readResult(r);
        }

        private long set(final Application host, final long newValue)
        {
            host.begin().read(x, 0).issue();
            final long value = host.await(0);
            if (0 == value)
            {
                host.begin().write(x, newValue).issue();
                host.awaitExecuted();
            }
            return value;
        }
    }
}
