/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the flight recorder gets to know, and that it gets to know nothing that nobody wants to know.
 */
class FlightRecorderTest
{
    private static final String PREFIX = "org.isotach.";
    private static final int MAX_TRIES = 100;

    @TempDir
    private Path directory;

    @Test
    void shouldRecordWhatTheSettingsOfTheLibrarySay() throws Exception
    {
        final List<RecordedEvent> events;
        final Configuration settings = Configuration.create(new InputStreamReader(
            Cluster.class.getResourceAsStream("/org/isotach/niu/jfr/isotach.jfc"), StandardCharsets.UTF_8));
        try (Recording recording = new Recording(settings))
        {
            // Instead of each second.
            recording.enable(PREFIX + "ClusterState").withPeriod(Duration.ofMillis(20));
            reserveAndWait(
                recording, Duration.ofMillis(100), () -> has(recording, "Reserved") && has(recording, "ClusterState"));
            recording.stop();
            events = read(recording);
        }
        final RecordedEvent wait = events.stream().filter(event ->
            (PREFIX + "Wait").equals(event.getEventType().getName()) &&
            event.getString("waitedFor").contains("variable 5")).findFirst().orElseThrow();
        assertEquals(1, wait.getInt("host"));
        assertTrue(wait.getDuration().toMillis() >= 1, wait.toString());
        final RecordedEvent reserved = first(events, "Reserved");
        assertEquals("variable 5 (stock)", reserved.getString("variable"));
        assertEquals(0, reserved.getInt("host"));
        assertTrue(reserved.getDuration().toMillis() >= 10, reserved.toString());
        assertTrue(reserved.getInt("readsWaiting") <= 1, reserved.toString());
        final RecordedEvent expel = first(events, "Expel");
        assertTrue(expel.getString("result").startsWith("expelled in pulse "), expel.toString());
        final RecordedEvent error = first(events, "HandlerError");
        assertEquals("function 1 fails", error.getString("message").replaceAll(".*(function 1 fails).*", "$1"));
        final RecordedEvent state = first(events, "ClusterState");
        assertTrue(state.getLong("issued") >= 0, state.toString());
        assertEquals("host-0", state.getString("name"));
    }

    @Test
    void shouldRecordAWaitWhoseNameThrows() throws Exception
    {
        final Object name = new Object()
        {
            @Override
            public String toString()
            {
                throw new IllegalStateException("no name");
            }
        };
        final List<RecordedEvent> events;
        try (Recording recording = new Recording();
            Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            recording.enable(PREFIX + "Wait").withoutThreshold();
            recording.start();
            final int[] looks = { 0 };
            cluster.host(1).waiter().await(() -> 3 == ++looks[0], name);
            recording.stop();
            events = read(recording);
        }
        assertEquals(name.getClass().getName() + ", which cannot be printed",
            first(events, "Wait").getString("waitedFor"));
    }

    @Test
    void shouldRecordNothingThatIsSwitchedOff() throws Exception
    {
        try (Recording recording = new Recording())
        {
            for (final String event : List.of(
                "Wait", "NoRoom", "Reserved", "ReservationLook", "Expel", "HandlerError", "ClusterState"))
            {
                recording.disable(PREFIX + event);
            }
            reserveAndWait(recording, Duration.ofMillis(20), () -> true);
            recording.stop();
            assertEquals(List.of(), read(recording).stream()
                .filter(event -> event.getEventType().getName().startsWith(PREFIX)).toList());
        }
    }

    /**
     * It has no threads, so nothing else keeps it either.
     */
    @Test
    void shouldNotKeepAClusterThatNobodyCloses() throws Exception
    {
        assertCollected(forgotten());
        try (Recording recording = new Recording())
        {
            recording.enable(PREFIX + "ClusterState").withPeriod(Duration.ofMillis(20));
            recording.start();
            assertCollected(forgotten());
        }
    }

