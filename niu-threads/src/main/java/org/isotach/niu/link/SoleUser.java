/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;

/**
 * The thread that is inside a call of something that belongs to one thread at a time, in paranoid mode: calls of others
 * are refused meanwhile. A thread may give it to another one in between.
 */
public final class SoleUser
{
    private final String where;
    private final String rule;

    // Null for none. Volatile: threads that are inside at the same time see each other.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    /**
     * @param where what is called, for messages, behind the name of the call: " of host 1", for example.
     * @param rule  what the other one is inside, and what to do: "a call: a mailbox belongs to one thread at a time".
     */
    public SoleUser(final String where, final String rule)
    {
        this.where = where;
        this.rule = rule;
    }

    /**
     * Enters a call.
     *
     * @param call name of the call, for the message.
     * @return true if the caller has to leave; false if the thread is inside already.
     * @throws IsotachException if another thread is inside.
     */
    public boolean enter(final String call)
    {
        final Thread thread = Thread.currentThread();
        final Thread other = inside.compareAndExchange(null, thread);
        if (null != other && thread != other)
        {
            throw refused(call, thread, other);
        }
        return null == other;
    }

    /**
     * Refuses a call while another thread is inside one.
     *
     * @param call name of the call, for the message.
     * @throws IsotachException if another thread is inside.
     */
    public void check(final String call)
    {
        final Thread thread = Thread.currentThread();
        final Thread other = inside.get();
        if (null != other && thread != other)
        {
            throw refused(call, thread, other);
        }
    }

    private IsotachException refused(final String call, final Thread thread, final Thread other)
    {
        return new IsotachException(call + where + " by thread '" + thread.getName() + "', while thread '" +
            other.getName() + "' is inside " + rule);
    }

    /**
     * Leaves a call.
     *
     * @param hasEntered what {@link #enter} has returned.
     */
    public void leave(final boolean hasEntered)
    {
        if (hasEntered)
        {
            inside.set(null);
        }
    }

    /**
     * Returns whether another thread is inside a call.
     *
     * @return true if one is.
     */
    public boolean isOther()
    {
        final Thread other = inside.get();
        return null != other && Thread.currentThread() != other;
    }

    @Override
    public String toString()
    {
        return "SoleUser{" + where + ", inside=" + inside.get() + '}';
    }
}
