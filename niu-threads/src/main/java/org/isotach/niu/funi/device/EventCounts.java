/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * How often each {@link DeviceEvent} has happened. Those of the device itself have one writer at a time, the thread
 * that serves it; accesses to registers have several. Anybody may read.
 */
final class EventCounts
{
    private static final DeviceEvent[] EVENTS = DeviceEvent.values();
    private static final int LONG_BURST = 8;
    private static final int SHORT_BURST = 4;

    // Of packets that were handed over to the device, behind those that it has handed over.
    private static final int IN = Slot.MAX_WORDS + 2;

    private final AtomicLongArray counts = new AtomicLongArray(EVENTS.length);

    // Accesses of the process that has the device: they have one writer at a time, too.
    private final AtomicLongArray accesses = new AtomicLongArray(EVENTS.length);

    // Packets that were handed over, by the words of their slots. One writer, as the events of the device.
    private final AtomicLongArray handed = new AtomicLongArray(2 * IN);

    /**
     * Counts an event of the device. For the thread that serves it.
     */
    void count(final DeviceEvent event)
    {
        add(event, 1);
    }

    /**
     * Counts a packet that the device has handed over: retrieved, sent and acknowledged.
     *
     * @param words of its slot.
     */
    void countHandedOut(final int words)
    {
        addHanded(words);
    }

    /**
     * Counts a packet that was handed over to the device: accepted and delivered.
     *
     * @param words of its slot.
     */
    void countHandedIn(final int words)
    {
        addHanded(IN + words);
    }

    private void addHanded(final int index)
    {
        handed.lazySet(index, handed.getPlain(index) + 1);
    }

    /**
     * Returns the part of a count that is of packets which were handed over. A head is a word, and a burst, of its own.
     */
    private long handed(final DeviceEvent event)
    {
        switch (event)
        {
            case RETRIEVED:
            case SENT:
            case ACK:
                return handed(0, words -> 1);
            case READ_WORD:
                return handed(0, words -> words);
            case READ_BURST:
                return handed(0, EventCounts::bursts);
            case ACCEPTED:
            case DELIVERED:
                return handed(IN, words -> 1);
            case WRITE_WORD:
                return handed(IN, words -> words + 1);
            case WRITE_BURST:
                return handed(IN, words -> bursts(words) + 1);
            default:
                return 0;
        }
    }

    private long handed(final int first, final IntUnaryOperator amount)
    {
        return IntStream.range(0, IN).mapToLong(words -> handed.get(first + words) * amount.applyAsInt(words)).sum();
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
        return words / LONG_BURST + (words & LONG_BURST - 1) / SHORT_BURST + (words & SHORT_BURST - 1);
    }

    long get(final DeviceEvent event)
    {
        return counts.get(event.ordinal()) + accesses.get(event.ordinal()) + handed(event);
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
