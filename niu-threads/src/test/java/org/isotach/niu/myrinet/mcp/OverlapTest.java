/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Arrays;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Engines that follow each other, and how the program learns of packets, rows M27 to M29.
 */
@Timeout(30)
class OverlapTest
{
    private static final int NO_ROUTE = HostPort.NO_ROUTE;

    @ParameterizedTest
    @CsvSource({ "1, 9, 64", "7, 100, 64", "64, 64, 128", "100, 1000, 256", "8192, 128, 256", "3, 5000, 4032" })
    void m27ShouldFollowTheHostEngineInChunksOfAnyLength(
        final int hostDmaLength, final int threshold, final int cableLength)
    {
        final Bench bench = Bench.ofTwo(new McpContext()
            .hostDmaLength(hostDmaLength).threshold(threshold).cable(2, cableLength).pioLength(0));
        for (final int length : new int[] { 1, threshold - 8, threshold, 777, 4000, 8184 })
        {
            bench.send(0, NO_ROUTE, 0, length, length);
            bench.settle();
            bench.assertReceived(1, 0, length, length);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void m27ShouldSendTheFirstChunkBeforeTheLastOneHasCome(final boolean isOverlapped)
    {
        final Bench bench = new Bench(new McpContext().hostDmaLength(16).threshold(200).overlappedSend(isOverlapped));
        final LinkEnd raw = Bench.plugRaw(bench);
        bench.send(0, NO_ROUTE, 0, 1000, 0);
        int pointer = 0;
        while (!raw.hasChunk())
        {
            bench.fabric.step();
            pointer = bench.mcp(0).host().isBusy() ? bench.mcp(0).host().pointer() : 1008;
        }
        assertEquals(isOverlapped, pointer < 300, () -> "with " + raw);
        if (isOverlapped)
        {
            assertTrue(raw.length() >= 200, "not less than the threshold");
        }
        bench.chunks(raw);
    }

    @Test
    void m27ShouldNotOvertakeWhatWaitsInTheTxPool()
    {
        final Bench bench = Bench.ofTwo(new McpContext().hostDmaLength(512).pools(4, 9).cable(2, 64).pioLength(16));
        final HostDma host = bench.mcp(0).host();
        int sent = 0;
        int received = 0;
        int ahead = 0;
        int behind = 0;
        while (received < 100)
        {
            final boolean isPausing = 0 == sent % 10 && 0 != bench.port(0).pending();
            if (sent < 100 && !isPausing && bench.trySend(0, NO_ROUTE, 0, length(sent), sent))
            {
                sent++;
            }
            bench.fabric.step();
            final boolean isWaiting = !bench.mcp(0).tx().isEmpty();
            assertFalse(host.isAhead() && isWaiting);
            ahead += host.isAhead() ? 1 : 0;
            behind += host.isBusy() && isWaiting ? 1 : 0;
            received += bench.tryReceive(1, 0, length(received), received) ? 1 : 0;
        }
        assertTrue(ahead > 0 && behind > 0, ahead + ", " + behind);
    }

    private static int length(final int number)
    {
        return 10 + number * 37 % 400;
    }

    @Test
    void m28ShouldSendTheRouteByATransferOfItsOwnBeforeTheBody()
    {
        final Bench bench = new Bench(new McpContext().hostDmaLength(16).pioLength(40));
        final LinkEnd raw = Bench.plugRaw(bench);
        final byte[] route = { 3, -2, 1 };
        bench.port(0).route(Bench.ROUTE, route);
        // By PIO, in one chunk, and behind the engine of the host.
        for (final int length : new int[] { 0, 40, 41, 2000 })
        {
            bench.send(0, Bench.ROUTE, 2, length, length);
            final List<byte[]> chunks = bench.chunks(raw);
            assertArrayEquals(route, chunks.get(0));
            assertArrayEquals(new byte[] { 3, 0x70, 0, 1, 0, 0, 0, 2 }, Arrays.copyOf(chunks.get(1), 8));
        }
        // A route of no bytes is not sent at all.
        bench.send(0, NO_ROUTE, 2, 2000, 0);
        assertArrayEquals(new byte[] { 3, 0x70, 0, 1, 0, 0, 0, 2 }, Arrays.copyOf(bench.chunks(raw).get(0), 8));
    }

    @ParameterizedTest
    @CsvSource({ "INTERRUPT, false", "POLLED, false", "POLLED, true" })
    void m29ShouldReceiveTheSameInAllModes(final ReceiveMode mode, final boolean isOverlapped)
    {
        final Bench bench =
            Bench.ofTwo(new McpContext().receive(mode, isOverlapped).hostDmaLength(48).cable(4, 128).pools(3, 9));
        for (int i = 0; i < 40; i++)
        {
            bench.send(0, NO_ROUTE, 0, i * 199, i);
            if (0 == i % 3)
            {
                bench.settle();
                for (int j = i - 2; j <= i; j++)
                {
                    if (j >= 0)
                    {
                        bench.assertReceived(1, 0, j * 199, j);
                    }
                }
            }
        }
        assertEquals(ReceiveMode.INTERRUPT == mode ? 40 : 0, bench.boards.get(1).interrupts());
    }

    @ParameterizedTest
    @CsvSource({ "INTERRUPT, false", "POLLED, false", "POLLED, true" })
    void m29ShouldDropOverrunsAndWrongChecksums(final ReceiveMode mode, final boolean isOverlapped)
    {
        final Bench bench = new Bench(
            new McpContext().receive(mode, isOverlapped).bufferLength(1024).channelLength(2).cable(16, 256));
        final LinkEnd raw = Bench.plugRaw(bench);
        for (int i = 0; i < 5; i++)
        {
            send(bench, raw, 6, 0);
            send(bench, raw, 4, 1 + i);
            assertEquals(i + 1, bench.boards.get(0).dropped(McpDrop.OVERRUN));
            assertEquals(i + 1, bench.boards.get(0).dropped(McpDrop.CRC));
            bench.assertNothing(0, 0);
            // No buffer of the channel was lost.
            send(bench, raw, 4, 0);
            assertTrue(bench.port(0).tryReceive(0, OffHeapBuffer.allocate(1024), 0) > 0);
        }
    }

    private static void send(final Bench bench, final LinkEnd raw, final int chunks, final int syndrome)
    {
        final OffHeapBuffer frame = Bench.frame(0, 200);
        for (int i = 0; i < chunks; i++)
        {
            assertTrue(raw.trySend(frame, 0, 200, 0 == i, i + 1 == chunks, i + 1 == chunks ? syndrome : 0));
            bench.settle();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void m29ShouldFollowTheNetworkOnlyIfPolled(final boolean isOverlapped)
    {
        final Bench bench = new Bench(new McpContext().receive(ReceiveMode.POLLED, isOverlapped));
        final LinkEnd raw = Bench.plugRaw(bench);
        final OffHeapBuffer frame = Bench.frame(0, 400);
        assertTrue(raw.trySend(frame, 0, 200, true, false, 0));
        bench.settle();
        assertEquals(isOverlapped ? 200 : Frame.HEADER_LENGTH, bench.mcp(0).host().pointer());
        bench.assertNothing(0, 0);
        assertTrue(raw.trySend(frame, 200, 208, false, true, 0));
        bench.settle();
        bench.assertReceived(0, 0, 400, 0);
    }

    @Test
    void m29ShouldRefuseToFollowWithInterruptsAndAThresholdWithinTheHeader()
    {
        assertRefused("mode: INTERRUPT, overlapped (expected: POLLED, because an interrupt could end a packet while" +
            " it is read)", () -> new McpContext().receive(ReceiveMode.INTERRUPT, true));
        assertRefused("threshold: 8 (expected: 9..1048576)", () -> new McpContext().threshold(8));
    }
}
