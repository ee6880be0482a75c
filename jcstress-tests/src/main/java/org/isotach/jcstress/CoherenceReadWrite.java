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
 * One host reads a variable and writes it; the other one writes it, too.
 */
@Description(
    "Coherence of a read and a write (CoRW). Rule 7 forbids that a host reads what it writes later; rule 6 forbids " +
    "that a write that was read comes after the write that was issued behind the read.")
@Outcome(id = {"0, 1, 1", "2, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "host 0 wrote last")
@Outcome(id = "0, 2, 2", expect = Expect.ACCEPTABLE, desc = "host 1 wrote last")
@Outcome(id = "1, .*, .*", expect = Expect.FORBIDDEN, desc = "a host reads what it writes later")
@Outcome(id = "2, 2, 2", expect = Expect.FORBIDDEN, desc = "the value read comes after the value written later")
@Outcome(id = {".*, 1, 2", ".*, 2, 1"}, expect = Expect.FORBIDDEN, desc = "the hosts disagree which write was last")
public class CoherenceReadWrite
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void readWrite(final JJJ_Result r)
        {
            host(0).begin().read(x, 0).issue();
            host(0).begin().write(x, 1).issue();
            r.r1 = host(0).await(0);
            host(0).awaitExecuted();
        }

        final void write()
        {
            host(1).begin().write(x, 2).issue();
            host(1).awaitExecuted();
        }

        final void readX(final JJJ_Result r)
        {
            r.r2 = atTheEnd(0, x);
            r.r3 = atTheEnd(1, x);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceReadWrite.class)
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
            readWrite(r);
        }

        @Actor
        public void host1()
        {
            write();
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceReadWrite.class)
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0(final JJJ_Result r)
        {
            readWrite(r);
        }

        @Actor
        public void host1()
        {
            write();
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            readX(r);
        }
    }
}
