/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that passes only as events happen, one after the other, in the order of their times. Its unit is what the model
 * takes for one: cycles, or microseconds.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class VirtualTime
{
    // More than any model here needs, by far.
    private static final long MAX_EVENTS = 5_000_000;

    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));
    private final long maxEvents;
    private double now;
    private long count;

    private record Event(double at, long number, Runnable action)
    {
    }

    VirtualTime()
    {
        this(MAX_EVENTS);
    }

    /**
     * @param maxEvents with more of them, a program of the model has no end.
     */
    VirtualTime(final long maxEvents)
    {
        this.maxEvents = maxEvents;
    }

    /**
     * Returns the time.
     */
    double now()
    {
        return now;
    }

    /**
     * Lets something happen. What is to happen at the same time happens in the order of these calls.
     */
    void after(final double delay, final Runnable action)
    {
        if (!(delay >= 0))
        {
            throw new IllegalArgumentException("delay: " + delay + " (expected: at least 0)");
        }
        events.add(new Event(now + delay, count++, action));
    }

    /**
     * Lets everything happen.
     *
     * @throws IllegalStateException if there is no end to it.
     */
    void run()
    {
        for (Event event = events.poll(); null != event; event = events.poll())
        {
            if (count > maxEvents)
            {
                throw new IllegalStateException(count + " events until " + now +
                    " (expected: at most " + maxEvents + "; a program of the model waits for what never comes)");
            }
            now = event.at();
            event.action().run();
        }
    }

    @Override
    public String toString()
    {
        return "VirtualTime{now=" + now + ", events=" + events.size() + '}';
    }
}
