/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says when the results that executors have put for hosts of other members are on their trunks.
 */
public final class SentResults
{
    // How often somebody has asked for the results to be sent, and how many of these times they were.
    private final AtomicLong asked = new AtomicLong();
    private volatile long sent;

    /**
     * Asks for all results to be sent that executors have put before this call. Any thread may call it.
     *
     * @return what to ask {@link #areSent} with.
     */
    public long ask()
    {
        // Volatile: the results. Partner: asked().
        return asked.incrementAndGet();
    }

    /**
     * Returns whether results are on their trunks. Any thread may call it.
     *
     * @param request what {@link #ask} has returned.
     */
    public boolean areSent(final long request)
    {
        // Volatile. Partner: sent().
        return sent >= request;
    }

    /**
     * Returns the last request; for the owner of the trunks, before a turn. The turn sends the results of all requests
     * up to it.
     */
    long asked()
    {
        // Volatile: the results that were put before. Partner: ask().
        return asked.get();
    }

    /**
     * Returns whether somebody waits for an answer to a request; for the owner of the trunks.
     */
    boolean isAwaited(final long request)
    {
        return sent < request;
    }

    /**
     * The results of all requests up to one are on their trunks; for the owner of the trunks.
     */
    void sent(final long request)
    {
        // Volatile. Partner: areSent().
        sent = request;
    }

    @Override
    public String toString()
    {
        return "SentResults{asked=" + asked + ", sent=" + sent + '}';
    }
}
