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
 * Each host writes one variable and reads the other one.
 */
@Description(
    "Store buffering. Rule 6 forbids 0, 0: the write of one host is first in the one order of all " +
    "isochrons, and rule 7 keeps a read that is purely local behind the write that was issued before " +
    "it.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "host 0 is first in logical time")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "host 1 is first in logical time")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both writes come before both reads")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "both reads come before the write of the other host")
public class StoreBuffering
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void writeXReadY(final JJ_Result r)
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().read(y, 0).issue();
            r.r1 = host(0).await(0);
        }

        final void writeYReadX(final JJ_Result r)
        {
            host(1).begin().write(y, 1).issue();
            host(1).begin().read(x, 0).issue();
            r.r2 = host(1).await(0);
        }
    }

    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
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
            writeXReadY(r);
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            writeYReadX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(StoreBuffering.class)
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0(final JJ_Result r)
        {
            writeXReadY(r);
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            writeYReadX(r);
        }
    }
}
