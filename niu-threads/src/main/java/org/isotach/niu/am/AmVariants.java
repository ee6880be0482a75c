/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.LongSupplier;

/**
 * Settings of active messages that are for tests only.
 */
final class AmVariants
{
    private static final LongSupplier SYSTEM_CLOCK = System::nanoTime;

    /**
     * Ids of one bit (Martin, HPAM, section 5.2.1): enough on a link that neither doubles nor delays packets.
     */
    boolean hasOneBitIds;

    /**
     * Each packet is followed by a status packet, as the media access controller of the paper has it (section 5.2.1).
     */
    boolean hasStatusPackets;

    /**
     * A clock in nanoseconds. Null if polls are counted.
     */
    LongSupplier clock;

    /**
     * The clock takes time, as that of the system does.
     */
    boolean hasSlowClock;

    /**
     * Makes links of another kind than those of the cluster; null for these.
     */
    LinkSource links;

    /**
     * How many bytes of a transfer are copied before the port is served again: not so many that other hosts wait long.
     */
    int copyLength = 1 << 20;

    /**
     * Time is that of the system unless a test, or a scheduler, has another one.
     */
    void chooseClock(final boolean isStepped)
    {
        if (null == clock && !isStepped)
        {
            clock = SYSTEM_CLOCK;
        }
    }

    boolean isClockSlow()
    {
        return hasSlowClock || SYSTEM_CLOCK == clock;
    }

    /**
     * The next cluster may have a scheduler.
     */
    void forgetChosenClock()
    {
        if (SYSTEM_CLOCK == clock)
        {
            clock = null;
        }
    }
}
