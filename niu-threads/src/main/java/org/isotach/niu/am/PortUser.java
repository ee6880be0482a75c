/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;

/**
 * The application thread that is inside a call of a port, in paranoid mode: calls of others are refused meanwhile. A
 * thread may give the port to another one in between.
 */
final class PortUser
{
    private final int host;

    // Null for none. Volatile: threads that are inside at the same time see each other.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    PortUser(final int host)
    {
        this.host = host;
    }

    /**
     * Enters a call.
     *
     * @return true if the caller has to leave; false if the thread is inside already.
     * @throws IsotachException if another thread is inside.
     */
    boolean enter()
    {
        final Thread other = inside.compareAndExchange(null, Thread.currentThread());
        if (null != other && Thread.currentThread() != other)
        {
            throw refused(other);
        }
        return null == other;
    }

    private IsotachException refused(final Thread other)
    {
        return new IsotachException("a call of the port of host " + host + " by thread '" +
            Thread.currentThread().getName() + "', while thread '" + other.getName() + "' is inside one: a port of" +
            " active messages belongs to one thread at a time; let that one send and poll for the others");
    }

    /**
     * Refuses a call while another thread is inside one.
     */
    void check()
    {
        final Thread other = inside.get();
        if (null != other && Thread.currentThread() != other)
        {
            throw refused(other);
        }
    }

    void leave(final boolean hasEntered)
    {
        if (hasEntered)
        {
            inside.set(null);
        }
    }

    /**
     * Returns whether another thread is inside a call.
     */
    boolean isOther()
    {
        final Thread other = inside.get();
        return null != other && Thread.currentThread() != other;
    }

    @Override
    public String toString()
    {
        return "PortUser{host=" + host + ", inside=" + inside.get() + '}';
    }
}
