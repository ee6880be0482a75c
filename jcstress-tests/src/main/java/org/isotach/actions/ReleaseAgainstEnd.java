/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Futures of variables that are reserved: one thread says how they are given back, another one ends the futures.
 */
public class ReleaseAgainstEnd
{
    /**
     * Says it too late, and looks too early.
     */
    private static final class Hasty extends CompletableFuture<String>
    {
        private volatile Runnable release;

        void beforeEnd(final Runnable action)
        {
            if (isDone())
            {
                action.run();
            }
            else
            {
                release = action;
            }
        }

        @Override
        public boolean complete(final String value)
        {
            final boolean isEnding = super.complete(value);
            final Runnable action = release;
            if (null != action)
            {
                action.run();
            }
            return isEnding;
        }
    }

    abstract static class Program<F extends CompletableFuture<String>>
    {
        private static final int FUTURES = 16;

        private final List<F> futures = new ArrayList<>();
        private final List<AtomicInteger> given = new ArrayList<>();

        Program(final Supplier<F> factory)
        {
            for (int i = 0; i < FUTURES; i++)
            {
                futures.add(factory.get());
                given.add(new AtomicInteger());
            }
        }

        final void reserveAll()
        {
            for (int i = 0; i < FUTURES; i++)
            {
                beforeEnd(futures.get(i), given.get(i)::incrementAndGet);
            }
        }

        final void endAll(final II_Result r)
        {
            for (final F future : futures)
            {
                r.r1 += future.complete("ended") ? 0 : 1;
            }
        }

        final int reserved()
        {
            return (int)given.stream().filter(count -> 0 == count.get()).count();
        }

        abstract void beforeEnd(F future, Runnable action);
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description(
        "The end of a future by its caller (ActionFuture). Forbidden: it does not see how the variables are given" +
        " back, and is not seen by the thread that says it.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "all variables are given back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "some stay reserved")
    @State
    public static class SetThenLook extends Program<ActionFuture<String>>
    {
        public SetThenLook()
        {
            super(ActionFuture::new);
        }

        @Override
        void beforeEnd(final ActionFuture<String> future, final Runnable action)
        {
            future.beforeEnd(action);
        }

        @Actor
        public void reserves()
        {
            reserveAll();
        }

        @Actor
        public void ends(final II_Result r)
        {
            endAll(r);
        }

        @Arbiter
        public void end(final II_Result r)
        {
            r.r2 = reserved();
        }
    }

    /**
     * The control: futures at whose end is looked first.
     */
    @JCStressTest
    @Description("Control: who reserves looks at the end first. Nothing forbids that the variables stay reserved.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "all variables are given back")
    @Outcome(id = "0, [1-9][0-9]*", expect = Expect.ACCEPTABLE_INTERESTING, desc = "some stay reserved")
    @State
    public static class LookThenSet extends Program<Hasty>
    {
        public LookThenSet()
        {
            super(Hasty::new);
        }

        @Override
        void beforeEnd(final Hasty future, final Runnable action)
        {
            future.beforeEnd(action);
        }

        @Actor
        public void reserves()
        {
            reserveAll();
        }

        @Actor
        public void ends(final II_Result r)
        {
            endAll(r);
        }

        @Arbiter
        public void end(final II_Result r)
        {
            r.r2 = reserved();
        }
    }
}
