/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets one thread at a time send from a host (Panariti, "Send Channel": one send channel per board, locked by the
 * interface). It is held for the time of one hand-over and never while anything waits, so threads that find it taken
 * spin, and then yield to its holder.
 */
final class SendLock
{
    private static final int SPINS = 100;

    private final AtomicBoolean isTaken = new AtomicBoolean();

    void enter()
    {
        int tries = 0;
        // Acquire: what the previous holder did. Partner: exit().
        while (!tryEnter())
        {
            if (++tries < SPINS)
            {
                Thread.onSpinWait();
            }
            else
            {
                Thread.yield();
            }
        }
    }

    boolean tryEnter()
    {
        return !isTaken.getPlain() && isTaken.compareAndSet(false, true);
    }

    void exit()
    {
        // Release: what the holder did. Partner: enter().
        isTaken.setRelease(false);
    }
}
