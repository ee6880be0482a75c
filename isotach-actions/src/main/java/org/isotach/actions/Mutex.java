/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.isotach.niu.Host;

/**
 * A lock whose waits the scheduler knows of, if one takes the place of all threads. Waiting virtual threads are not
 * pinned.
 */
final class Mutex
{
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isSimulated;
    private final Supplier<Host> host;
    private final Object what;

    /**
     * @param host returns the host at which a thread waits; called for each wait.
     * @param what description of the lock, for messages.
     */
    Mutex(final Supplier<Host> host, final Object what)
    {
        isSimulated = null != host.get().context().scheduler();
        this.host = host;
        this.what = what;
    }

    void lock()
    {
        if (isSimulated)
        {
            UninterruptibleWait.run(() -> host.get().waiter().await(lock::tryLock, what));
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

    /**
     * Returns whether the calling thread has the lock.
     */
    boolean isHeld()
    {
        return lock.isHeldByCurrentThread();
    }

    void unlock()
    {
        lock.unlock();
    }
}
