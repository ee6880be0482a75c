/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.StatusReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class FlightEventsTest
{
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final String STOCK = "7 (stock)";

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger ticks = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger descriptions = new AtomicInteger();
    private volatile Set<String> reserved = Set.of();

    @TempDir
    private Path directory;

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
        public void forEachReservation(final StatusReport report)
        {
            looks.incrementAndGet();
            reserved.forEach(key -> report.addReservation(
                key, () -> describe("variable " + key), 0, () -> "host 0", List.of()));
        }

        private String describe(final String variable)
        {
            descriptions.incrementAndGet();
            return variable;
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

    /**
     * A program that hangs because a variable is never given back shows which one.
     */
    @Test
    void shouldRecordAReservationThatDoesNotEnd() throws Exception
    {
        reserved = Set.of(STOCK);
        final ClusterEvents events = EventLoader.eventsOf(new CountedSource());
        events.launched();
        try (Recording recording = recording())
        {
            while (reservedIn(recording).size() < 2)
            {
                Thread.sleep(PERIOD.toMillis());
            }
            final List<RecordedEvent> soFar = reservedIn(recording);
            assertEquals("variable 7 (stock)", soFar.get(0).getString("variable"));
            assertTrue(soFar.get(1).getDuration().compareTo(soFar.get(0).getDuration()) > 0, soFar::toString);
            assertEquals(0, soFar.stream().filter(event -> event.getBoolean("ended")).count());
            reserved = Set.of();
            while (reservedIn(recording).stream().noneMatch(event -> event.getBoolean("ended")))
            {
                Thread.sleep(PERIOD.toMillis());
            }
        }
        finally
        {
            events.close();
        }
    }

    @Test
    void shouldRecordNothingOfTheTimeBeforeTheRecording() throws Exception
    {
        reserved = Set.of(STOCK);
        final ClusterEvents events = EventLoader.eventsOf(new CountedSource());
        events.launched();
        try
        {
            try (Recording first = recording())
            {
                await(looks);
                first.stop();
            }
            reserved = Set.of();
            looks.set(0);
            try (Recording second = recording())
            {
                await(looks);
                assertEquals(List.of(), reservedIn(second));
            }
        }
        finally
        {
            events.close();
        }
    }

    /**
     * Others are too short for an event, or have had theirs described.
     */
    @Test
    void shouldDescribeReservationsThatAreRecordedAndThoseOnce() throws Exception
    {
        reserved = Set.of(STOCK);
        final ClusterEvents events = EventLoader.eventsOf(new CountedSource());
        events.launched();
        try
        {
            try (Recording recording = recording(Duration.ofHours(1)))
            {
                await(looks);
                recording.stop();
                assertEquals(0, descriptions.get());
            }
            looks.set(0);
            try (Recording recording = recording())
            {
                await(looks);
                assertEquals(1, descriptions.get());
                recording.stop();
            }
        }
        finally
        {
            events.close();
        }
    }

    private static Recording recording()
    {
        return recording(Duration.ZERO);
    }

    private static Recording recording(final Duration threshold)
    {
        final Recording recording = new Recording();
        recording.enable("org.isotach.ClusterState").withPeriod(PERIOD);
        recording.enable("org.isotach.ReservationLook").withPeriod(PERIOD);
        recording.enable("org.isotach.Reserved").withThreshold(threshold);
        recording.start();
        return recording;
    }

    private List<RecordedEvent> reservedIn(final Recording recording) throws IOException
    {
        final Path file = directory.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> "org.isotach.Reserved".equals(event.getEventType().getName())).toList();
    }

    private static void await(final AtomicInteger count) throws InterruptedException
    {
        while (count.get() < 2)
        {
            Thread.sleep(PERIOD.toMillis());
        }
    }
}
