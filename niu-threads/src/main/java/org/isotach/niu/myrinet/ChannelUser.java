/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;

/**
 * The thread that is inside a call of a channel, in paranoid mode: calls of others are refused meanwhile. A thread may
 * give the channel to another one in between.
 */
final class ChannelUser
{
    private final int host;
    private final int channel;

    // Null for none. Volatile: threads that are inside at the same time see each other.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    ChannelUser(final int host, final int channel)
    {
        this.host = host;
        this.channel = channel;
    }

    /**
     * Enters a call.
     *
     * @return true if the caller has to leave; false if the thread is inside already.
     * @throws IsotachException if another thread is inside.
     */
    boolean enter()
    {
        final Thread thread = Thread.currentThread();
        final Thread other = inside.compareAndExchange(null, thread);
        if (null != other && thread != other)
        {
            throw new IsotachException("a call of channel " + channel + " of host " + host + " by thread '" +
                thread.getName() + "', while thread '" + other.getName() + "' is inside one: a channel, and the" +
                " connection above it, belong to one thread at a time; open one for each thread, or give what is" +
                " received to others");
        }
        return null == other;
    }

    void leave(final boolean hasEntered)
    {
        if (hasEntered)
        {
            inside.set(null);
        }
    }

    @Override
    public String toString()
    {
        return "ChannelUser{host=" + host + ", channel=" + channel + ", inside=" + inside.get() + '}';
    }
}
