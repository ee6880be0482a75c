/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;

/**
 * The end of a wait for something that was issued before: its exception has to say what becomes of that.
 */
final class IssuedBefore
{
    private IssuedBefore()
    {
    }

    /**
     * Returns the message of an exception with one more sentence. The state of the cluster stays at its end.
     *
     * @param sentence without a full stop.
     */
    static String message(final IsotachException reason, final String sentence)
    {
        final String message = reason.getMessage();
        final int line = message.indexOf('\n');
        final int end = line < 0 ? message.length() : line;
        return message.substring(0, end) + ". " + sentence + message.substring(end);
    }

    /**
     * Returns an exception like this one, with {@link #message} and this as its cause.
     */
    static IsotachException with(final IsotachTimeoutException reason, final String sentence)
    {
        return (IsotachException)new IsotachTimeoutException(message(reason, sentence)).initCause(reason);
    }

    /**
     * Does the same for an interrupt.
     */
    static IsotachException with(final IsotachInterruptedException reason, final String sentence)
    {
        return (IsotachException)new IsotachInterruptedException(message(reason, sentence)).initCause(reason);
    }
}
