/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * One host writes four variables in one isochron, and works for the other one, which reads its copies at the same time
 * without an isochron.
 */
public class LocalReads
{
    abstract static class Program extends ClusterState
    {
        Program()
        {
            super(2, Layout.LAST);
        }

        final void writeAll()
        {
            host(0).begin().write(x, 1).write(y, 1).write(z, 1).write(u, 1).issue();
            host(1).poll();
        }

        final void report(final JJJJ_Result r, final boolean isRead, final long[] values)
        {
            r.r1 = isRead ? values[0] : -1;
            r.r2 = isRead ? values[1] : -1;
            r.r3 = isRead ? values[2] : -1;
            r.r4 = isRead ? values[3] : -1;
        }
    }

    /**
     * All four at one point of the order.
     */
    @JCStressTest
    @Description(
        "Atomicity of reads without isochrons. Section 13: what is read while something is executed at the host does" +
        " not count, so that no isochron is seen in part.")
    @Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is first in logical time")
    @Outcome(id = "1, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the write is first in logical time")
    @Outcome(id = "-1, -1, -1, -1", expect = Expect.ACCEPTABLE, desc = "the write was executed during the read")
    @State
    public static class AtOnce extends Program
    {
        @Actor
        public void host0()
        {
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[4];
            report(r, host(1).tryReadLocal(values, x, y, z, u), values);
        }
    }

    /**
     * All four at one point of the order, from places that are known.
     */
    @JCStressTest
    @Description(
        "Atomicity of reads without isochrons and without a port. Section 13: what is read while something is" +
        " executed at the host does not count, so that no isochron is seen in part.")
    @Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is first in logical time")
    @Outcome(id = "1, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the write is first in logical time")
    @Outcome(id = "-1, -1, -1, -1", expect = Expect.ACCEPTABLE, desc = "the write was executed during the read")
    @State
    public static class Prepared extends Program
    {
        @Actor
        public void host0()
        {
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[4];
            report(r, host(1).tryReadPrepared(values, x, y, z, u), values);
        }
    }

    /**
     * All four at one point of the order, one after the other.
     */
    @JCStressTest
    @Description(
        "Atomicity of optimistic reads. Section 13: what is read while something is executed at the host does not" +
        " count, so that no isochron is seen in part.")
    @Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is first in logical time")
    @Outcome(id = "1, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the write is first in logical time")
    @Outcome(id = "-1, -1, -1, -1", expect = Expect.ACCEPTABLE, desc = "the write was executed during the read")
    @State
    public static class Optimistic extends Program
    {
        @Actor
        public void host0()
        {
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[4];
            report(r, host(1).tryReadOptimistically(values, x, y, z, u), values);
        }
    }

    /**
     * Two of the four, beside isochrons that change the others.
     */
    @JCStressTest
    @Description(
        "Atomicity of reads without isochrons that are disturbed. Section 13: what was changed since the read began" +
        " does not count, and what happens to other variables does not matter.")
    @Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is first in logical time")
    @Outcome(id = "1, 1, 0, 0", expect = Expect.ACCEPTABLE, desc = "the write of both is first in logical time")
    @Outcome(id = "-1, -1, 0, 0", expect = Expect.ACCEPTABLE, desc = "one of them was changed during the read")
    @State
    public static class BesideOthers extends Program
    {
        @Actor
        public void host0()
        {
            host(0).begin().write(z, 1).issue();
            host(0).begin().write(x, 1).write(u, 1).write(y, 1).issue();
            host(0).begin().write(u, 2).write(z, 2).issue();
            host(1).poll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[2];
            final boolean isRead = host(1).tryReadLocal(values, x, y);
            r.r1 = isRead ? values[0] : -1;
            r.r2 = isRead ? values[1] : -1;
        }
    }

    /**
     * One that is scheduled, and assigned later, and one that is written beside the SCHED.
     */
    @JCStressTest
    @Description(
        "Reads without isochrons of what is scheduled. Section 13: a variable that waits when the read began, or" +
        " since, has no value.")
    @Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is before the SCHED")
    @Outcome(id = "1, 1, 0, 0", expect = Expect.ACCEPTABLE, desc = "the read is behind the ASSIGN")
    @Outcome(id = "-1, -1, 0, 0", expect = Expect.ACCEPTABLE, desc = "no value, or changed during the read")
    @State
    public static class OfScheduled extends Program
    {
        @Actor
        public void host0()
        {
            host(0).begin().sched(x).write(y, 1).issue();
            host(0).begin().assign(x, 1).issue();
            host(1).poll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[2];
            final boolean isRead = host(1).tryReadOptimistically(values, x, y);
            r.r1 = isRead ? values[0] : -1;
            r.r2 = isRead ? values[1] : -1;
        }
    }

    /**
     * Whether the read is valid is not looked at.
     */
    @JCStressTest
    @Description("Weakened: an optimistic read that is not validated. Nothing forbids that the write comes in between.")
    @Outcome(id = {"0, 0, 0, 0", "1, 1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "no write, or all")
    @Outcome(id = "[01], [01], [01], [01]", expect = Expect.ACCEPTABLE_INTERESTING, desc = "some of the writes")
    @State
    public static class NotValidated extends Program
    {
        @Actor
        public void host0()
        {
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[4];
            host(1).tryReadOptimistically(values, x, y, z, u);
            report(r, true, values);
        }
    }

    /**
     * Two, and then the other two.
     */
    @JCStressTest
    @Description("Weakened: two reads of two variables. Nothing forbids that the write comes in between.")
    @Outcome(id = {"0, 0, 0, 0", "1, 1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "no write, or all")
    @Outcome(
        id = {"-1, -1, .*", ".*, -1, -1"}, expect = Expect.ACCEPTABLE, desc = "the write was executed during the read")
    @Outcome(id = "0, 0, 1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "some of the writes")
    @State
    public static class Apart extends Program
    {
        @Actor
        public void host0()
        {
            writeAll();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            final long[] values = new long[2];
            final boolean isFirstRead = host(1).tryReadLocal(values, x, y);
            r.r1 = isFirstRead ? values[0] : -1;
            r.r2 = isFirstRead ? values[1] : -1;
            final boolean isSecondRead = host(1).tryReadLocal(values, z, u);
            r.r3 = isSecondRead ? values[0] : -1;
            r.r4 = isSecondRead ? values[1] : -1;
        }
    }
}
