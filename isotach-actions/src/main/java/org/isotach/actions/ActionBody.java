/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * The body of an action. It computes the new values of the declared variables, and runs exactly once, however long it
 * takes.
 *
 * @param <R> type of the result.
 * @param <X> type of the exceptions that the body throws.
 */
@FunctionalInterface
public interface ActionBody<R, X extends Exception>
{
    /**
     * Runs while nobody else can change the variables. The body may take its time, and may wait for anything that does
     * not depend on these variables. It must not call methods that are actions by themselves, such as
     * {@link IsoLong#get()}; they throw {@link IllegalStateException}.
     *
     * @param action the values, old and new; valid until this method returns.
     * @return the result of the action.
     * @throws X if the body fails: the variables keep their old values, and the caller of the action gets the
     *           exception.
     */
    R run(Action action) throws X;
}