    private static WeakReference<Host> forgotten()
    {
        final Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
        final Isochron isochron = cluster.host(0).isochron();
        memory.port(cluster.host(0)).write(isochron.begin(), 0, 1);
        isochron.issue();
        isochron.awaitExecuted();
        return new WeakReference<>(cluster.host(0));
    }

    private static void assertCollected(final WeakReference<Host> host) throws InterruptedException
    {
        for (int i = 0; i < 1000 && null != host.get(); i++)
        {
            System.gc();
            // A periodic event may be looking at it.
            Thread.sleep(5);
        }
        assertNull(host.get(), "something keeps a cluster that nobody uses");
    }

    @Test
    void shouldRecordAWaitForRoom() throws Exception
    {
        try (Recording recording = new Recording())
        {
            recording.enable(PREFIX + "NoRoom").withThreshold(Duration.ZERO);
            recording.start();
            try (Cluster cluster = Cluster.launch(
                new ClusterContext().hosts(2).linkRingSize(1).sendRingSize(2).threadingMode(ThreadingMode.SHARED)))
            {
                final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
                final MemoryPort port = memory.port(cluster.host(0));
                final Isochron isochron = cluster.host(0).isochron();
                for (int i = 0; i < 20_000; i++)
                {
                    isochron.begin();
                    port.write(isochron, 1, i);
                    isochron.issue();
                }
            }
            recording.stop();
            assertEquals(0, first(read(recording), "NoRoom").getInt("host"));
        }
    }

    /**
     * Something of everything, recorded from when there is a cluster: looks begin with the recording then.
     */
    private static void reserveAndWait(
        final Recording recording, final Duration held, final BooleanSupplier isEnough) throws Exception
    {
        final List<Throwable> errors = new ArrayList<>();
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).errorHandler(errors::add)))
        {
            recording.start();
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            memory.names(address -> 5 == address ? "stock" : null);
            final UpdateFunction failing = memory.registerFunction(1, (value, argument) ->
            {
                throw new IllegalStateException("function 1 fails");
            });
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            isochron.begin();
            port.update(isochron, 6, failing, 0);
            port.sched(isochron, 5);
            isochron.issue();
            isochron.awaitExecuted();
            final Thread reader = new Thread(() ->
            {
                final IsoValue value = new IsoValue();
                final Isochron own = cluster.host(1).isochron();
                // Behind the SCHED: without fresh() a read of the own copy executes at once, perhaps before it.
                own.begin().fresh();
                memory.port(cluster.host(1)).read(own, 5, value);
                own.issue();
                value.await();
            });
            reader.start();
            awaitTrue(() -> cluster.status().reservations().stream().anyMatch(each -> each.waitingReads() > 0));
            Thread.sleep(held.toMillis());
            isochron.begin();
            port.assign(isochron, 5, 1);
            isochron.issue();
            reader.join();
            for (int i = 0; i < MAX_TRIES && !isEnough.getAsBoolean(); i++)
            {
                // The recorder looks when it likes to.
                isochron.begin();
                port.sched(isochron, 5);
                isochron.issue();
                Thread.sleep(held.toMillis());
                isochron.begin();
                port.assign(isochron, 5, 1);
                isochron.issue();
            }
            cluster.expel(1);
        }
        assertFalse(errors.isEmpty());
    }

    private static void awaitTrue(final BooleanSupplier condition) throws InterruptedException
    {
        while (!condition.getAsBoolean())
        {
            Thread.sleep(1);
        }
    }

    private List<RecordedEvent> read(final Recording recording) throws IOException
    {
        final Path file = directory.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
    }

    private boolean has(final Recording recording, final String name)
    {
        try
        {
            return read(recording).stream().anyMatch(event -> (PREFIX + name).equals(event.getEventType().getName()));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static RecordedEvent first(final List<RecordedEvent> events, final String name)
    {
        return events.stream().filter(event -> (PREFIX + name).equals(event.getEventType().getName())).findFirst()
            .orElseThrow(() -> new AssertionError("no event " + name));
    }
}
