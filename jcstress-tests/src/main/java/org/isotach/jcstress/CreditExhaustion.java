/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Both hosts issue more isochrons than there are credits, read slots and entries of send rings, and do not wait for
 * any of them before the next one.
 */
public class CreditExhaustion
{
    private static final int COUNT = 8;

    /**
     * Each host writes two variables again and again, and reads the two that the other one writes.
     */
    abstract static class Program extends ClusterState
    {
        Program(final Layout layout)
        {
            super(2, layout);
        }

        final int act0()
        {
            return act(host(0), x, y, z, u);
        }

        final int act1()
        {
            return act(host(1), z, u, x, y);
        }

        final int lost()
        {
            int lost = 0;
            for (int host = 0; host < 2; host++)
            {
                lost += COUNT == atTheEnd(host, x) && COUNT == atTheEnd(host, y) ? 0 : 1;
                lost += COUNT == atTheEnd(host, z) && COUNT == atTheEnd(host, u) ? 0 : 1;
            }
            return lost;
        }

        /**
         * @return number of reads that are not of one isochron, or older than the one before.
         */
        private static int act(
            final Application host, final int own0, final int own1, final int other0, final int other1)
        {
            for (int i = 0; i < COUNT; i++)
            {
                host.begin().write(own0, i + 1).write(own1, i + 1).read(other0, 2 * i).read(other1, 2 * i + 1).issue();
            }
            int wrong = 0;
            long last = 0;
            for (int i = 0; i < COUNT; i++)
            {
                final long value = host.await(2 * i);
                wrong += value != host.await(2 * i + 1) || value < last ? 1 : 0;
                last = value;
            }
            host.awaitExecuted();
            return wrong;
        }
    }

    /**
     * Frames to the other host, reads at one's own.
     */
    @JCStressTest
    @Description(
        "Credits. Section 7 forbids anything but 0, 0, 0: a frame gets its timestamp when it has a credit for every" +
        " link, an isochron without one holds back the later ones of its host, and memory is used again only when it" +
        " is retired.")
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "nothing is lost, overtaken or overwritten")
    @State
    public static class Replicated extends Program
    {
        public Replicated()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0(final III_Result r)
        {
            r.r1 = act0();
        }

        @Actor
        public void host1(final III_Result r)
        {
            r.r2 = act1();
        }

        @Arbiter
        public void end(final III_Result r)
        {
            r.r3 = lost();
        }
    }

    /**
     * Reads at the other host, too: there are fewer read slots than reads.
     */
    @JCStressTest
    @Description(
        "Credits and read slots. Sections 7 and 9 forbid anything but 0, 0, 0: an isochron is issued when there is a" +
        " slot for each of its reads, and a reply always has room.")
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "nothing is lost, overtaken or overwritten")
    @State
    public static class Disjoint extends Program
    {
        public Disjoint()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0(final III_Result r)
        {
            r.r1 = act0();
        }

        @Actor
        public void host1(final III_Result r)
        {
            r.r2 = act1();
        }

        @Arbiter
        public void end(final III_Result r)
        {
            r.r3 = lost();
        }
    }

    /**
     * Without waiting for room.
     */
    @JCStressTest
    @Description(
        "Weakened: a host that does not wait for room drops the isochron. Nothing forbids that writes are missing.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the last write is there")
    @Outcome(id = "[1-8]", expect = Expect.ACCEPTABLE_INTERESTING, desc = "writes are lost")
    @State
    public static class Impatient extends ClusterState
    {
        public Impatient()
        {
            super(2, Layout.REPLICATED);
        }

        @Actor
        public void host0()
        {
            for (int i = 1; i <= COUNT; i++)
            {
                host(0).begin().write(x, i).issueOrAbandon();
            }
            host(0).awaitExecuted();
        }

        @Actor
        public void host1()
        {
            for (int i = 1; i <= COUNT; i++)
            {
                host(1).begin().write(y, i).issueOrAbandon();
            }
            host(1).awaitExecuted();
        }

        @Arbiter
        public void end(final J_Result r)
        {
            r.r1 = COUNT - Math.min(atTheEnd(0, x), atTheEnd(1, y));
        }
    }
}
