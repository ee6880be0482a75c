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
    private final String name;
    private volatile Object[] handlers = {};

    /**
     * @param name of the method that adds, for messages.
     */
    HandlerTable(final String name)
    {
        this.name = name;
    }

    synchronized int add(final H handler)
    {
        Objects.requireNonNull(handler, "handler");
        final Object[] all = Arrays.copyOf(handlers, handlers.length + 1);
        all[handlers.length] = handler;
        // Release: the handler. Partner: get().
        handlers = all;
        return all.length - 1;
    }

    /**
     * @return null if there is none.
     */
    @SuppressWarnings("unchecked")
    H get(final int number)
    {
        // Acquire: the handlers. Partner: add().
        final Object[] all = handlers;
        return number >= 0 && number < all.length ? (H)all[number] : null;
    }

    void check(final int number)
    {
        final int count = handlers.length;
        if (number < 0 || number >= count)
        {
            throw new IllegalArgumentException("handler: " + number + " (expected: " +
                (0 == count ? "" : "0.." + (count - 1) + ", ") + "a number that ActiveMessages." + name +
                "() has returned)");
        }
    }
}
