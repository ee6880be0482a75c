/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.Reservation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class FlightEventsTest
{
    private static final Duration PERIOD = Duration.ofMillis(10);

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger ticks = new AtomicInteger();

    /**
     * Counts who asks.
     */
    private final class CountedSource implements ClusterEvents.Source
    {
        @Override
        public ClusterStatus status()
        {
            asked.incrementAndGet();
            return new ClusterStatus(List.of(), List.of(), List.of(), 0, "");
        }

        @Override
        public Counters counters()
        {
            return null;
        }

        @Override
        public Map<Object, Reservation> reservations()
        {
            return Map.of();
        }
    }

    /**
     * Sampled by the same thread.
     */
    static final class TickEvent extends Event
    {
    }

    /**
     * A recording may run already when a cluster is launched, and its thread asked hosts that were not there yet.
     */
    @Test
    void shouldAskForTheStateOfACompleteClusterOnly() throws Exception
    {
        final Runnable tick = ticks::incrementAndGet;
        try (Recording recording = new Recording())
        {
            recording.enable("org.isotach.ClusterState").withPeriod(PERIOD);
            recording.enable(TickEvent.class).withPeriod(PERIOD);
            recording.start();
            final ClusterEvents events = EventLoader.eventsOf(new CountedSource());
            FlightRecorder.addPeriodicEvent(TickEvent.class, tick);
            await(ticks);
            assertEquals(0, asked.get());
            events.launched();
            await(asked);
            events.close();
        }
        finally
        {
            FlightRecorder.removePeriodicEvent(tick);
        }
    }

    private static void await(final AtomicInteger count) throws InterruptedException
    {
        while (count.get() < 2)
        {
            Thread.sleep(PERIOD.toMillis());
        }
    }
}
