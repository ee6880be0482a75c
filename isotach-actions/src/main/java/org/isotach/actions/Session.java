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
 * An isochron of one host, with its ports: what carries actions of many threads, one at a time. A thread has it only
 * while it assembles and issues one isochron, never while a body runs or a value is waited for.
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
    private boolean isWriteUnderWay;
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
        lock = new Mutex(() -> host, "a session");
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
     * Handlers run in the middle of execution: to wait for a session there would be to wait for oneself.
     */
    void checkNotInHandler()
    {
        host.models().checkNotInHandler("what is an action by itself");
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
            isWriteUnderWay = false;
            writesBefore = order.writesOfOthers(host.id());
        }
        return isochron;
    }

    /**
     * Issues the isochron if there is room for it, and abandons it if not, so that nobody waits with a session.
     *
     * @param isWriting does it change anything?
     */
    boolean tryIssue(final boolean isWriting)
    {
        beginWrite(isWriting);
        if (!isochron.tryIssue())
        {
            abandon();
            return false;
        }
        issued();
        return true;
    }

    /**
     * Issues the isochron, which takes room that others make without this session. Whoever waits for it must not wait
     * in vain: an interrupt is noted, and has no effect here.
     *
     * @param isWriting does it change anything?
     */
    void issue(final boolean isWriting)
    {
        beginWrite(isWriting);
        if (!isochron.tryIssue())
        {
            UninterruptibleWait.run(issuing);
        }
        issued();
    }

    private void beginWrite(final boolean isWriting)
    {
        if (isWriting && !order.isOneHost())
        {
            isWriteUnderWay = true;
            order.begins(host.id());
        }
    }

    private void issued()
    {
        if (!order.isOneHost())
        {
            UninterruptibleWait.run(awaiting);
            order.executed(host.id(), writesBefore);
            if (isWriteUnderWay)
            {
                order.wrote(host.id());
                order.ends(host.id());
            }
        }
    }

    /**
     * After something was thrown.
     *
     * @return true if nothing was issued; false if it is not known whether it has an effect.
     */
    boolean abandon()
    {
        final boolean isOpen = isochron.isOpen();
        if (isOpen)
        {
            isochron.abandon();
            if (isWriteUnderWay)
            {
                isWriteUnderWay = false;
                order.ends(host.id());
            }
        }
        return isOpen;
    }

    /**
     * Reads copies of the host optimistically.
     *
     * @return false if that was not possible.
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
