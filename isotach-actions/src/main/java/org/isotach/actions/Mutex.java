/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.isotach.niu.Host;

/**
 * A lock of which a scheduler knows that a thread waits for it, if one takes the place of all threads. Virtual threads
 * are not pinned while they wait.
 */
final class Mutex
{
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isSimulated;
    private final Supplier<Host> host;
    private final Object what;

    /**
     * @param host at which threads wait, whenever one does.
     * @param what it is, for messages.
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

    void unlock()
    {
        lock.unlock();
    }
}
