/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.isotach.niu.ThreadingMode;
import org.isotach.niu.status.Counter;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How snapshots are counted.
 */
class SnapshotCountsTest
{
    private static final int ROUNDS = 2_000;

    private static long counted(final Isotach isotach, final Counter counter)
    {
        return isotach.cluster().counters().total(counter);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCountSnapshotsThatReadAtOnce(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 4, 1);
            final IsoReference<String> name = isotach.reference("name", "a");
            final PreparedSnapshot<Long> prepared = isotach.prepare(now -> now.get(x[0]), x);
            final long[] words = new long[4];
            assertEquals(0, counted(isotach, Counter.SNAPSHOTS_AT_ONCE));
            for (int i = 0; i < 5; i++)
            {
                prepared.takeWords(words);
                prepared.take();
                isotach.snapshot(now -> now.get(x[1]) + now.get(name).length(), x[1], name);
            }
            // Neither of these is a snapshot.
            x[0].get();
            isotach.update(x[0]).run(action -> action.get(x[0]));
            assertEquals(15, counted(isotach, Counter.SNAPSHOTS_AT_ONCE));
            assertEquals(15, isotach.cluster().counters().value(0, Counter.SNAPSHOTS_AT_ONCE));
            assertEquals(0, counted(isotach, Counter.SNAPSHOTS_ANEW));
            assertEquals(0, counted(isotach, Counter.SNAPSHOTS_IN_ORDER));
            final String status = isotach.cluster().status().toString();
            assertTrue(status.contains(
                ", 15 snapshots at once, 0 snapshots at a further try, 0 snapshots with an isochron, "), status);
        }
    }

    @Test
    void shouldTellTheFlightRecorder(@TempDir final Path directory) throws Exception
    {
        final Path file = directory.resolve("snapshots.jfr");
        try (Recording recording = new Recording(); TestIsotach test = TestIsotach.launch(ThreadingMode.INVOKER, 1))
        {
            final IsoLong x = test.get().longVariable("x");
            for (int i = 0; i < 3; i++)
            {
                test.get().snapshot(now -> now.get(x), x);
            }
            recording.enable("org.isotach.ClusterState").with("period", "endChunk");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        final RecordedEvent state = RecordingFile.readAllEvents(file).stream().filter(
            event -> "org.isotach.ClusterState".equals(event.getEventType().getName())).findFirst().orElseThrow();
        assertEquals(3, state.getLong("snapshotsAtOnce"), state.toString());
        assertEquals(0, state.getLong("snapshotsAnew"), state.toString());
        assertEquals(0, state.getLong("snapshotsInOrder"), state.toString());
    }

    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldCountSnapshotsThatNeedAnIsochron(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 3, 1);
            final PreparedSnapshot<Long> prepared = isotach.prepare(now -> now.get(x[0]), x);
            final CompletableFuture<Long> taken;
            final CompletableFuture<Long> words;
            try (Reservation held = isotach.reserve(x[0]))
            {
                taken = TestIsotach.waiting(prepared::take);
                words = TestIsotach.waiting(() ->
                {
                    final long[] into = new long[3];
                    prepared.takeWords(into);
                    return into[0];
                });
                assertFalse(taken.isDone());
                held.assign(action -> action.set(x[0], 7));
            }
            assertEquals(7, taken.get());
            assertEquals(7, words.get());
            assertEquals(2, counted(isotach, Counter.SNAPSHOTS_IN_ORDER));
            assertEquals(0, counted(isotach, Counter.SNAPSHOTS_AT_ONCE));
            long sum = 0;
            for (int host = 0; host < hosts; host++)
            {
                sum += isotach.cluster().counters().value(host, Counter.SNAPSHOTS_IN_ORDER);
            }
            assertEquals(2, sum);
        }
    }

    /**
     * Beside writers, each is counted once, as one of the three.
     */
    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldCountEachSnapshotOnce(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 4, 1);
            final PreparedSnapshot<Long> prepared = isotach.prepare(now -> now.get(x[0]), x);
            final int rounds = 1 == hosts ? ROUNDS : 100;
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 2; i++)
            {
                threads.start("reader " + i, () ->
                {
                    final long[] words = new long[4];
                    for (int round = 0; round < rounds; round++)
                    {
                        prepared.takeWords(words);
                        prepared.take();
                        isotach.snapshot(now -> now.get(x[0]), x[0]);
                    }
                });
                threads.start("writer " + i, () ->
                {
                    for (int round = 0; round < rounds; round++)
                    {
                        isotach.apply(x[0].add(1), x[1].add(1), x[2].add(1), x[3].add(1));
                    }
                });
            }
            threads.join();
            assertEquals(2L * 3 * rounds, counted(isotach, Counter.SNAPSHOTS_AT_ONCE) +
                counted(isotach, Counter.SNAPSHOTS_ANEW) + counted(isotach, Counter.SNAPSHOTS_IN_ORDER));
        }
    }
}
