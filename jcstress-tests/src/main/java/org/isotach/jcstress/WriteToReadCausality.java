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
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A write is read by a second host, which then writes; a third host reads both. Needs three processors.
 */
@Description(
    "Write to read causality (WRC). Rule 6 forbids 1, 1, 0: the third host has seen the second " +
    "write, but not the one that the second write came after.")
@Outcome(id = "1, 1, 0", expect = Expect.FORBIDDEN, desc = "the second write has overtaken the first one")
@Outcome(id = "[01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "sequentially consistent")
public class WriteToReadCausality
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(3, layout);
        }

        final void writeX()
        {
            host(0).begin().write(x, 1).issue();
        }

        final void readXWriteY(final JJJ_Result r)
        {
            host(1).begin().read(x, 0).issue();
            r.r1 = host(1).await(0);
            host(1).begin().write(y, 1).issue();
        }

        final void readYReadX(final JJJ_Result r)
        {
            host(2).begin().read(y, 0).issue();
            host(2).begin().read(x, 1).issue();
            r.r2 = host(2).await(0);
            r.r3 = host(2).await(1);
        }
    }

    @JCStressTest
    @JCStressMeta(WriteToReadCausality.class)
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
            writeX();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readXWriteY(r);
        }

        @Actor
        public void host2(final JJJ_Result r)
        {
            readYReadX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(WriteToReadCausality.class)
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
            writeX();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readXWriteY(r);
        }

        @Actor
        public void host2(final JJJ_Result r)
        {
            readYReadX(r);
        }
    }
}
