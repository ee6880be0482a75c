/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock of which a scheduler knows that a thread waits for it, if one takes the place of all threads. Virtual threads
 * are not pinned while they wait.
 */
final class Mutex
{
    private final ReentrantLock lock = new ReentrantLock();
    private final Engine engine;

    Mutex(final Engine engine)
    {
        this.engine = engine;
    }

    void lock()
    {
        if (engine.isSimulated())
        {
            Session.uninterruptibly(() -> engine.newWaiter().await(lock::tryLock, "a pipeline"));
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
