/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZZ_Result;

/**
 * The owner of a unit that runs handlers against a thread that takes the right away from it for ever, which is possible
 * inside a handler only.
 */
public class RevokedInHandler
{
    abstract static class Program
    {
        private static final int HANDLERS = 8;
        private static final int LOOKS = 8;
        private static final int TRIES = 64;

        private final TryLock lock = new TryLock();

        // Belong to the owner, or to the thread that has revoked the right. Odd while the owner is at work.
        private int steps;

        /**
         * @return is it still the owner?
         */
        final boolean runHandlers()
        {
            boolean isOwner = lock.tryEnter();
            for (int i = 0; i < HANDLERS && isOwner; i++)
            {
                steps++;
                steps++;
                isOwner = lock.enterHandler() && handle() && lock.leaveHandler();
            }
            if (isOwner)
            {
                lock.exit();
            }
            return isOwner;
        }

        /**
         * Takes as long as a handler may.
         */
        private boolean handle()
        {
            for (int look = 0; look < LOOKS; look++)
            {
                Thread.onSpinWait();
            }
            return true;
        }

        final boolean revoke()
        {
            boolean isRevoked = false;
            for (int i = 0; i < TRIES && !isRevoked; i++)
            {
                isRevoked = null != lock.tryRevoke();
            }
            return isRevoked;
        }

        /**
         * The mistake: what is seen is taken to last.
         */
        final boolean lookThenTake()
        {
            boolean isRevoked = false;
            for (int i = 0; i < TRIES && !isRevoked; i++)
            {
                isRevoked = null != lock.handlerThread();
            }
            return isRevoked;
        }

        final boolean isHalfDone()
        {
            return 0 != (steps & 1);
        }

        final boolean tryEnter()
        {
            return lock.tryEnter();
        }
    }

    /**
     * One of the two has the right.
     */
    @JCStressTest
    @Description("An owner in handlers is revoked. Section 14 forbids that both have the right, or none.")
    @Outcome(id = "true, false, false, true", expect = Expect.ACCEPTABLE, desc = "the owner has given it back itself")
    @Outcome(id = "false, true, false, false", expect = Expect.ACCEPTABLE, desc = "it was revoked for ever")
    @State
    public static class ByCompareAndSet extends Program
    {
        @Actor
        public void owner(final ZZZZ_Result r)
        {
            r.r1 = runHandlers();
        }

        @Actor
        public void other(final ZZZZ_Result r)
        {
            r.r2 = revoke();
            r.r3 = r.r2 && isHalfDone();
        }

        @Arbiter
        public void after(final ZZZZ_Result r)
        {
            r.r4 = tryEnter();
        }
    }

    /**
     * The control: a look instead of the compare-and-set.
     */
    @JCStressTest
    @Description("Control: a thread takes the right from an owner that it has seen inside a handler. Both may have it.")
    @Outcome(id = "true, false, false, true", expect = Expect.ACCEPTABLE, desc = "the owner has given it back itself")
    @Outcome(id = "true, true, (true|false), true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "both have it")
    @State
    public static class ByLook extends Program
    {
        @Actor
        public void owner(final ZZZZ_Result r)
        {
            r.r1 = runHandlers();
        }

        @Actor
        public void other(final ZZZZ_Result r)
        {
            r.r2 = lookThenTake();
            r.r3 = r.r2 && isHalfDone();
        }

        @Arbiter
        public void after(final ZZZZ_Result r)
        {
            r.r4 = tryEnter();
        }
    }
}
