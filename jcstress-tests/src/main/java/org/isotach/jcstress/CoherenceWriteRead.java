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
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Both hosts write the same variable and read it back.
 */
@Description(
    "Coherence of a write and a read (CoWR). Rule 7 forbids that a host misses its own write; rule 6 " +
    "forbids that the hosts disagree which write was last.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "host 0 wrote last")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "host 1 wrote last")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "each host read its own value before the other one wrote")
@Outcome(id = "2, 1", expect = Expect.FORBIDDEN, desc = "each write comes after the other one")
@Outcome(id = {"0, .*", ".*, 0"}, expect = Expect.FORBIDDEN, desc = "a host misses its own write")
public class CoherenceWriteRead
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void write1(final JJ_Result r)
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().read(x, 0).issue();
            r.r1 = host(0).await(0);
        }

        final void write2(final JJ_Result r)
        {
            host(1).begin().write(x, 2).issue();
            host(1).begin().read(x, 0).issue();
            r.r2 = host(1).await(0);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceWriteRead.class)
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final JJ_Result r)
        {
            write1(r);
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            write2(r);
        }
    }
}
