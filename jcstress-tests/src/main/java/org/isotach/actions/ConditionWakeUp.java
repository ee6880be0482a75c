/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Waiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * A thread that begins to wait for a condition against one that changes its variable without a session, as in {@link
 * Condition} and {@link Access}: the change is released, and then the look for waiting threads comes behind a fence.
 */
public class ConditionWakeUp
{
    abstract static class Program
    {
        private static final VarHandle VALUE;
        private static final int[] ADDRESSES = {7};
        private static final Waiter WAITER = Cluster.launch(
            new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER)).host(0).waiter();

        static
        {
            try
            {
                VALUE = MethodHandles.lookup().findVarHandle(Program.class, "value", int.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        private final Watchers watchers = new Watchers();
        private final Watchers others = new Watchers();
        private final Watchers.Watch watch = new Watchers.Watch(WAITER, ADDRESSES);
        private final AtomicInteger added = new AtomicInteger();
        @SuppressWarnings("unused")
        private int value;

        final int addAndLook()
        {
            watchers.add(watch);
            added.incrementAndGet();
            return (int)VALUE.getAcquire(this);
        }

        /**
         * Takes as long as the other thread needs to be added, so that they meet.
         */
        final void begin()
        {
            others.add(watch);
        }

        final void change()
        {
            VALUE.setRelease(this, 1);
        }

        final void tell()
        {
            if (watchers.isNeeded())
            {
                watchers.signal(ADDRESSES);
            }
        }

        final void tellWithoutFence()
        {
            if (0 != added.get())
            {
                watchers.signal(ADDRESSES);
            }
        }

        final boolean isTold()
        {
            return watch.isSignalled();
        }
    }

    /**
     * The writer releases its change, and then looks for waiting threads.
     */
    @JCStressTest
    @Description(
        "Begins to wait for a condition while a variable changes. Forbidden: it sees the old value, and the writer" +
        " does not see that it waits.")
    @Outcome(id = "0, false", expect = Expect.FORBIDDEN, desc = "it waits for a change that was")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it sees the change, or is told of it")
    @State
    public static class BehindAFence extends Program
    {
        @Actor
        public void waits(final IZ_Result r)
        {
            r.r1 = addAndLook();
        }

        @Actor
        public void changes()
        {
            begin();
            change();
            tell();
        }

        @Arbiter
        public void end(final IZ_Result r)
        {
            r.r2 = isTold();
        }
    }

    /**
     * Weakened: nothing lies between the change and the look.
     */
    @JCStressTest
    @Description(
        "Weakened: a writer that looks for those who wait without a fence. Nothing forbids that it looks before its" +
        " change is seen.")
    @Outcome(id = "0, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "it waits for a change that was")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it sees the change, or is told of it")
    @State
    public static class WithoutFence extends Program
    {
        @Actor
        public void waits(final IZ_Result r)
        {
            r.r1 = addAndLook();
        }

        @Actor
        public void changes()
        {
            begin();
            change();
            tellWithoutFence();
        }

        @Arbiter
        public void end(final IZ_Result r)
        {
            r.r2 = isTold();
        }
    }
}
