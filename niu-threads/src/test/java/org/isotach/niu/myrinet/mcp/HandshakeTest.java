/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

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
