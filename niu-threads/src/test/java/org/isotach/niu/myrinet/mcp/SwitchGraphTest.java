/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.Routes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Checksums and routes of packets, rows M2, M3 and M4.
 */
class SwitchGraphTest
{
    private static final int PAYLOAD = 24;

    // The route, the header, and the payload.
    private static final int LENGTH = 1 + Frame.HEADER_LENGTH + PAYLOAD;

    /**
     * From one end of a cable through a switch to a board.
     */
    private static final class Way
    {
        final Bench bench = new Bench(new McpContext());
        final LinkEnd raw;

        Way()
        {
            bench.fabric.addSwitch(2);
            raw = bench.fabric.plug(0, 0);
            bench.fabric.plug(bench.board("beta"), 0, 1);
            bench.start(1);
        }

        /**
         * Sends a packet of which one bit was changed in the cable, so that its checksum is the one of before.
         */
        void send(final int changedByte, final int changedBit)
        {
            final OffHeapBuffer packet = OffHeapBuffer.allocate(64);
            packet.putByte(0, (byte)1);
            Bench.frame(0, PAYLOAD).copyTo(0, packet, 1, LENGTH - 1);
            final int before = Crc8.of(0, packet, 0, LENGTH);
            if (changedByte < LENGTH)
            {
                packet.putByte(changedByte, (byte)(packet.getByte(changedByte) ^ 1 << changedBit));
            }
            final int change = changedByte == LENGTH ? 1 << changedBit : 0;
            assertTrue(raw.trySend(
                packet, 0, LENGTH, true, true, before ^ Crc8.of(0, packet, 0, LENGTH) ^ change));
            bench.settle();
        }
    }

    @Test
    void m2ShouldDropAndCountAPacketInWhichAnyBitWasChangedBeforeTheSwitch()
    {
        final Way way = new Way();
        int changes = 0;
        for (int index = 0; index <= LENGTH; index++)
        {
            for (int bit = 0; bit < Byte.SIZE; bit++)
            {
                way.send(index, bit);
                way.bench.assertNothing(0, 0);
                changes++;
            }
        }
        // Other bits of the route lead to ports that are not there, but the lowest one leads back.
        final long elsewhere = way.bench.fabric.droppedBySwitches();
        assertEquals(Byte.SIZE - 1, elsewhere);
        assertEquals(changes - Byte.SIZE, way.bench.boards.get(0).dropped(McpDrop.CRC));
        way.send(Integer.MAX_VALUE, 0);
        way.bench.assertReceived(0, 0, PAYLOAD, 0);
    }

    @Test
    void m2ShouldRenewTheChecksumInEachSwitch()
    {
        final Bench bench = new Bench(new McpContext());
        bench.fabric.addSwitch(2);
        final LinkEnd from = bench.fabric.plug(0, 0);
        final LinkEnd to = bench.fabric.plug(0, 1);
        final OffHeapBuffer packet = OffHeapBuffer.allocate(64);
        packet.putByte(0, (byte)1);
        packet.putLong(1, 0x1234_5678_9ABCL);
        assertTrue(from.trySend(packet, 0, 9, true, true, 0));
        bench.fabric.step();
        assertTrue(to.hasChunk());
        assertEquals(8, to.length());
        assertEquals(0, to.syndrome());
        final int renewed = to.buffer().getByte(to.offset() + to.length()) & 0xFF;
        assertEquals(Crc8.of(0, packet, 1, 8), renewed);
        assertNotEquals(Crc8.of(0, packet, 0, 9), renewed);
    }

    @Test
    void m2ShouldNotMakeADamagedPacketGoodInASwitch()
    {
        final Bench bench = new Bench(new McpContext());
        bench.fabric.addSwitch(2);
        final LinkEnd from = bench.fabric.plug(0, 0);
        final LinkEnd to = bench.fabric.plug(0, 1);
        final OffHeapBuffer packet = OffHeapBuffer.allocate(64);
        packet.putByte(0, (byte)1);
        assertTrue(from.trySend(packet, 0, 9, true, true, 0x40));
        bench.fabric.step();
        assertTrue(to.hasChunk());
        assertEquals(0x40, to.syndrome());
    }

    /**
     * What is known of this polynomial: the checksum of the nine digits.
     */
    @Test
    void m2ShouldBeTheUsualChecksumOfEightBits()
    {
        final OffHeapBuffer digits = OffHeapBuffer.allocate(64);
        for (int i = 0; i < 9; i++)
        {
            digits.putByte(i, (byte)('1' + i));
        }
        assertEquals(0xF4, Crc8.of(0, digits, 0, 9));
        assertEquals(0xF4, Crc8.of(Crc8.of(0, digits, 0, 4), digits, 4, 5));
    }

