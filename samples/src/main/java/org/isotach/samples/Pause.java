/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The pause of a thread between two looks at work of others: it spins, then yields the processor. It never parks, so it
 * is for waits of some microseconds, as of two threads whose messages are measured. All others are a {@link LongWait}.
 */
final class Pause
{
    private static final int SPINS = 100;

    private int spins;

    /**
     * @param work amount of work since the last pause.
     * @throws SampleFailedException when the thread is interrupted, because another one has failed.
     */
    void after(final int work)
    {
        if (work > 0)
        {
            spins = 0;
        }
        else if (spins < SPINS)
        {
            spins++;
            Thread.onSpinWait();
        }
        else if (Thread.currentThread().isInterrupted())
        {
            throw new SampleFailedException("interrupted", null);
        }
        else
        {
            Thread.yield();
        }
    }
}
