/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.niu.thread.TryLock;

/**
 * A process makes work and says so at the bell of a device; it and another thread serve the device, one at a time. What
 * is to be done is a plain field, so only the bell publishes it.
 */
class BellProgram
{
    static final int RING = 0;
    static final int SENT = 1;
    static final int RECEIVED = 2;

    private static final int COUNT = 4;
    private static final int LOOKS = 8;

    private final Bell bell = new Bell();
    private final Engines engines = new Engines(bell);
    private final TryLock lock = new TryLock();
    private final int kind;
    private int made;

    // With the lock.
    private int seen;

    /**
     * @param kind how the process says that there is work.
     */
    BellProgram(final int kind)
    {
        this.kind = kind;
        // Packets wait until the process has received others.
        engines.remove(RECEIVED == kind ? Engines.ALL & ~Engines.DELIVERY : Engines.ALL);
    }

    /**
     * @param looksFirst true for the mistake to take what was rung for after the look at what is to be done.
     */
    final void process(final boolean looksFirst)
    {
        for (int i = 1; i <= COUNT; i++)
        {
            made = i;
            if (RING == kind)
            {
                bell.ring(Engines.RETRIEVAL);
            }
            else if (SENT == kind)
            {
                bell.sent();
            }
            else
            {
                bell.received();
            }
            serve(looksFirst);
        }
    }

    final void server(final boolean looksFirst)
    {
        for (int i = 0; i < LOOKS; i++)
        {
            serve(looksFirst);
        }
    }

    private void serve(final boolean looksFirst)
    {
        if (engines.isQuiet() || !lock.tryEnter())
        {
            return;
        }
        try
        {
            if (looksFirst)
            {
                seen = made;
                engines.take();
            }
            else
            {
                engines.take();
                seen = made;
            }
            engines.remove(Engines.ALL);
            engines.waitForRoom(RECEIVED == kind && seen < COUNT);
        }
        finally
        {
            lock.exit();
        }
    }

    /**
     * Returns 1 if nobody has seen the last work, and nobody will look.
     */
    final int lost()
    {
        return seen < COUNT && engines.isQuiet() ? 1 : 0;
    }
}