    @Test
    void m3ShouldDropFramesOfOtherTypesAndChannels()
    {
        final Bench bench = new Bench(new McpContext().channels(2));
        final LinkEnd raw = Bench.plugRaw(bench);
        for (int index = 0; index < Frame.HEADER_LENGTH; index++)
        {
            final OffHeapBuffer frame = Bench.frame(0, PAYLOAD);
            frame.putByte(index, (byte)(frame.getByte(index) ^ 1));
            assertTrue(raw.trySend(frame, 0, Frame.HEADER_LENGTH + PAYLOAD, true, true, 0));
            bench.settle();
        }
        // Shorter than a header.
        assertTrue(raw.trySend(Bench.frame(0, 0), 0, 4, true, true, 0));
        bench.settle();
        final Board board = bench.boards.get(0);
        assertEquals(4 + 1, board.dropped(McpDrop.TYPE));
        assertEquals(3, board.dropped(McpDrop.NO_CHANNEL));
        assertEquals(1, board.dropped(McpDrop.NOT_OPEN), "channel 1");
        bench.assertNothing(0, 0);
    }

    @Test
    void m3ShouldTakeTheHeaderOutOfTheLengthOfThePayload()
    {
        final McpContext context = new McpContext().bufferLength(128);
        final Bench bench = Bench.ofTwo(context);
        assertEquals(120, bench.port(0).maxLength());
        bench.send(0, HostPort.NO_ROUTE, 0, 120, 1);
        bench.settle();
        bench.assertReceived(1, 0, 120, 1);
        assertRefused("length: 121 (expected: 0..120 bytes; a buffer has 8 more, for the header)",
            () -> bench.trySend(0, HostPort.NO_ROUTE, 0, 121, 1));
    }

