/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.niu.thread.TryLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A thread that is about to park against the owner of a unit that delivers its result, copied from {@link Waiter} and
 * {@code IsoValue}: the only fence of the owner is the compare-and-set with which it becomes owner.
 */
public class WakeUp
{
    abstract static class Program
    {
        private static final VarHandle STATE;

        static
        {
            try
            {
                STATE = MethodHandles.lookup().findVarHandle(Program.class, "state", int.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        private final TryLock lock = new TryLock();
        private volatile boolean isParked;
        @SuppressWarnings("unused")
        private int state;

        final boolean park(final boolean looksAtOwner)
        {
            isParked = true;
            return !looksAtOwner || lock.isFree();
        }

        final boolean isDelivered()
        {
            return 0 != (int)STATE.getAcquire(this);
        }

        final boolean deliver()
        {
            boolean isWoken = false;
            if (lock.tryEnter())
            {
                STATE.setRelease(this, 1);
                isWoken = isParked;
                lock.exit();
            }
            return isWoken;
        }
    }

    /**
     * The thread parks once it has seen that the unit has no owner, and that nothing has been delivered.
     */
    @JCStressTest
    @Description(
        "A thread that parks when it has seen the unit without an owner. Section 13 forbids that it misses the value" +
        " and the owner misses the thread.")
    @Outcome(id = "true, false, false", expect = Expect.FORBIDDEN, desc = "it parks, and is never woken")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it does not park, or is woken")
    @State
    public static class SeenFree extends Program
    {
        @Actor
        public void thread(final ZZZ_Result r)
        {
            r.r1 = park(true);
            r.r2 = isDelivered();
        }

        @Actor
        public void owner(final ZZZ_Result r)
        {
            r.r3 = deliver();
        }
    }

    /**
     * The control: the thread does not look at the owner.
     */
    @JCStressTest
    @Description(
        "Control: a thread that parks without having seen the unit without an owner. The owner may read that it is" +
        " not parked before its value is seen.")
    @Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "it parks, and is never woken")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it does not park, or is woken")
    @State
    public static class Unseen extends Program
    {
        @Actor
        public void thread(final ZZZ_Result r)
        {
            r.r1 = park(false);
            r.r2 = isDelivered();
        }

        @Actor
        public void owner(final ZZZ_Result r)
        {
            r.r3 = deliver();
        }
    }
}
