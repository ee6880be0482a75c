/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class MeasurementsTest
{
    @ParameterizedTest
    @EnumSource
    void shouldMeasureReadLatency(final ThreadingMode mode)
    {
        final Run run = Run.of("latency", "--rounds", "3", "--reps", "20", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("2 hosts, " + mode + ", medians over rounds 2 to 3 of 20 reads", run.out().get(0));
        assertHasRow(run, "local read ", "1.90");
        assertHasRow(run, "remote read ", "54.0");
        assertEquals("RESULT latency hosts=2 reads=1320 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureThroughput(final ThreadingMode mode)
    {
        final Run run = Run.of("throughput", "--rounds", "2", "--reps", "10", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("3 hosts, " + mode + ", medians over rounds 2 to 2 of 10 isochrons", run.out().get(0));
        assertHasRow(run, "32 writes ", "238");
        assertHasRow(run, "32 writes ", "204");
        assertHasRow(run, "idle ", "71429");
        assertHasRow(run, "all hosts issue, 32 writes ", "28.0");
        // Two issue tables and the fresh ones by one host, the loaded table by three.
        assertEquals("RESULT throughput hosts=3 isochrons=620 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureMessages(final ThreadingMode mode)
    {
        final Run run = Run.of("ironman", "--trips", "20", "--messages", "30", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertHasRow(run, "non-isotach, 64 B", "31.2");
        assertHasRow(run, "isotach, 1024 B", "220");
        assertHasRow(run, "round trip, 64 B", "2.17");
        assertHasRow(run, "throughput, 64 B", "0.422");
        // Five payloads and the warm-up, of each kind 20 messages in each direction and 30 in the stream.
        assertEquals("RESULT ironman hosts=2 messages=840 wrong=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureFootprint(final ThreadingMode mode)
    {
        final Run run = Run.of("footprint", "--hosts", "3", "--targets", "2", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(List.of("3 hosts", "hosts", "a mailbox each", "an isochron each", "messages to 2 others each",
            "together"), run.out().stream().limit(6).map(line -> line.split(" {2,}")[0]).toList());
        assertEquals("RESULT footprint hosts=3 messages=6 wrong=0", run.lastLine());
    }

    private static void assertHasRow(final Run run, final String label, final String then)
    {
        assertTrue(
            run.out().stream().anyMatch(line ->
                line.startsWith(label) && List.of(line.split(" {2,}")).contains(then)),
            String.join("\n", run.out()));
    }
}
