/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * An isochron of one host, with its ports. It carries actions of many threads, one at a time. A thread holds a session
 * only while it assembles and issues one isochron, never while a body runs or while it waits for a value.
 */
final class Session extends Padded
{
    private static final int OPTIMISTIC_TRIES = 4;

    private final Host host;
    private final Isochron isochron;
    private final MemoryPort port;
    private final MessagePort messages;
    private final HostOrder order;
    private final Runnable issuing;
    private final Runnable awaiting;

    private final Mutex lock;
    private long writesBefore;
    private long hits;
    private long misses;

    Session(final Host host, final SharedMemory memory, final Messaging messaging, final HostOrder order)
    {
        this.host = host;
        this.order = order;
        isochron = host.isochron();
        port = memory.port(host);
        messages = messaging.port(isochron);
        issuing = isochron::issue;
        awaiting = isochron::awaitExecuted;
        lock = new Mutex(host, "a session");
    }

    Host host()
    {
        return host;
    }

    MemoryPort port()
    {
        return port;
    }

    MessagePort messages()
    {
        return messages;
    }

    /**
     * Handlers run during execution: a handler that waits for a session would wait for itself.
     */
    void checkNotInHandler()
    {
        host.models().checkNotInHandler("an action");
    }

    boolean tryEnter()
    {
        return lock.tryLock();
    }

    void enter()
    {
        checkNotInHandler();
        lock.lock();
    }

    void exit()
    {
        lock.unlock();
    }

    /**
     * Opens the isochron.
     */
    Isochron begin()
    {
        isochron.begin();
        if (!order.isOneHost())
        {
            isochron.fresh();
            writesBefore = order.writesOfOthers(host.id());
        }
        return isochron;
    }

    /**
     * Issues the isochron if there is room for it, and abandons it otherwise, so that no thread waits while it holds a
     * session.
     *
     * @param isWriting true if the isochron changes anything.
     */
    boolean tryIssue(final boolean isWriting)
    {
        if (!isochron.tryIssue())
        {
            isochron.abandon();
            return false;
        }
        issued(isWriting);
        return true;
    }

    /**
     * Issues the isochron. If it has to wait for room, other threads make that room without this session. The wait must
     * not end early: an interrupt is noted, and has no effect here.
     *
     * @param isWriting true if the isochron changes anything.
     */
    void issue(final boolean isWriting)
    {
        if (!isochron.tryIssue())
        {
            UninterruptibleWait.run(issuing);
        }
        issued(isWriting);
    }

    private void issued(final boolean isWriting)
    {
        if (!order.isOneHost())
        {
            UninterruptibleWait.run(awaiting);
            order.executed(host.id(), writesBefore);
            if (isWriting)
            {
                order.wrote(host.id());
            }
        }
    }

    /**
     * Abandons the open isochron after an exception.
     */
    void abandon()
    {
        if (isochron.isOpen())
        {
            isochron.abandon();
        }
    }

    /**
     * Reads copies of the host optimistically.
     *
     * @return false if that is not possible at present.
     */
    boolean tryReadLocally(final int[] addresses, final long[] values)
    {
        if (order.mayReadLocally(host.id()))
        {
            for (int i = 0; i < OPTIMISTIC_TRIES; i++)
            {
                if (port.tryReadLocal(addresses, values))
                {
                    hits++;
                    return true;
                }
                Thread.onSpinWait();
            }
        }
        misses++;
        return false;
    }

    long hits()
    {
        return hits;
    }

    long misses()
    {
        return misses;
    }

    @Override
    public String toString()
    {
        return "Session{host=" + host.id() + ", port=" + port + '}';
    }
}
