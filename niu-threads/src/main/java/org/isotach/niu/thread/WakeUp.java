/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.locks.LockSupport;

/**
 * Wakes threads. This class owns the rule that nothing fails because of a wake-up: it may come in the middle of a
 * frame, which other hosts execute to its end, or while tokens are stopped. A thread that misses one looks by itself
 * when its park is over.
 */
public final class WakeUp
{
    private WakeUp()
    {
    }

    /**
     * Wakes a thread if it is parked. Throws nothing: the scheduler of virtual threads may refuse one, or have no
     * memory for it.
     */
    public static void unpark(final Thread thread)
    {
        try
        {
            LockSupport.unpark(thread);
        }
        catch (final Throwable ex)
        {
            // As above.
        }
    }

    /**
     * Interrupts a thread, and throws nothing: that wakes it, too.
     */
    static void interrupt(final Thread thread)
    {
        try
        {
            thread.interrupt();
        }
        catch (final Throwable ex)
        {
            // As above.
        }
    }
}
