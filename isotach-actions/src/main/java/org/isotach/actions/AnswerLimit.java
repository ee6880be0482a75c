/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The time limit of an answer. This class owns the rule that nothing waits on the thread of the JDK for all time
 * limits, and that a simulation counts its own time.
 */
final class AnswerLimit
{
    private AnswerLimit()
    {
    }

    /**
     * Starts the time. It ends without effect when the answer is done.
     *
     * @param limitNs the time limit in nanoseconds.
     * @param isOver  called by the caretaker when the time is over; returns true.
     */
    static void start(
        final Engine engine, final CompletableFuture<?> answer, final long limitNs, final BooleanSupplier isOver)
    {
        if (!engine.isSimulated())
        {
            // Dependents of the caller may wait.
            answer.copy().orTimeout(limitNs, TimeUnit.NANOSECONDS).whenComplete((value, failure) ->
            {
                if (!answer.isDone())
                {
                    engine.caretaker().tendOften(isOver);
                }
            });
            return;
        }
        // A thread of the JDK would end it beside the scheduler, and by the time of the machine.
        final long startNs = engine.nanoTime();
        engine.scheduler().expect(limitNs);
        engine.caretaker().tendOften(
            () -> answer.isDone() || engine.nanoTime() - startNs >= limitNs && isOver.getAsBoolean());
    }
}
