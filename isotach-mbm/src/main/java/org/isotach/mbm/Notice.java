/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The content of a notice in one word: a signal, the completion of a barrier, or a reset. Ascending order is the order
 * of delivery within a pulse: signals before barriers, each by channel (Ironman section 7.3.5), and the reset last,
 * since it comes after its whole pulse.
 */
final class Notice
{
    private static final int CHANNEL_SHIFT = 48;
    private static final long CHANNEL_MASK = 0xFF;
    private static final long BARRIER = 1L << 56;
    private static final long RESET = 1L << 57;
    private static final long EXECUTION_MASK = (1L << CHANNEL_SHIFT) - 1;

    private Notice()
    {
    }

    /**
     * Makes the notice of a reset.
     *
     * @param barriers one bit for each barrier channel whose credits it carries.
     */
    static long reset(final int barriers)
    {
        return RESET | Integer.toUnsignedLong(barriers);
    }

    static boolean isReset(final long notice)
    {
        return 0 != (notice & RESET);
    }

    /**
     * Returns the barrier channels whose credits a reset carries.
     */
    static int barriers(final long notice)
    {
        return (int)notice;
    }

    static long signal(final int channel)
    {
        return (long)channel << CHANNEL_SHIFT;
    }

    static long barrier(final int channel, final long execution)
    {
        return BARRIER | (long)channel << CHANNEL_SHIFT | execution & EXECUTION_MASK;
    }

    static boolean isBarrier(final long notice)
    {
        return 0 != (notice & BARRIER);
    }

    static int channel(final long notice)
    {
        return (int)(notice >> CHANNEL_SHIFT & CHANNEL_MASK);
    }

    /**
     * Returns the execution of the barrier that was completed.
     */
    static long execution(final long notice)
    {
        return notice & EXECUTION_MASK;
    }
}
