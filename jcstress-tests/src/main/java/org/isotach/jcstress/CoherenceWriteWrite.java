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
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * One host writes a variable twice; the other one writes it, too.
 */
@Description(
    "Coherence of two writes (CoWW). Rules 6 and 7 forbid 1: a write is overwritten by the one that its host issued " +
    "behind it, in every copy.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "host 0 wrote last")
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "host 1 wrote last")
@Outcome(id = {"1, .*", ".*, 1"}, expect = Expect.FORBIDDEN, desc = "the first write came after the second one")
@Outcome(id = {"2, 3", "3, 2"}, expect = Expect.FORBIDDEN, desc = "the hosts disagree which write was last")
public class CoherenceWriteWrite
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void writeTwice()
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().write(x, 2).issue();
            host(0).awaitExecuted();
        }

        final void write()
        {
            host(1).begin().write(x, 3).issue();
            host(1).awaitExecuted();
        }

        final void readX(final JJ_Result r)
        {
            r.r1 = atTheEnd(0, x);
            r.r2 = atTheEnd(1, x);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceWriteWrite.class)
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
            writeTwice();
        }

        @Actor
        public void host1()
        {
            write();
        }

        @Arbiter
        public void end(final JJ_Result r)
        {
            readX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceWriteWrite.class)
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
            writeTwice();
        }

        @Actor
        public void host1()
        {
            write();
        }

        @Arbiter
        public void end(final JJ_Result r)
        {
            readX(r);
        }
    }
}
