/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * What one program, with a {@link MyriUnit} of its own, is to one unit. Like a channel, its use of the unit belongs to
 * the thread that has used it last. Threadsafe.
 */
final class UnitUser
{
    // Null before the first use. It may have ended: its object is kept until another one uses the unit.
    private volatile Thread thread;

    // Written under the lock of the SharedUnit.
    private volatile boolean isCounted;

    /**
     * The calling thread uses the unit.
     */
    void use()
    {
        final Thread current = Thread.currentThread();
        if (thread != current)
        {
            thread = current;
        }
    }

    /**
     * Returns whether the thread that has used the unit last has ended.
     */
    boolean isAbandoned()
    {
        return !thread.isAlive();
    }

    boolean isCounted()
    {
        return isCounted;
    }

    void isCounted(final boolean value)
    {
        isCounted = value;
    }

    @Override
    public String toString()
    {
        return "UnitUser{thread=" + thread + ", counted=" + isCounted + '}';
    }
}
