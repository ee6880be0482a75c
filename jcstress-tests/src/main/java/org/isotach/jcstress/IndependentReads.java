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
 * Two hosts write one variable each; two others read both, in opposite order. Needs four processors.
 */
@Description(
    "Independent reads of independent writes (IRIW). Rule 6 forbids 1, 0, 1, 0: the readers would " +
    "disagree about which write was first.")
@Outcome(id = "1, 0, 1, 0", expect = Expect.FORBIDDEN, desc = "the readers disagree about the order of the writes")
@Outcome(id = "[01], [01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "sequentially consistent")
public class IndependentReads
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(4, layout);
        }

        final void writeX()
        {
            host(0).begin().write(x, 1).issue();
        }

        final void writeY()
        {
            host(1).begin().write(y, 1).issue();
        }

        final void readXReadY(final JJJJ_Result r)
        {
            host(2).begin().read(x, 0).issue();
            host(2).begin().read(y, 1).issue();
            r.r1 = host(2).await(0);
            r.r2 = host(2).await(1);
        }

        final void readYReadX(final JJJJ_Result r)
        {
            host(3).begin().read(y, 0).issue();
            host(3).begin().read(x, 1).issue();
            r.r3 = host(3).await(0);
            r.r4 = host(3).await(1);
        }
    }

    @JCStressTest
    @JCStressMeta(IndependentReads.class)
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
        public void host1()
        {
            writeY();
        }

        @Actor
        public void host2(final JJJJ_Result r)
        {
            readXReadY(r);
        }

        @Actor
        public void host3(final JJJJ_Result r)
        {
            readYReadX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(IndependentReads.class)
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
        public void host1()
        {
            writeY();
        }

        @Actor
        public void host2(final JJJJ_Result r)
        {
            readXReadY(r);
        }

        @Actor
        public void host3(final JJJJ_Result r)
        {
            readYReadX(r);
        }
    }
}
