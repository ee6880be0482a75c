/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often each {@link DeviceEvent} has happened. Threadsafe.
 */
final class EventCounts
{
    private static final DeviceEvent[] EVENTS = DeviceEvent.values();
    private static final int LONG_BURST = 8;
    private static final int SHORT_BURST = 4;

    private final AtomicLongArray counts = new AtomicLongArray(EVENTS.length);

    void count(final DeviceEvent event)
    {
        counts.getAndIncrement(event.ordinal());
    }

    void countReads(final int words)
    {
        counts.getAndAdd(DeviceEvent.READ_BURST.ordinal(), bursts(words));
        counts.getAndAdd(DeviceEvent.READ_WORD.ordinal(), words);
    }

    void countWrites(final int words)
    {
        counts.getAndAdd(DeviceEvent.WRITE_BURST.ordinal(), bursts(words));
        counts.getAndAdd(DeviceEvent.WRITE_WORD.ordinal(), words);
    }

    private static int bursts(final int words)
    {
        final int rest = words % LONG_BURST;
        return words / LONG_BURST + rest / SHORT_BURST + rest % SHORT_BURST;
    }

    long get(final DeviceEvent event)
    {
        return counts.get(event.ordinal());
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
