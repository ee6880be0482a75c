/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.locks.ReentrantLock;

import org.isotach.niu.Host;

/**
 * A lock whose waits the scheduler knows of, if one takes the place of all threads. Waiting virtual threads are not
 * pinned.
 */
final class Mutex
{
    private final ReentrantLock lock = new ReentrantLock();
    private final Host host;
    private final Object what;

    /**
     * @param host the host at which threads wait.
     * @param what description of the lock, for messages.
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
