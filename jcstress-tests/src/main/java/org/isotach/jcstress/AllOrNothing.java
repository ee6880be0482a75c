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
 * One host writes four variables in one isochron, the other one reads them in one isochron.
 */
@Description(
    "Atomicity of isochrons. Rule 4 gives all operations of an isochron one timestamp, so that rule " +
    "6 forbids that some of the writes are seen and others are not.")
@Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is first in logical time")
@Outcome(id = "1, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the write is first in logical time")
public class AllOrNothing
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void writeAll()
        {
            host(0).begin().write(x, 1).write(y, 1).write(z, 1).write(u, 1).issue();
        }

        final void readAll(final JJJJ_Result r)
        {
            host(1).begin().read(x, 0).read(y, 1).read(z, 2).read(u, 3).issue();
            r.r1 = host(1).await(0);
            r.r2 = host(1).await(1);
            r.r3 = host(1).await(2);
            r.r4 = host(1).await(3);
        }
    }

    @JCStressTest
    @JCStressMeta(AllOrNothing.class)
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
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            readAll(r);
        }
    }

    @JCStressTest
    @JCStressMeta(AllOrNothing.class)
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
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            readAll(r);
        }
    }

    /**
     * The writes in isochrons of their own.
     */
    @JCStressTest
    @Description("Weakened: an isochron for each write. Nothing forbids that the read comes in between.")
    @Outcome(id = {"0, 0, 0, 0", "1, 1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "no write, or all")
    @Outcome(id = "1, [01], [01], 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "some of the writes")
    @State
    public static class Apart extends Program
    {
        public Apart()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0()
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().write(y, 1).issue();
            host(0).begin().write(z, 1).issue();
            host(0).begin().write(u, 1).issue();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            readAll(r);
        }
    }
}
