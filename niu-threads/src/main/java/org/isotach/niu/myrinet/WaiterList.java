/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

import org.isotach.niu.spi.Wakeable;

/**
 * The threads of one host that may wait for buffers, or for room: on a channel, or for small payloads. Threadsafe.
 */
final class WaiterList
{
    // Replaced as a whole.
    private volatile Wakeable[] all = {};

    /**
     * Returns a list of one thread.
     *
     * @param waiter of the thread, null for no thread at all.
     */
    static WaiterList of(final Wakeable waiter)
    {
        final WaiterList list = new WaiterList();
        if (null != waiter)
        {
            list.add(waiter);
        }
        return list;
    }

    synchronized void add(final Wakeable waiter)
    {
        final Wakeable[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = waiter;
        all = more;
    }

    /**
     * Lets the waiting threads look at their conditions. It costs one read for each thread that has ever waited.
     */
    void wake()
    {
        for (final Wakeable waiter : all)
        {
            waiter.wake();
        }
    }
}
