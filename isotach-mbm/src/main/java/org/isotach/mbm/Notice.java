/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * What a notice says, in one word: a signal, or the completion of a barrier. Ascending order is the order of delivery
 * within a pulse: signals before barriers, each by channel (Ironman section 7.3.5).
 */
final class Notice
{
    private static final int CHANNEL_SHIFT = 48;
    private static final long CHANNEL_MASK = 0xFF;
    private static final long BARRIER = 1L << 56;
    private static final long EXECUTION_MASK = (1L << CHANNEL_SHIFT) - 1;

    private Notice()
    {
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
     * Which execution of the barrier was completed.
     */
    static long execution(final long notice)
    {
        return notice & EXECUTION_MASK;
    }
}
