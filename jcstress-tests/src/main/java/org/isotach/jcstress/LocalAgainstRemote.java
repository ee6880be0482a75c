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
import org.openjdk.jcstress.infra.results.JJJJ_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Both hosts exchange the value of a variable that only host 1 has: the isochrons of host 1 are purely local, those of
 * host 0 come over a link.
 */
public class LocalAgainstRemote
{
    abstract static class Program extends ClusterState
    {
        Program()
        {
            super(2, Layout.LAST);
        }
    }

    /**
     * Each of them in one isochron.
     */
    @JCStressTest
    @Description(
        "Local execution against remote isochrons. Rules 6 and 7 forbid that an exchange is lost: who executes a" +
        " purely local isochron at once owns the executor meanwhile, and nothing executes in between.")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the remote exchange is first in logical time")
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "the local exchange is first in logical time")
    @Outcome(id = "0, 0, .*", expect = Expect.FORBIDDEN, desc = "an exchange is lost")
    @State
    public static class Exchange extends Program
    {
        @Actor
        public void host0(final JJJ_Result r)
        {
            host(0).begin().read(x, 0).write(x, 1).issue();
            r.r1 = host(0).await(0);
            host(0).awaitExecuted();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            host(1).begin().read(x, 0).write(x, 2).issue();
            r.r2 = host(1).await(0);
            host(1).awaitExecuted();
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            r.r3 = atTheEnd(1, x);
        }
    }

    /**
     * Two local isochrons, one behind the other, and two remote ones.
     */
    @JCStressTest
    @Description(
        "Order of local execution against remote isochrons. Rules 6 and 7 forbid that the second read returns an" +
        " older value than the first one, and that half of an isochron is seen.")
    @Outcome(id = {"0, 0, 0, 0", "1, 1, 1, 1", "2, 2, 2, 2"}, expect = Expect.ACCEPTABLE, desc = "nothing in between")
    @Outcome(id = {"0, 0, 1, 1", "0, 0, 2, 2", "1, 1, 2, 2"}, expect = Expect.ACCEPTABLE, desc = "a write in between")
    @State
    public static class Reads extends Program
    {
        @Actor
        public void host0()
        {
            host(0).begin().write(x, 1).write(y, 1).issue();
            host(0).begin().write(x, 2).write(y, 2).issue();
        }

        @Actor
        public void host1(final JJJJ_Result r)
        {
            host(1).begin().read(x, 0).read(y, 1).issue();
            host(1).begin().read(x, 2).read(y, 3).issue();
            r.r1 = host(1).await(0);
            r.r2 = host(1).await(1);
            r.r3 = host(1).await(2);
            r.r4 = host(1).await(3);
        }
    }

    /**
     * Read and write in isochrons of their own.
     */
    @JCStressTest
    @Description(
        "Weakened: an exchange that consists of two isochrons. Nothing forbids that the other one comes in between.")
    @Outcome(id = {"0, 1, 2", "2, 0, 1"}, expect = Expect.ACCEPTABLE, desc = "one exchange is before the other one")
    @Outcome(id = "0, 0, .*", expect = Expect.ACCEPTABLE_INTERESTING, desc = "an exchange is lost")
    @State
    public static class Apart extends Program
    {
        @Actor
        public void host0(final JJJ_Result r)
        {
            host(0).begin().read(x, 0).issue();
            r.r1 = host(0).await(0);
            host(0).begin().write(x, 1).issue();
            host(0).awaitExecuted();
        }

        @Actor
        public void host1(final JJJ_Result r)
        {
            host(1).begin().read(x, 0).issue();
            r.r2 = host(1).await(0);
            host(1).begin().write(x, 2).issue();
            host(1).awaitExecuted();
        }

        @Arbiter
        public void end(final JJJ_Result r)
        {
            r.r3 = atTheEnd(1, x);
        }
    }
}
