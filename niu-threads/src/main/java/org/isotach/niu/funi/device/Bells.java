/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;

/**
 * The bells of all devices. Threadsafe.
 */
final class Bells
{
    private final Bell[] bells;

    Bells(final int hosts)
    {
        bells = new Bell[hosts];
        Arrays.setAll(bells, host -> new Bell());
    }

    Bell of(final int host)
    {
        return bells[host];
    }

    /**
     * Wakes the thread that serves the scheduler of gangs, with the first device.
     */
    void wakeScheduler()
    {
        bells[0].wake();
    }
}
