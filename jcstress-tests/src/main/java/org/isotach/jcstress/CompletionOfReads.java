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
import org.openjdk.jcstress.infra.results.IJJ_Result;

import org.isotach.smm.IsoValue;

/**
 * A read whose handler counts its calls and keeps the value in plain fields.
 */
public class CompletionOfReads
{
    abstract static class Program extends ClusterState
    {
        final IsoValue value = new IsoValue().onValue((address, read) -> keep(read));
        int calls;
        long kept;

        Program(final Layout layout)
        {
            super(2, layout);
        }

        final void awaitValue(final IJJ_Result r)
        {
            r.r3 = value.await();
            r.r1 = calls;
            r.r2 = kept;
        }

        private void keep(final long read)
        {
            kept = read;
            calls++;
        }
    }

    /**
     * The variable is at the other host: its reply completes the read.
     */
    @JCStressTest
    @Description(
        "Completion of a read by a reply. Section 9 forbids a second call and another value: a slot is free again" +
        " when its result is handed over, and the release of the value publishes what its handler did.")
    @Outcome(id = {"1, 0, 0", "1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "one call, with the value")
    @State
    public static class Remote extends Program
    {
        public Remote()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void host0()
        {
            host(0).begin().write(x, 1).issue();
        }

        @Actor
        public void host1(final IJJ_Result r)
        {
            host(1).begin().read(x, value).issue();
            awaitValue(r);
        }
    }

    /**
     * The variable is at both hosts: the read is completed at once, or by the ASSIGN that it waits for.
     */
    @JCStressTest
    @Description(
        "Completion of a read that waits for an ASSIGN. Rule 6 forbids a second call and another value: one isochron" +
        " gives the value to the reads that wait for it.")
    @Outcome(id = {"1, 0, 0", "1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "one call, with the value")
    @State
    public static class Pending extends Program
    {
        public Pending()
        {
            super(Layout.REPLICATED);
        }

        @Actor
        public void host0()
        {
            host(0).begin().sched(x).issue();
            host(0).begin().assign(x, 1).issue();
        }

        @Actor
        public void host1(final IJJ_Result r)
        {
            host(1).begin().read(x, value).issue();
            awaitValue(r);
        }
    }

    /**
     * Another thread looks whether the value has arrived.
     */
    @JCStressTest
    @Description(
        "Completion of a read as another thread sees it. The release of the state of the value (section 14) forbids" +
        " that it is ready and its handler was not called.")
    @Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "the value has not arrived")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one call, with the value")
    @State
    public static class Elsewhere extends Program
    {
        public Elsewhere()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void hosts()
        {
            host(1).begin().write(x, 1).issue();
            host(1).begin().read(x, value).issue();
            value.await();
        }

        @Actor
        public void watcher(final IJJ_Result r)
        {
            r.r1 = -1;
            r.r2 = -1;
            r.r3 = -1;
            if (value.isReady())
            {
                r.r1 = calls;
                r.r2 = kept;
                r.r3 = value.get();
            }
        }
    }

    /**
     * The same thread looks at the plain fields before it waits.
     */
    @JCStressTest
    @Description(
        "Weakened: the write of the handler is read before the value is known to have arrived. Nothing forbids that" +
        " it is missing.")
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one call, with the value")
    @Outcome(id = "[01], [01], 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "the call is missed, or half of it")
    @State
    public static class Unguarded extends Program
    {
        public Unguarded()
        {
            super(Layout.DISJOINT);
        }

        @Actor
        public void hosts()
        {
            host(1).begin().write(x, 1).issue();
            host(1).begin().read(x, value).issue();
            value.await();
        }

        @Actor
        public void watcher(final IJJ_Result r)
        {
            r.r1 = calls;
            r.r2 = kept;
            while (!value.isReady())
            {
                Thread.onSpinWait();
            }
            r.r3 = value.get();
        }
    }
}
