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
 * One host writes the data and then the flag; the other one reads the flag and then the data, without waiting in
 * between.
 */
@Description(
    "Message passing. Rule 6 forbids 1, 0: isochrons of one host execute in the order in which they " +
    "were issued, at every host.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "both reads come before both writes")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the data was written between the reads")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the message has arrived")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the flag has overtaken the data")
public class MessagePassing
{
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void send()
        {
            host(0).begin().write(x, 1).issue();
            host(0).begin().write(y, 1).issue();
        }

        final void receive(final JJ_Result r)
        {
            host(1).begin().read(y, 0).issue();
            host(1).begin().read(x, 1).issue();
            r.r1 = host(1).await(0);
            r.r2 = host(1).await(1);
        }
    }

    @JCStressTest
    @JCStressMeta(MessagePassing.class)
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
            send();
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            receive(r);
        }
    }

    @JCStressTest
    @JCStressMeta(MessagePassing.class)
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
            send();
        }

        @Actor
        public void host1(final JJ_Result r)
        {
            receive(r);
        }
    }
}
