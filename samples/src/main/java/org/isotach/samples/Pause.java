/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The pause of a thread between two looks at work of others: it spins, then yields the processor.
 */
final class Pause
{
    private static final int SPINS = 100;

    private int spins;

    /**
     * Works for others until a condition is true, however long that takes: a wait of the library has a time limit,
     * which does not begin again when others get on.
     *
     * @param condition to work for.
     * @param work      returns the amount of work, 0 if there was none.
     * @throws SampleFailedException when the thread is interrupted, because another one has failed.
     */
    static void until(final BooleanSupplier condition, final IntSupplier work)
    {
        final Pause pause = new Pause();
        while (!condition.getAsBoolean())
        {
            pause.after(work.getAsInt());
        }
    }

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
