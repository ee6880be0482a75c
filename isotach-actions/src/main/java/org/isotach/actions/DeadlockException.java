/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;

/**
 * Thrown when reservations wait for each other: a thread that holds one waits for variables that another thread holds,
 * and that thread waits, directly or through others, for the first. The thread whose wait began last gets this
 * exception; of threads of several members, the one whose wait began at the latest logical time. Also thrown, at once,
 * when a thread needs the value of a variable that it has reserved itself, or room that those have who wait for it.
 * <p>
 * This can happen only to threads that already hold a reservation. The thread keeps its reservations until it closes
 * each {@link Reservation}, and the call that failed has reserved nothing. If it was to change a variable and to return
 * a value, like {@link IsoLong#addAndGet}, the change takes place later nevertheless.
 */
public class DeadlockException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the waits of the circle, what each thread holds, and the remedy.
     */
    public DeadlockException(final String message)
    {
        super(message);
    }

    /**
     * @param circle the waits of the circle, the last one first.
     */
    static DeadlockException of(final String circle)
    {
        return new DeadlockException("deadlock: " + circle + ". This thread began to wait last, so its wait ends:" +
            " close its reservation, and reserve all variables that are needed with one reserve()");
    }
}
