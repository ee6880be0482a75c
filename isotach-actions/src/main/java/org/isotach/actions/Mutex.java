/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.locks.ReentrantLock;

import org.isotach.niu.Host;

/**
 * A lock of which a scheduler knows that a thread waits for it, if one takes the place of all threads. Virtual threads
 * are not pinned while they wait.
 */
final class Mutex
{
    private final ReentrantLock lock = new ReentrantLock();
    private final Host host;
    private final Object what;

    /**
     * @param host at which threads wait.
     * @param what it is, for messages.
     */
    Mutex(final Host host, final Object what)
    {
        this.host = host;
        this.what = what;
    }

    void lock()
    {
        if (null != host.context().scheduler())
        {
            UninterruptibleWait.run(() -> host.waiter().await(lock::tryLock, what));
        }
        else
        {
            lock.lock();
        }
    }

    boolean tryLock()
    {
        return lock.tryLock();
    }

    void unlock()
    {
        lock.unlock();
    }
}
