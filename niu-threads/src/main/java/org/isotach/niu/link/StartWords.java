/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A word of each host of a cluster with members, which its model sets before the member joins. It owns the rule that
 * all members know the words of all hosts before the first pulse ends: they go over the trunks in front of everything
 * that says that a member is there. Threadsafe.
 */
public final class StartWords
{
    private final AtomicLongArray words;

    // Guarded by this.
    private boolean isSaid;

    StartWords(final int hostCount)
    {
        words = new AtomicLongArray(hostCount);
    }

    /**
     * Sets bits of the word of a host of this member, unless the others are being told.
     *
     * @return false if it is too late: nothing has happened.
     */
    public synchronized boolean tryAdd(final int host, final long bits)
    {
        if (!isSaid)
        {
            words.set(host, words.get(host) | bits);
        }
        return !isSaid;
    }

    /**
     * The others are being told: nothing is changed from now on.
     */
    public synchronized void say()
    {
        isSaid = true;
    }

    /**
     * Returns the word of a host: that of another member is known when a pulse has ended here.
     */
    public long get(final int host)
    {
        return words.get(host);
    }

    /**
     * A member has told the word of a host of it; for the owner of the trunks.
     */
    public void hear(final int host, final long word)
    {
        // Volatile, and in front of the token that a pulse ends with. Partner: get().
        words.set(host, word);
    }

    @Override
    public String toString()
    {
        return "StartWords" + words;
    }
}
