/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * The body of an action: computes the new values of what was declared. It runs exactly once, however long it takes.
 *
 * @param <R> type of the result.
 * @param <X> type of the exceptions that it throws.
 */
@FunctionalInterface
public interface ActionBody<R, X extends Exception>
{
    /**
     * Runs, while the variables are reserved. It may take its time, and wait for what does not depend on these
     * variables; it may not call what is an action by itself.
     *
     * @param action the values, old and new; valid until this method returns.
     * @return the result of the action.
     * @throws X when it fails: the variables keep their old values, and the caller of the action gets the exception.
     */
    R run(Action action) throws X;
}
