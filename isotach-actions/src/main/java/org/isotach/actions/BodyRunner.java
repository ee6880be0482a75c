/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Lets the bodies of actions run, between the arrival of the values and their assignment. It owns the rule that a body
 * that throws leaves the old values. All methods are threadsafe; a run belongs to the caller.
 */
final class BodyRunner
{
    private final Bodies bodies;
    private final References references;
    private final RunEnd runEnd;

    BodyRunner(final Bodies bodies, final References references, final RunEnd runEnd)
    {
        this.bodies = bodies;
        this.references = references;
        this.runEnd = runEnd;
    }

    /**
     * Lets the body run, and assigns.
     */
    <R, X extends Exception> R finish(final Run run, final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        runEnd.resolve(run, footprint, run.action());
        return act(run, footprint, body);
    }

    /**
     * Lets a body run that needs no object from the table, because it sets or brings all that it declares, and assigns.
     */
    <R, X extends Exception> R finishBlindly(
        final Run run, final Footprint footprint, final ActionBody<R, X> body) throws X
    {
        boolean hasRoom = false;
        try
        {
            run.action().makeRoom(footprint);
            hasRoom = true;
        }
        finally
        {
            if (!hasRoom)
            {
                runEnd.abandon(run);
            }
        }
        return act(run, footprint, body);
    }

    /**
     * Lets a body begin, unless its future is done: it was cancelled while the action waited.
     */
    static <R, X extends Exception> R runUnlessDone(
        final Future<?> future, final ActionBody<R, X> body, final Action action) throws X
    {
        if (future.isDone())
        {
            throw new CancellationException("cancelled before the body began");
        }
        return body.run(action);
    }

    private <R, X extends Exception> R act(final Run run, final Footprint footprint, final ActionBody<R, X> body)
        throws X
    {
        run.exit(references);
        final Action action = enter(run, footprint);
        boolean isDone = false;
        final R result;
        try
        {
            result = body.run(action);
            isDone = true;
        }
        finally
        {
            exit(run, isDone);
        }
        runEnd.conclude(run, footprint);
        return result;
    }

    /**
     * Returns whether a condition is true for the arrived values of a run. If it is false or throws, the run has ended.
     */
    boolean isTrue(final Run run, final Footprint footprint, final Predicate<? super Snapshot> condition)
    {
        runEnd.resolve(run, footprint, run.action());
        final Action action = enter(run, footprint);
        boolean isTrue = false;
        try
        {
            isTrue = condition.test(action);
            return isTrue;
        }
        finally
        {
            exit(run, isTrue);
        }
    }

    private Action enter(final Run run, final Footprint footprint)
    {
        final Action action = run.action();
        action.begin(footprint, run.values());
        boolean isEntered = false;
        try
        {
            bodies.enter(action);
            isEntered = true;
        }
        finally
        {
            if (!isEntered)
            {
                action.close();
                runEnd.abandon(run);
            }
        }
        return action;
    }

    private void exit(final Run run, final boolean isDone)
    {
        bodies.exit(run.action());
        run.action().close();
        if (!isDone)
        {
            runEnd.abandon(run);
        }
    }
}
