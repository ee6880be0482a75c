/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What is refused, and in which words.
 */
public final class Refusals
{
    private Refusals()
    {
    }

    /**
     * Fails unless a call throws an exception of that type, or of one below it, with that message.
     *
     * @param type    of the exception.
     * @param message all of it.
     * @param call    that is to be refused.
     */
    public static void assertRefused(
        final Class<? extends Throwable> type, final String message, final Executable call)
    {
        assertEquals(message, assertThrows(type, call).getMessage());
    }

    /**
     * Fails unless an argument is refused with that message.
     *
     * @param message all of it.
     * @param call    with the argument.
     */
    public static void assertRefused(final String message, final Executable call)
    {
        assertRefused(IllegalArgumentException.class, message, call);
    }

    /**
     * Fails unless a context that belongs to a cluster refuses to be changed, and stays as it is.
     *
     * @param context that belongs to a cluster.
     * @param change  of the context.
     */
    public static void assertBelongsToACluster(final Object context, final Executable change)
    {
        final String before = context.toString();
        assertRefused(
            IllegalStateException.class,
            "this context belongs to a cluster already: make a new one for another cluster",
            change);
        assertEquals(before, context.toString());
    }
}
