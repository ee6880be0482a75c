/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The ways of packets that are compared with each other: all bytes arrive, and what is wrong is found.
 */
final class PacketPathTest
{
    private static final int LONGEST = 1000;
    private static final int[] LENGTHS = { 8, 56, 256, 264, LONGEST };

    private final Violations violations = new Violations();

    @Test
    void shouldBringAllPacketsByRings()
    {
        assertBrings(RingEnd.pair(LONGEST, violations));
        assertBrings(RingEnd.pair(16_384, violations), 8, 8184, 16_384);
        assertTrue(RingEnd.pair(LONGEST, violations).workNs(LONGEST, 50) > 0);
        assertEquals(0, violations.count(), violations.first());
    }

    @Test
    void shouldBringAllPacketsByTcp() throws IOException
    {
        final TcpEnd[] ends = TcpEnd.connect(LONGEST, violations);
        try (TcpEnd here = ends[0]; TcpEnd there = ends[1])
        {
            assertBrings(new PacketPair(here, there));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringAllPacketsByActiveMessages(final ThreadingMode mode)
    {
        final WithMode sample = new WithMode();
        new CommandLine(sample).parseArgs("--mode", mode.name());
        try (TransferPath path = new TransferPath(sample.mode, LONGEST, violations))
        {
            assertBrings(path);
        }
    }

    private void assertBrings(final PacketPath path)
    {
        assertBrings(path, LENGTHS);
    }

    private void assertBrings(final PacketPath path, final int... lengths)
    {
        for (final int length : lengths)
        {
            assertTrue(path.roundTripUs(length, 20) > 0);
            assertTrue(path.streamMegabytes(length, 100) > 0);
        }
        assertEquals(0, violations.count(), violations.first());
    }

    @Test
    void shouldFindAWrongWord()
    {
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(64);
        PacketWords.fill(buffer, 8, 32, 5);
        assertTrue(PacketWords.isRight(buffer, 8, 32, 5));
        assertFalse(PacketWords.isRight(buffer, 8, 32, 6));
        buffer.putLong(32, 0);
        assertFalse(PacketWords.isRight(buffer, 8, 32, 5));
    }

    @Test
    void shouldCountAWrongPacketOfRings()
    {
        final RingEnd[] ends = RingEnd.connect(16, violations);
        assertFalse(ends[1].tryReceive(16, 2));
        assertTrue(ends[0].trySend(16, 1));
        assertTrue(ends[1].tryReceive(16, 2));
        assertTrue(ends[0].trySend(16, 2));
        assertTrue(ends[1].tryReceive(8, 2));
        assertEquals(2, violations.count());
        assertEquals("bare rings: packet 2 of 16 bytes has another content", violations.first());
    }

    @Test
    void shouldCountAWrongPacketOfTcp() throws IOException
    {
        final TcpEnd[] ends = TcpEnd.connect(16, violations);
        try (TcpEnd here = ends[0]; TcpEnd there = ends[1])
        {
            assertFalse(there.tryReceive(16, 2));
            while (!here.trySend(16, 1))
            {
                Thread.onSpinWait();
            }
            while (!there.tryReceive(16, 2))
            {
                Thread.onSpinWait();
            }
        }
        assertEquals(1, violations.count());
        assertEquals("TCP: packet 2 of 16 bytes has another content", violations.first());
    }

    @Test
    void shouldWarnOnlyWhenThreadsShareACore()
    {
        final StringWriter out = new StringWriter();
        RingEnd.printWarning(new PrintWriter(out), 0.5);
        assertEquals("", out.toString());
        RingEnd.printWarning(new PrintWriter(out), 5.21);
        assertTrue(out.toString().startsWith("Some words took up to 5.21 us there and back: "), out.toString());
    }

    @Test
    void shouldNotDoTheWorkOfEndsThatBringNothing()
    {
        final PacketPair pair = new PacketPair(new Silent(), new Silent());
        assertThrows(SampleFailedException.class, () -> pair.workNs(8, 1));
    }

    @Test
    void shouldNotWaitForAThreadThatHasFailed()
    {
        final PacketPair pair = new PacketPair(new Broken(), new Silent());
        final SampleFailedException failure =
            assertThrows(SampleFailedException.class, () -> pair.roundTripUs(8, 1));
        assertEquals("thread 0", failure.getMessage());
        assertEquals("broken", failure.getCause().getMessage());
    }

    @Command(name = "with-mode")
    private static final class WithMode
    {
        @Mixin
        private ModeOption mode;
    }

    /**
     * An end to which nothing comes.
     */
    private static class Silent implements PacketEnd
    {
        @Override
        public boolean trySend(final int length, final long value)
        {
            return false;
        }

        @Override
        public boolean tryReceive(final int length, final long value)
        {
            return false;
        }

        @Override
        public boolean tryEcho(final int length)
        {
            return false;
        }
    }

    private static final class Broken extends Silent
    {
        @Override
        public boolean trySend(final int length, final long value)
        {
            throw new IllegalStateException("broken");
        }
    }
}
