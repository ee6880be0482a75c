/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;

/**
 * Reservations wait for each other: a thread that holds one waits for variables that another thread holds, and that one
 * waits, directly or through others, for the first. Only threads that already hold a reservation can get into this
 * situation. The thread whose wait began last gets this exception. It keeps what it holds until it closes its
 * {@link Reservation}, and reserves nothing else.
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
