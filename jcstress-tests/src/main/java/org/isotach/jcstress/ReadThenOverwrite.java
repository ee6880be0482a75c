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
 * One host writes two variables; the other one reads the second and overwrites the first.
 */
@Description(
    "S. Rules 6 and 7 forbid 1, 2: who has read the second write overwrites the first one, and no copy keeps it.")
@Outcome(id = {"0, 1, 1", "1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "host 1 wrote last")
@Outcome(id = "0, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 0 wrote last")
@Outcome(id = "1, 2, 2", expect = Expect.FORBIDDEN, desc = "the first write came after the second one was read")
@Outcome(id = {".*, 1, 2", ".*, 2, 1"}, expect = Expect.FORBIDDEN, desc = "the hosts disagree which write was last")
public class ReadThenOverwrite
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void xThenY()
        {
            host(0).begin().write(x, 2).issue();
            host(0).begin().write(y, 1).issue();
            host(0).awaitExecuted();
        }

        final void readYWriteX(final JJJ_Result r)
        {
            host(1).begin().read(y, 0).issue();
            host(1).begin().write(x, 1).issue();
            r.r1 = host(1).await(0);
            host(1).awaitExecuted();
        }

        final void readX(final JJJ_Result r)
        {
            r.r2 = atTheEnd(0, x);
            r.r3 = atTheEnd(1, x);
        }
    }

    @JCStressTest
    @JCStressMeta(ReadThenOverwrite.class)
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
            xThenY();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readYWriteX(r);
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(ReadThenOverwrite.class)
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
            xThenY();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readYWriteX(r);
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readX(r);
        }
    }
}
