/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.Routes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How host and control program meet, and the contexts of the processor, rows M11, M12 and M31.
 */
class HandshakeTest
{
    private final Bench bench = new Bench(new McpContext());
    private final LinkEnd raw = bench.fabric.plug(bench.board("alpha"));

    @Test
    void m12ShouldWaitForTheAddressAndTheAnswer()
    {
        final HostPort port = bench.port(0);
        assertFalse(port.tryInit());
        assertRefused(IllegalStateException.class,
            "board alpha is not initialised: call tryInit() until it returns true", port::pending);
        bench.settle();
        assertFalse(port.tryInit(), "the answer is not there");
        assertFalse(port.tryInit());
        bench.settle();
        assertTrue(port.tryInit());
        assertTrue(port.tryInit());
        assertEquals(0, port.pending());
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2 })
    void m12ShouldRefuseABlockWithAWrongSignature(final int which)
    {
        bench.settle();
        bench.port(0).tryInit();
        final int place = bench.mcp(0).hcb().signaturePlaces()[which];
        bench.mcp(0).sram().putLong(place, 0xBADL);
        bench.settle();
        final String message =
            assertThrows(IllegalStateException.class, () -> bench.port(0).tryInit()).getMessage();
        assertTrue(message.startsWith("board alpha has 0xbad at " + place + " (expected: signature 0x"), message);
        assertThrows(IllegalStateException.class, () -> bench.port(0).pending());
    }

    @Test
    void m12ShouldFindTheSignaturesAtTheBeginInTheMiddleAndAtTheEnd()
    {
        final int[] places = bench.mcp(0).hcb().signaturePlaces();
        assertEquals(bench.mcp(0).hcb().limit() - 64, places[2]);
        assertTrue(places[0] < bench.mcp(0).hcb().item(0) && bench.mcp(0).hcb().pio(7) < places[1]);
        assertTrue(places[1] < bench.mcp(0).hcb().open(0) && bench.mcp(0).hcb().routeBytes(63) < places[2]);
    }

    /**
     * Nothing overlaps, all words are aligned, and the block ends behind them, wherever it begins and whatever it has.
     */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 3 })
    void m11ShouldGiveEachPartAPlaceOfItsOwn(final int variant)
    {
        final McpContext context = new McpContext().channels(1 + variant).channelLength(2 + 3 * variant)
            .sendQueue(2 + variant).pioLength(64 * variant).routes(2 + 5 * variant);
        final int base = 64 * variant;
        final Hcb hcb = new Hcb(context, null, base);
        final NavigableMap<Integer, Integer> parts = new TreeMap<>();
        for (final int place : hcb.signaturePlaces())
        {
            addWord(parts, place);
        }
        addWord(parts, hcb.state());
        addWord(parts, hcb.enqueued());
        addWord(parts, hcb.sent());
        for (int i = 0; i < context.sendQueue(); i++)
        {
            add(parts, hcb.item(i), Hcb.ROUTES + Hcb.MAX_TARGETS * Short.BYTES);
            add(parts, hcb.pio(i), Frame.HEADER_LENGTH + context.pioLength());
        }
        for (int channel = 0; channel < context.channels(); channel++)
        {
            addWord(parts, hcb.open(channel));
            addWord(parts, hcb.freeCount(channel));
            for (int i = 0; i < context.channelLength(); i++)
            {
                addWord(parts, hcb.received(channel, i));
                addWord(parts, hcb.free(channel, i));
            }
        }
        for (int route = 0; route < context.routes(); route++)
        {
            addWord(parts, hcb.routeLength(route));
            add(parts, hcb.routeBytes(route), Routes.MAX_LENGTH);
        }
        assertEquals(base, parts.firstKey());
        assertTrue(parts.lastKey() + parts.lastEntry().getValue() <= hcb.limit(), parts + " in " + hcb);
    }

    private static void addWord(final NavigableMap<Integer, Integer> parts, final int place)
    {
        add(parts, place, Long.BYTES);
    }

    private static void add(final NavigableMap<Integer, Integer> parts, final int place, final int length)
    {
        assertEquals(0, place % Long.BYTES);
        final Map.Entry<Integer, Integer> before = parts.floorEntry(place);
        assertTrue(null == before || before.getKey() + before.getValue() <= place, () -> before + " and " + place);
        final Integer after = parts.higherKey(place);
        assertTrue(null == after || place + length <= after, () -> place + " and " + after);
        parts.put(place, length);
    }

    /**
     * Each side makes its own object, and finds in it what the other one has written.
     */
    @Test
    void m11ShouldHaveOneLayoutForBothSides()
    {
        bench.start(1);
        final Hcb ofProgram = bench.mcp(0).hcb();
        final int base = (int)bench.mcp(0).sram().getLong(Hcb.POINTER);
        assertEquals(ofProgram.toString(), new Hcb(new McpContext(), bench.mcp(0).sram(), base).toString());
        assertTrue(bench.port(0).trySend(HostPort.NO_ROUTE, 2, OffHeapBuffer.allocate(64), 0, 40));
        assertEquals(1, bench.mcp(0).sram().getLong(ofProgram.enqueued()));
        assertEquals(40, bench.mcp(0).sram().getInt(ofProgram.item(0) + Hcb.LENGTH));
        assertEquals(2, bench.mcp(0).sram().getInt(ofProgram.item(0) + Hcb.CHANNEL));
        assertEquals(1, bench.mcp(0).sram().getLong(ofProgram.open(0)));
    }

    @Test
    void m31ShouldBeInTheContextOfTheSystemUntilTheHandshakeIsOver()
    {
        assertFalse(bench.mcp(0).isUser());
        assertTrue(raw.trySend(Bench.frame(0, 100), 0, 108, true, true, 0));
        bench.settle();
        assertTrue(bench.mcp(0).receive().isComplete(), "an interrupt that has to wait");
        assertEquals(0, bench.boards.get(0).interrupts());
        bench.start(1);
        assertTrue(bench.mcp(0).isUser());
        bench.settle();
        assertEquals(1, bench.boards.get(0).interrupts());
        assertFalse(bench.mcp(0).receive().isComplete());
        bench.assertReceived(0, 0, 100, 0);
    }
}
