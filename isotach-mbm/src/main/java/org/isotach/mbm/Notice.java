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
    private static final long READY = 1L << 58;
    private static final long EXECUTION_MASK = (1L << CHANNEL_SHIFT) - 1;

    // A change of a ledger, in place of an execution: the host, then the number of the change, then its kind.
    private static final int CHANGE_HOST_SHIFT = 24;
    private static final int CHANGE_NUMBER_SHIFT = 4;
    private static final int CHANGE_NUMBER_MASK = (1 << CHANGE_HOST_SHIFT - CHANGE_NUMBER_SHIFT) - 1;
    private static final int CHANGE_KIND_MASK = (1 << CHANGE_NUMBER_SHIFT) - 1;

    /**
     * A host becomes a member whose credit counts as sent.
     */
    static final int JOIN = 0;

    /**
     * A host becomes a member that holds its credit.
     */
    static final int JOIN_HOLDING = 1;

    /**
     * The same, unless an execution is complete.
     */
    static final int JOIN_FIRST = 2;

    /**
     * A member has sent its credit.
     */
    static final int CREDIT = 3;

    /**
     * A member has sent its credit, and is a member no more.
     */
    static final int LEAVE = 4;

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

    /**
     * Makes the notice of a change of a ledger, in a cluster with members.
     *
     * @param number larger than that of the last change of the host in the same pulse: notices of one pulse are given
     *               in ascending order.
     */
    static long change(final int channel, final int host, final int number, final int kind)
    {
        return BARRIER | (long)channel << CHANNEL_SHIFT | (long)host << CHANGE_HOST_SHIFT |
            (long)(number & CHANGE_NUMBER_MASK) << CHANGE_NUMBER_SHIFT | kind;
    }

    /**
     * Returns the host that has changed a ledger, or is ready.
     */
    static int host(final long notice)
    {
        return (int)((notice & EXECUTION_MASK) >> CHANGE_HOST_SHIFT);
    }

    static int changeKind(final long notice)
    {
        return (int)notice & CHANGE_KIND_MASK;
    }

    /**
     * Makes the notice that a host is ready to be opened, in a cluster with members.
     */
    static long ready(final int host)
    {
        return READY | (long)host << CHANGE_HOST_SHIFT;
    }

    static boolean isReady(final long notice)
    {
        return 0 != (notice & READY);
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
