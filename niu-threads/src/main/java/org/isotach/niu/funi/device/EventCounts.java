/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often each {@link DeviceEvent} has happened. Those of the device itself have one writer at a time, the thread
 * that serves it; accesses to registers have several. Anybody may read.
 */
final class EventCounts
{
    private static final DeviceEvent[] EVENTS = DeviceEvent.values();
    private static final int LONG_BURST = 8;
    private static final int SHORT_BURST = 4;

    private final AtomicLongArray counts = new AtomicLongArray(EVENTS.length);

    // Accesses of the process that has the device: they have one writer at a time, too.
    private final AtomicLongArray accesses = new AtomicLongArray(EVENTS.length);

    /**
     * Counts an event of the device. For the thread that serves it.
     */
    void count(final DeviceEvent event)
    {
        add(event, 1);
    }

    /**
     * Counts an access to a register.
     *
     * @param isOwner true for the process that has the device, one thread at a time; false for any thread.
     */
    void countAccess(final DeviceEvent event, final boolean isOwner)
    {
        final int index = event.ordinal();
        if (isOwner)
        {
            accesses.lazySet(index, accesses.getPlain(index) + 1);
        }
        else
        {
            counts.getAndIncrement(index);
        }
    }

    void countReads(final int words)
    {
        add(DeviceEvent.READ_BURST, bursts(words));
        add(DeviceEvent.READ_WORD, words);
    }

    void countWrites(final int words)
    {
        add(DeviceEvent.WRITE_BURST, bursts(words));
        add(DeviceEvent.WRITE_WORD, words);
    }

    private void add(final DeviceEvent event, final int amount)
    {
        counts.lazySet(event.ordinal(), counts.getPlain(event.ordinal()) + amount);
    }

    private static int bursts(final int words)
    {
        final int rest = words % LONG_BURST;
        return words / LONG_BURST + rest / SHORT_BURST + rest % SHORT_BURST;
    }

    long get(final DeviceEvent event)
    {
        return counts.get(event.ordinal()) + accesses.get(event.ordinal());
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("EventCounts{");
        Arrays.stream(EVENTS).filter(event -> 0 != get(event))
            .forEach(event -> text.append(event).append('=').append(get(event)).append(' '));
        return text.append('}').toString();
    }
}
