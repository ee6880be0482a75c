/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.atomic.AtomicInteger;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A thread that takes a place among those that a look passes over while nobody has any, against an event for all
 * threads; another one leaves these places meanwhile.
 */
public class PlaceOfWaiter
{
    private static final int FIRST_PLACES = 8;

    private static final class Sleeper implements ParkedThread
    {
        private volatile boolean isWoken;

        @Override
        public boolean isWatched()
        {
            return false;
        }

        @Override
        public void look(final boolean isChanged)
        {
            // It is woken by calls.
        }

        @Override
        public void wake()
        {
            isWoken = true;
        }
    }

    abstract static class Program
    {
        private final WaitingThreads threads = new WaitingThreads(new AtomicInteger());
        private final Sleeper other = new Sleeper();
        private final Sleeper waiter = new Sleeper();
        private final int placeOfOther;
        private volatile boolean hasHappened;

        Program()
        {
            for (int i = 0; i < FIRST_PLACES; i++)
            {
                threads.join(new Sleeper(), 0);
            }
            placeOfOther = threads.join(other, 0);
        }

        /**
         * @return true if the thread sees the event, so that it does not park.
         */
        final boolean park()
        {
            threads.join(waiter, 0);
            return hasHappened;
        }

        /**
         * @param looksEarly true for the mistake to look for threads before the event.
         */
        final void happen(final boolean looksEarly)
        {
            threads.leave(other, placeOfOther);
            if (looksEarly)
            {
                threads.wakeAll();
            }
            hasHappened = true;
            if (!looksEarly)
            {
                threads.wakeAll();
            }
        }

        final boolean isWoken()
        {
            return waiter.isWoken;
        }
    }

    @JCStressTest
    @Description("A thread that parks against an event for all threads. Section 13 forbids that they miss each other.")
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "it parks, and is never woken")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it does not park, or is woken")
    @State
    public static class Counted extends Program
    {
        @Actor
        public void thread(final ZZ_Result r)
        {
            r.r1 = park();
        }

        @Actor
        public void event()
        {
            happen(false);
        }

        @Arbiter
        public void after(final ZZ_Result r)
        {
            r.r2 = isWoken();
        }
    }

    /**
     * The control: the threads are looked at too early.
     */
    @JCStressTest
    @Description("Control: a thread that parks against an event that comes after the look at all threads.")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "it parks, and is never woken")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "it does not park, or is woken")
    @State
    public static class LookedAtEarly extends Program
    {
        @Actor
        public void thread(final ZZ_Result r)
        {
            r.r1 = park();
        }

        @Actor
        public void event()
        {
            happen(true);
        }

        @Arbiter
        public void after(final ZZ_Result r)
        {
            r.r2 = isWoken();
        }
    }
}