    /**
     * So many switches in a row, each with a board at port 3. The way on is from port 5 to port 1.
     */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 7 })
    void m4ShouldTakeOneByteOffInEachSwitch(final int hops)
    {
        final Bench bench = new Bench(new McpContext());
        for (int i = 0; i < hops; i++)
        {
            bench.fabric.addSwitch(8);
            if (i > 0)
            {
                bench.fabric.connect(i - 1, 5, i, 1);
            }
        }
        final Board alpha = bench.board("alpha");
        final Board beta = bench.board("beta");
        final byte[] there = new byte[hops];
        final byte[] back = new byte[hops];
        if (0 == hops)
        {
            bench.fabric.plug(alpha, beta);
        }
        else
        {
            bench.fabric.plug(alpha, 0, 3);
            bench.fabric.plug(beta, hops - 1, 7);
            for (int i = 0; i < hops; i++)
            {
                there[i] = (byte)((i + 1 == hops ? 7 : 5) - (0 == i ? 3 : 1));
                back[hops - 1 - i] = (byte)-there[i];
            }
        }
        bench.start(1);
        bench.port(0).route(Bench.ROUTE, there);
        bench.port(1).route(Bench.ROUTE, back);
        for (int length = 0; length < 2000; length += 333)
        {
            bench.send(0, Bench.ROUTE, 0, length, length);
            bench.send(1, Bench.ROUTE, 0, length, length + 1);
            bench.settle();
            bench.assertReceived(1, 0, length, length);
            bench.assertReceived(0, 0, length, length + 1);
        }
        if (0 == hops)
        {
            bench.send(0, HostPort.NO_ROUTE, 0, PAYLOAD, 9);
            bench.settle();
            bench.assertReceived(1, 0, PAYLOAD, 9);
        }
    }

    @Test
    void m4ShouldRefuseRoutesThatAreTooLong()
    {
        final Bench bench = Bench.ofTwo(new McpContext().routes(4));
        assertRefused("route: 33 bytes (expected: 0..32)", () -> bench.port(0).route(1, new byte[33]));
        assertRefused("route: 4 (expected: 1..3)", () -> bench.port(0).route(4));
        assertRefused("route: 0 (expected: 1..3)", () -> bench.port(0).route(0, (byte)1));
        assertRefused("route: 2 (expected: a number that route() was called with, or 0)",
            () -> bench.trySend(0, 2, 0, 0, 0));
        bench.port(0).route(1, new byte[Routes.MAX_LENGTH]);
    }

    @Test
    void m4ShouldDropWhatLeadsNowhere()
    {
        final Bench bench = Bench.ofSwitch(new McpContext(), 3);
        final byte[][] routes = { { 3 }, { -1 }, { 127 }, { -128 } };
        for (int i = 0; i < routes.length; i++)
        {
            bench.port(0).route(Bench.ROUTE, routes[i]);
            bench.send(0, Bench.ROUTE, 0, 1000, i);
            bench.settle();
            assertEquals(i + 1, bench.fabric.droppedBySwitches());
            assertEquals(0, bench.port(0).pending());
        }
        // Too short: the switch takes the first byte of the header, 3. Too long: a byte is left in front of it.
        bench.port(0).route(Bench.ROUTE);
        bench.send(0, Bench.ROUTE, 0, PAYLOAD, 0);
        bench.settle();
        bench.port(0).route(Bench.ROUTE, (byte)1, (byte)1);
        bench.send(0, Bench.ROUTE, 0, PAYLOAD, 0);
        bench.settle();
        assertEquals(routes.length + 1, bench.fabric.droppedBySwitches());
        assertEquals(1, bench.boards.get(1).dropped(McpDrop.TYPE));
        bench.assertNothing(1, 0);
    }

    @Test
    void m4ShouldLeadBackWithZero()
    {
        final Bench bench = Bench.ofSwitch(new McpContext(), 2);
        bench.port(1).route(Bench.ROUTE, (byte)0);
        bench.send(1, Bench.ROUTE, 0, 1000, 5);
        bench.settle();
        bench.assertReceived(1, 0, 1000, 5);
    }

    @Test
    void m4ShouldNotMixPacketsThatWantTheSameOutput()
    {
        final Bench bench = Bench.ofSwitch(new McpContext().channels(3), 3);
        bench.port(0).route(Bench.ROUTE, (byte)2);
        bench.port(1).route(Bench.ROUTE, (byte)1);
        for (int i = 0; i < 4; i++)
        {
            bench.send(0, Bench.ROUTE, 0, 3000, i);
            bench.send(1, Bench.ROUTE, 1, 2500, i);
        }
        bench.settle();
        for (int i = 0; i < 4; i++)
        {
            bench.assertReceived(2, 0, 3000, i);
            bench.assertReceived(2, 1, 2500, i);
        }
    }

    @Test
    void m4ShouldNotChangeARouteThatPacketsWaitFor()
    {
        final Bench bench = Bench.ofSwitch(new McpContext(), 3);
        bench.port(0).route(Bench.ROUTE, (byte)1);
        bench.send(0, Bench.ROUTE, 0, PAYLOAD, 1);
        assertRefused(IllegalStateException.class, "1 packets of board board-0 wait to be sent: wait until pending()" +
            " is 0, or use another number than 1", () -> bench.port(0).route(Bench.ROUTE, (byte)2));
        bench.settle();
        bench.port(0).route(Bench.ROUTE, (byte)2);
        bench.send(0, Bench.ROUTE, 0, PAYLOAD, 2);
        bench.settle();
        bench.assertReceived(1, 0, PAYLOAD, 1);
        bench.assertReceived(2, 0, PAYLOAD, 2);
        assertFalse(bench.boards.get(0).toString().isEmpty());
    }

    @Test
    void shouldRefuseWhatCannotBePlugged()
    {
        final Fabric fabric = new Fabric(new McpContext());
        final int first = fabric.addSwitch(2);
        final Board board = fabric.addBoard("alpha");
        assertRefused(IllegalStateException.class, "board alpha has no cable: call plug() first", fabric::units);
        fabric.plug(board, first, 1);
        assertRefused("port: 1 (expected: one of 0..1 of switch 0 that has no cable)",
            () -> fabric.plug(fabric.addBoard("beta"), first, 1));
        assertRefused("port: 2 (expected: one of 0..1 of switch 0 that has no cable)",
            () -> fabric.plug(fabric.addBoard("gamma"), first, 2));
        assertRefused(IllegalStateException.class, "board alpha has one cable (expected: a board that has none)",
            () -> fabric.plug(board, first, 0));
        assertRefused("ports: 129 (expected: 2..128)", () -> fabric.addSwitch(129));
        assertRefused("name: alpha (expected: one that no other board has, 1..32 letters of ASCII without spaces" +
            " and #)", () -> fabric.addBoard("alpha"));
    }

    @Test
    void shouldLeaveBothEndsFreeIfOneIsRefused()
    {
        final Fabric fabric = new Fabric(new McpContext());
        final int first = fabric.addSwitch(3);
        final Board alpha = fabric.addBoard("alpha");
        final Board beta = fabric.addBoard("beta");
        fabric.plug(alpha, first, 0);
        assertThrows(IllegalStateException.class, () -> fabric.plug(alpha, first, 1));
        assertThrows(IllegalStateException.class, () -> fabric.plug(beta, alpha));
        assertThrows(IllegalArgumentException.class, () -> fabric.connect(first, 1, first, 0));
        assertRefused("board beta cannot be connected with itself (expected: two boards)",
            () -> fabric.plug(beta, beta));
        assertRefused("port: 1 of switch 0 cannot be connected with itself (expected: two ports)",
            () -> fabric.connect(first, 1, first, 1));
        fabric.plug(beta, first, 1);
        fabric.start();
    }
}
