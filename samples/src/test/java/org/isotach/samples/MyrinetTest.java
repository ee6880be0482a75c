/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.myrinet.Buffer;
import org.isotach.niu.myrinet.Network;
import org.isotach.niu.myrinet.Rpp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class MyrinetTest
{
    @ParameterizedTest
    @EnumSource
    void shouldSendBuffers(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "myrinet", "--rounds", "20", "--stream", "30", "--size", "1024", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertTrue(run.out().get(5).startsWith("    1024 bytes: "), run.out().get(5));
        assertTrue(run.out().get(6).startsWith("stream of 30 x 1024 bytes, 8 on their way: "), run.out().get(6));
        for (final String row : List.of(
            "512 +NUMBER +NUMBER",
            "8 bytes: time of receivers that park / that spin +NUMBER",
            "handed over as fast as copied into the packet from \\(bytes\\) +(NUMBER|-)",
            "1024 bytes: time with one copy / without +NUMBER",
            "1024 bytes: rate with 8 on their way / one +NUMBER"))
        {
            assertTrue(run.out().stream().anyMatch(line -> line.matches(row.replace("NUMBER", "[0-9]+(\\.[0-9]+)?"))),
                () -> row + " in\n" + String.join("\n", run.out()));
        }
        // All twice: the first time is for the compilers. Sizes 8, 32, 128, 512 and 1024; the stream; two ways to wait,
        // two to send 8, 32, 128 and 512 bytes, and a payload that is copied and one that is not.
        assertEquals("RESULT myrinet messages=1422 wrong=0", run.lastLine());
        assertEquals(0, run.exitCode());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendReliably(final ThreadingMode mode)
    {
        final Run run = Run.of("rpp", "--count", "500", "--faults", "5", "--buffers", "2", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT rpp buffers=500 wrong=0", run.lastLine());
        assertEquals(0, run.exitCode());
    }

    @Test
    void shouldNotWaitForASenderThatHasFailed()
    {
        final ReliablePackets rpp = new ReliablePackets();
        try (Cluster cluster = Cluster.launch(); Network network = Network.on(cluster);
            Rpp sender = new Rpp(network.nic(0), network.nic(0).open(0), network.route(0, 1), 0);
            Rpp receiver = new Rpp(network.nic(1), network.nic(1).open(0), network.route(1, 0), 0))
        {
            Thread.currentThread().interrupt();
            assertThrows(SampleFailedException.class, () -> rpp.receive(cluster.host(1), receiver, sender));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void shouldFailAfterAnotherContent()
    {
        final Myrinet myrinet = new Myrinet();
        final ReliablePackets rpp = new ReliablePackets();
        try (Cluster cluster = Cluster.launch(); Network network = Network.on(cluster))
        {
            final Buffer buffer = network.nic(0).tryBuffer();
            buffer.putLong(0, 5);
            buffer.putLong(Long.BYTES, 6);
            buffer.length(2 * Long.BYTES);
            assertEquals(
                new Run(
                    1,
                    List.of("RESULT myrinet messages=0 wrong=1"),
                    List.of("myrinet failed: buffer 4 of 16 bytes has another content")),
                Run.parsed(new CommandLine(myrinet), () ->
                {
                    myrinet.check(buffer, 2 * Long.BYTES, 4);
                    return myrinet.report();
                }));
            assertEquals(
                new Run(
                    1,
                    List.of("RESULT rpp buffers=20000 wrong=1"),
                    List.of("rpp failed: instead of buffer 3 of 16 bytes came 5 of 16 (seed 9)")),
                Run.parsed(new CommandLine(rpp), () ->
                {
                    rpp.check(buffer, 3);
                    return rpp.report();
                }, "--seed", "9"));
        }
    }

    @Test
    void shouldFailAfterAWrongWordInTheMiddle()
    {
        final ReliablePackets rpp = new ReliablePackets();
        try (Cluster cluster = Cluster.launch(); Network network = Network.on(cluster))
        {
            final Buffer buffer = network.nic(0).tryBuffer();
            assertEquals(
                new Run(
                    1,
                    List.of("RESULT rpp buffers=20000 wrong=1"),
                    List.of("rpp failed: buffer 4 of 64 bytes has another content at 32 (seed 9)")),
                Run.parsed(new CommandLine(rpp), () ->
                {
                    rpp.check(rpp.filled(buffer, 4), 4);
                    buffer.putLong(32, ~buffer.getLong(32));
                    rpp.check(buffer, 4);
                    return rpp.report();
                }, "--seed", "9", "--size", "64"));
        }
    }
}
