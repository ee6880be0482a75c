/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.IsotachException;

/**
 * The thread that is inside a call of a mailbox, in paranoid mode: calls of other threads are refused meanwhile. A
 * thread may give the mailbox to another one in between.
 */
final class MailboxUser
{
    private final int hostId;

    // Null for none. Volatile: threads that are inside at the same time see each other.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    MailboxUser(final int hostId)
    {
        this.hostId = hostId;
    }

    /**
     * Enters a call.
     *
     * @param call name of the call, for the message.
     * @return true if the caller has to leave; false if the thread is inside already.
     * @throws IsotachException if another thread is inside.
     */
    boolean enter(final String call)
    {
        final Thread thread = Thread.currentThread();
        final Thread other = inside.compareAndExchange(null, thread);
        if (null != other && thread != other)
        {
            throw new IsotachException(call + " of host " + hostId + " by thread '" + thread.getName() +
                "', while thread '" + other.getName() + "' is inside a call: a mailbox belongs to one thread at a" +
                " time; receive on one thread, and give the content of messages to others");
        }
        return null == other;
    }

    void leave()
    {
        inside.set(null);
    }

    @Override
    public String toString()
    {
        return "MailboxUser{host=" + hostId + ", inside=" + inside.get() + '}';
    }
}
