/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;
import java.util.Objects;

/**
 * The handlers of one kind, by number: the same at all hosts.
 *
 * @param <H> type of the handlers.
 */
final class HandlerTable<H>
{
    private static final int KINDS = 2;

    private final String name;
    private final int kind;
    private volatile Object[] handlers = {};

    /**
     * @param name of the method that adds, for messages.
     * @param kind 0 or 1: numbers of two kinds differ, so one of the other kind is refused.
     */
    HandlerTable(final String name, final int kind)
    {
        this.name = name;
        this.kind = kind;
    }

    synchronized int add(final H handler)
    {
        Objects.requireNonNull(handler, "handler");
        final Object[] all = Arrays.copyOf(handlers, handlers.length + 1);
        all[handlers.length] = handler;
        // Release: the handler. Partner: get().
        handlers = all;
        return (all.length - 1) * KINDS + kind;
    }

    /**
     * @return null if there is none.
     */
    @SuppressWarnings("unchecked")
    H get(final int number)
    {
        // Acquire: the handlers. Partner: add().
        final Object[] all = handlers;
        final int index = index(number);
        return index >= 0 && index < all.length ? (H)all[index] : null;
    }

    /**
     * @return a negative number if the handler has another kind.
     */
    private int index(final int number)
    {
        return (number & KINDS - 1) == kind ? number >> 1 : -1;
    }

    void check(final int number)
    {
        final int index = index(number);
        if (index < 0 || index >= handlers.length)
        {
            throw new IllegalArgumentException("handler: " + number + " (expected: a number that ActiveMessages." +
                name + "() has returned)");
        }
    }
}
