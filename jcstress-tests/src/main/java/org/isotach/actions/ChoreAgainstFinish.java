/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Chores that are given to a {@link Caretaker} while it comes to its end: no thread does them later.
 */
public class ChoreAgainstFinish
{
    abstract static class Program
    {
        private static final int CHORES = 4;

        private volatile int done;

        final void giveSome()
        {
            for (int i = 0; i < CHORES; i++)
            {
                give(this::isDone);
            }
        }

        // The caretaker lets one thread at a time do the chores, so nothing is lost.
        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        private boolean isDone()
        {
            done++;
            return true;
        }

        final int left()
        {
            return CHORES - done;
        }

        abstract void give(BooleanSupplier chore);
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description(
        "Urgent chores against the end of their caretaker. Forbidden: one that neither thread does, or that is done" +
        " beside another one.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all are done")
    @Outcome(expect = Expect.FORBIDDEN, desc = "not all, or at the same time")
    @State
    public static class AddThenLook extends Program
    {
        private final Caretaker caretaker = new Caretaker(() -> {}, Runnable::run, true);

        @Override
        void give(final BooleanSupplier chore)
        {
            caretaker.tendOften(chore);
        }

        @Actor
        public void gives()
        {
            giveSome();
        }

        @Actor
        public void finishes()
        {
            caretaker.finish();
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = left();
        }
    }

    /**
     * The control: whoever gives a chore looks for the end first.
     */
    @JCStressTest
    @Description("Control: who gives a chore looks for the end first. Nothing forbids that neither thread does it.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all are done")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "one is left")
    @State
    public static class LookThenAdd extends Program
    {
        private final Collection<BooleanSupplier> chores = new ConcurrentLinkedQueue<>();
        private volatile boolean isFinished;

        @Override
        void give(final BooleanSupplier chore)
        {
            if (isFinished)
            {
                chore.getAsBoolean();
            }
            else
            {
                chores.add(chore);
            }
        }

        @Actor
        public void gives()
        {
            giveSome();
        }

        @Actor
        public void finishes()
        {
            isFinished = true;
            chores.removeIf(BooleanSupplier::getAsBoolean);
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = left();
        }
    }
}
