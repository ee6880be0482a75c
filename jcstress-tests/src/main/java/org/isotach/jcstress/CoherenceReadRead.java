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
 * One host writes the same variable twice, the other one reads it twice.
 */
@Description(
    "Coherence of writes and of reads (CoWW, CoRR). Rule 6 forbids that the second read returns an " +
    "older value than the first one.")
@Outcome(id = {"0, 0", "1, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "no write between the reads")
@Outcome(id = {"0, 1", "0, 2", "1, 2"}, expect = Expect.ACCEPTABLE, desc = "a write between the reads")
@Outcome(id = {"1, 0", "2, 0", "2, 1"}, expect = Expect.FORBIDDEN, desc = "the value goes back")
public class CoherenceReadRead
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
        }

        final void readTwice(final JJ_Result r)
        {
            host(1).begin().read(x, 0).issue();
            r.r1 = host(1).await(0);
            host(1).begin().read(x, 0).issue();
            r.r2 = host(1).await(0);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceReadRead.class)
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
        public void host1(final JJ_Result r)
        {
            readTwice(r);
        }
    }

    @JCStressTest
    @JCStressMeta(CoherenceReadRead.class)
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
        public void host1(final JJ_Result r)
        {
            readTwice(r);
        }
    }
}
