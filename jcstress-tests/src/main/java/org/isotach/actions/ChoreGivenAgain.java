/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Chores of a {@link Caretaker} that are given again while they are done, because there is more to do: is that found?
 */
public class ChoreGivenAgain
{
    private static final class Chore implements BooleanSupplier
    {
        private volatile boolean isThereMore;
        private volatile boolean hasFound;

        @Override
        public boolean getAsBoolean()
        {
            if (isThereMore)
            {
                hasFound = true;
            }
            return true;
        }
    }

    abstract static class Program
    {
        private static final int CHORES = 16;
        // An empty one takes much less time than a chore that is given.
        private static final int ROUNDS = 256;

        private final List<Chore> given = Stream.generate(Chore::new).limit(CHORES).toList();

        final void giveAgain()
        {
            for (final Chore chore : given)
            {
                tend(chore);
                chore.isThereMore = true;
                tend(chore);
            }
        }

        final void workOften()
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                work();
            }
        }

        final int lost()
        {
            // The next round.
            work();
            return (int)given.stream().filter(chore -> !chore.hasFound).count();
        }

        abstract void tend(BooleanSupplier chore);

        abstract void work();
    }

    /**
     * As it is.
     */
    @JCStressTest
    @Description(
        "A chore that is given again while it is done (Caretaker). Forbidden: it has looked too early, and is" +
        " removed nevertheless.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all are done again")
    @Outcome(expect = Expect.FORBIDDEN, desc = "some are lost")
    @State
    public static class LooksTwice extends Program
    {
        private final Caretaker caretaker = new Caretaker(() -> {}, Runnable::run, true);

        @Override
        void tend(final BooleanSupplier chore)
        {
            caretaker.tend(chore);
        }

        @Override
        void work()
        {
            caretaker.work();
        }

        @Actor
        public void gives()
        {
            giveAgain();
        }

        @Actor
        public void works()
        {
            workOften();
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = lost();
        }
    }

    /**
     * The control: a caretaker that removes what is done, and does not look again.
     */
    @JCStressTest
    @Description("Control: chores that are removed when they are done. Nothing forbids that one given again is lost.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all are done again")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "some are lost")
    @State
    public static class LooksOnce extends Program
    {
        private final Collection<BooleanSupplier> chores = new CopyOnWriteArraySet<>();

        @Override
        void tend(final BooleanSupplier chore)
        {
            chores.add(chore);
        }

        @Override
        void work()
        {
            // All, and then all: the longer it takes, the sooner the threads meet in between.
            chores.removeAll(chores.stream().filter(BooleanSupplier::getAsBoolean).toList());
        }

        @Actor
        public void gives()
        {
            giveAgain();
        }

        @Actor
        public void works()
        {
            workOften();
        }

        @Arbiter
        public void end(final I_Result r)
        {
            r.r1 = lost();
        }
    }
}
