/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Finds the requests whose time is over.
 */
interface RetryWalk
{
    /**
     * Looks at a request that is outstanding.
     */
    @FunctionalInterface
    interface Look
    {
        /**
         * Begins the timer of a request that has none, and repeats one whose time is over.
         */
        void look(RequestWindow window, int instance, long nowNs);
    }

    /**
     * A window has been made.
     */
    void add(RequestWindow window);

    /**
     * A request has been sent.
     */
    void begin(RequestWindow window, int instance);

    /**
     * A request is not outstanding any more.
     */
    void end(RequestWindow window, int instance);

    /**
     * Called by each poll.
     */
    void step(long nowNs);
}
