/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;

/**
 * Reservations wait for each other: a thread that holds one waits for variables that another thread holds, and that one
 * waits, directly or through others, for the first. Actions cannot come into this situation, only
 * {@link Isotach#reserve} while another reservation is held. The thread whose wait began last gets this exception; what
 * it waits for is not reserved for it any more, and what it holds is given back when its {@link Reservation} is closed.
 */
public class DeadlockException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message who waits for whom, and what each of them holds.
     */
    public DeadlockException(final String message)
    {
        super(message);
    }
}
