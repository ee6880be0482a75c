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
 * Message passing through a third host: one host writes x and y, the next one reads y and writes z, the last one reads
 * z and x.
 */
@Description(
    "ISA2. Rule 6 forbids 1, 1, 0: the third host has seen what the second one wrote, who had seen what the first " +
    "one wrote last, and misses what that wrote before.")
@Outcome(id = "1, 1, 0", expect = Expect.FORBIDDEN, desc = "the last write has overtaken the first one")
@Outcome(id = "[01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "sequentially consistent")
public class TransitiveMessagePassing
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(3, layout);
        }

        final void writeXWriteY()
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().write(y, 1).issue();
        }

        final void readYWriteZ(final JJJ_Result r)
        {
            host(1).begin().read(y, 0).issue();
            r.r1 = host(1).await(0);
            host(1).begin().write(z, 1).issue();
        }

        final void readZReadX(final JJJ_Result r)
        {
            host(2).begin().read(z, 0).issue();
            host(2).begin().read(x, 1).issue();
            r.r2 = host(2).await(0);
            r.r3 = host(2).await(1);
        }
    }

    @JCStressTest
    @JCStressMeta(TransitiveMessagePassing.class)
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
            writeXWriteY();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readYWriteZ(r);
        }

        @Actor
        public void host2(final JJJ_Result r)
        {
            readZReadX(r);
        }
    }

    @JCStressTest
    @JCStressMeta(TransitiveMessagePassing.class)
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
            writeXWriteY();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            readYWriteZ(r);
        }

        @Actor
        public void host2(final JJJ_Result r)
        {
            readZReadX(r);
        }
    }
}
