/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Wakeable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RecordRelayTest
{
    private static final int CAPACITY = 128;
    private static final int MAX_LENGTH = 56;
    private static final int RECORDS = 20_000;

    private final Bell room = new Bell();
    private final Bell arrived = new Bell();
    private final Bell trunks = new Bell();
    private final RecordRelay relay = new RecordRelay(1, 2, CAPACITY, room, trunks);
    private final RecordLanding landing = new RecordLanding(1, 2, CAPACITY, arrived, trunks);

    private boolean relayOne()
    {
        final long at = relay.peek();
        if (at < 0)
        {
            relay.markSent();
            return false;
        }
        if (relay.isPadding())
        {
            landing.pad(at);
        }
        else
        {
            landing.put(at, relay.buffer(), relay.offset(at), relay.length());
        }
        relay.take();
        return true;
    }

    private boolean trySend(final int length, final long value)
    {
        final int index = relay.writer().tryReserve(length);
        if (RecordWriter.NO_ROOM == index)
        {
            return false;
        }
        for (int i = 0; i < length; i += Long.BYTES)
        {
            relay.writer().buffer().putLong(index + i, value + i);
        }
        relay.writer().append(length);
        return true;
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4 })
    void shouldBringAllRecordsInOrderAndGiveAllMemoryBack(final long seed)
    {
        final Random random = new Random(seed);
        final Queue<Integer> lengths = new ArrayDeque<>();
        int sent = 0;
        int received = 0;
        while (received < RECORDS)
        {
            final int length = random.nextInt(MAX_LENGTH / Long.BYTES + 1) * Long.BYTES;
            switch (random.nextInt(4))
            {
                case 0:
                    if (trySend(length, sent))
                    {
                        lengths.add(length);
                        sent++;
                    }
                    break;
                case 1:
                    relayOne();
                    break;
                case 2:
                    final long consumed = landing.newlyConsumed();
                    if (consumed >= 0)
                    {
                        relay.giveBack(consumed);
                        landing.told(consumed);
                    }
                    break;
                default:
                    if (landing.reader().next())
                    {
                        assertEquals(lengths.remove(), landing.reader().length());
                        for (int i = 0; i < landing.reader().length(); i += Long.BYTES)
                        {
                            assertEquals(
                                received + i, landing.reader().buffer().getLong(landing.reader().offset() + i));
                        }
                        received++;
                    }
                    break;
            }
        }
    }

    @Test
    void shouldHaveNoRoomBeforeTheReceiverHasGivenBack()
    {
        assertTrue(trySend(MAX_LENGTH, 1));
        assertTrue(trySend(MAX_LENGTH, 2));
        assertTrue(relayOne());
        assertTrue(relayOne());
        assertFalse(relayOne());
        assertTrue(relay.isSent());
        assertFalse(trySend(MAX_LENGTH, 3));
        assertTrue(landing.reader().next());
        assertEquals(-1, landing.newlyConsumed());
        assertTrue(landing.reader().next());
        relay.giveBack(landing.newlyConsumed());
        assertEquals(1, room.rung);
        assertEquals(2, arrived.rung);
        assertTrue(trySend(MAX_LENGTH, 3));
        assertFalse(relay.isSent());
    }

    @Test
    void shouldNoticeThatARecordIsMissing()
    {
        assertTrue(trySend(Long.BYTES, 1));
        assertTrue(trySend(Long.BYTES, 2));
        assertEquals(relay.peek(), relay.peek());
        relay.take();
        final long second = relay.peek();
        final OffHeapBuffer buffer = relay.buffer();
        final String message = assertThrows(IsotachException.class, () ->
            landing.put(second, buffer, relay.offset(second), relay.length())).getMessage();
        assertEquals("data from host 1 to host 2 have come at 16 instead of 0:" +
            " the trunk has lost what was between them", message);
    }

    /**
     * Counts.
     */
    private static final class Bell extends Wakeable
    {
        private int rung;

        @Override
        public void wake()
        {
            rung++;
        }
    }
}
