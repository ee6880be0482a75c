/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.isotach.niu.ThreadingMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The thread that lets the actions of a {@link Pipeline} run to their ends, one after the other, against one that
 * completes the future of the last one: both do, as both may have found it not complete.
 */
public class EndsInPipeline
{
    abstract static class Program
    {
        private static final int ACTIONS = 4;
        // One takes much less time than an action.
        private static final int LOOKS = 4096;
        private static final Update UPDATE = update();

        private final UnderWay underWay = new UnderWay();
        private final List<CompletableFuture<Integer>> futures = new ArrayList<>();

        Program()
        {
            for (int i = 0; i < ACTIONS; i++)
            {
                futures.add(new CompletableFuture<>());
            }
        }

        private static Update update()
        {
            final Isotach isotach = Isotach.launch(new IsotachContext().threadingMode(ThreadingMode.INVOKER));
            return isotach.update(isotach.longVariable("x"));
        }

        /**
         * @param areCompleted false for the mistake to finish an action while the future of the one before is not
         *                     complete.
         */
        final void finish(final boolean areCompleted)
        {
            final Footprint footprint = UPDATE.footprint();
            for (int i = 0; i < ACTIONS; i++)
            {
                final Integer result = i;
                final ActionBody<Integer, RuntimeException> body = action -> result;
                underWay.add(UPDATE.engine().take(footprint), footprint, body, futures.get(i));
                underWay.finishFirst(UPDATE.engine());
                if (areCompleted)
                {
                    underWay.completeLast();
                }
            }
        }

        final void complete()
        {
            for (int i = 0; i < LOOKS; i++)
            {
                underWay.completeLast();
            }
        }

        /**
         * @param r the number of futures with the result of another action, and of those that are not complete.
         */
        final void count(final II_Result r)
        {
            for (int i = 0; i < ACTIONS; i++)
            {
                final int result = futures.get(i).getNow(-1);
                r.r1 += result < 0 || result == i ? 0 : 1;
                r.r2 += result < 0 ? 1 : 0;
            }
        }
    }

    /**
     * Each future is complete before the next action is finished.
     */
    @JCStressTest
    @Description(
        "Futures of a pipeline that two threads complete (UnderWay). Forbidden: one with the result of another" +
        " action, or none.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "each has its own result")
    @Outcome(expect = Expect.FORBIDDEN, desc = "that of another action, or none")
    @State
    public static class OneAfterTheOther extends Program
    {
        @Actor
        public void finishes()
        {
            finish(true);
        }

        @Actor
        public void completes()
        {
            complete();
        }

        @Arbiter
        public void end(final II_Result r)
        {
            count(r);
        }
    }

    /**
     * The control: nobody waits for that.
     */
    @JCStressTest
    @Description("Control: an action that is finished too early. Nothing forbids that its result is taken for another.")
    @Outcome(id = "0, [0-4]", expect = Expect.ACCEPTABLE, desc = "each has its own result, or is not complete")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "one has the result of another action")
    @State
    public static class NextTooEarly extends Program
    {
        @Actor
        public void finishes()
        {
            finish(false);
        }

        @Actor
        public void completes()
        {
            complete();
        }

        @Arbiter
        public void end(final II_Result r)
        {
            count(r);
        }
    }
}
