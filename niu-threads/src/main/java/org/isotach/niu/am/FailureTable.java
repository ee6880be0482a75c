/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.Arrays;

/**
 * The handlers of failures: those of single kinds of requests, and one for all others.
 */
final class FailureTable
{
    private volatile FailureHandler others;

    // By number of the request handler, null where there is none.
    private volatile FailureHandler[] own = {};

    synchronized void set(final FailureHandler handler)
    {
        if (null != others)
        {
            throw new IllegalStateException("there is a handler of failures already: one per program");
        }
        // Release: the handler. Partner: get().
        others = handler;
    }

    synchronized void add(final int request, final FailureHandler handler)
    {
        final FailureHandler[] all = Arrays.copyOf(own, Math.max(own.length, request + 1));
        all[request] = handler;
        // Release: the handler. Partner: get().
        own = all;
    }

    /**
     * @param request number of the request handler; negative for a piece of a transfer, which has none.
     * @return null if nobody is to be told.
     */
    FailureHandler get(final int request)
    {
        // Acquire: the handlers. Partners: add() and set().
        final FailureHandler[] all = own;
        final FailureHandler handler = request >= 0 && request < all.length ? all[request] : null;
        return null == handler ? others : handler;
    }
}
