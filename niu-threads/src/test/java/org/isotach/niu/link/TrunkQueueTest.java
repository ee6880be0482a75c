/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Records come in the order in which they were sent, whole, whatever the trunk refuses.
 */
final class TrunkQueueTest
{
    private static final int RECORDS = 100;
    private static final int MAX_WORDS = 9;

    private final LoopTrunk trunk = new LoopTrunk();
    private final Sequence lastPosition = new Sequence(0);
    private final TrunkQueue queue = new TrunkQueue(trunk, lastPosition);
    private final OffHeapBuffer header = OffHeapBuffer.allocate(3 * Long.BYTES);
    private final OffHeapBuffer body = OffHeapBuffer.allocate((MAX_WORDS + 1) * Long.BYTES);
    private int next;

    @Test
    void shouldPassOnWhatTheTrunkTakes()
    {
        send(0);
        send(1);
        assertTrue(queue.flush());
        assertEquals(2, trunk.count());
        assertEquals(2, lastPosition.get());
        assertEquals(2, receive());
    }

    @Test
    void shouldKeepWhatTheTrunkRefuses()
    {
        trunk.room = 1;
        send(0);
        send(1);
        send(2);
        assertEquals(1, trunk.count());
        assertEquals(1, lastPosition.get(), "what is kept is not there");
        assertFalse(queue.flush());
        trunk.room = 1;
        assertFalse(queue.flush());
        trunk.room = 1;
        assertTrue(queue.flush());
        assertEquals(3, lastPosition.get());
        assertEquals(3, receive());
    }

    @Test
    void shouldKeepTheOrder()
    {
        int received = 0;
        for (int i = 0; i < RECORDS; i++)
        {
            trunk.room = i % 3;
            send(i);
            received += receive();
        }
        trunk.room = RECORDS;
        assertTrue(queue.flush());
        assertEquals(RECORDS, received + receive());
        assertEquals(RECORDS, lastPosition.get());
    }

    /**
     * A thread is stopped when the trunk has its record, and nobody knows that yet. Whoever has got what another one
     * puts behind it has got that record, too, so it has to be in front of the position.
     */
    @Test
    void shouldSayHowFarTheTrunkIsFilledWhenAThreadIsStopped()
    {
        final TrunkQueue other = new TrunkQueue(trunk, lastPosition);
        trunk.afterOffer = () ->
        {
            trunk.afterOffer = null;
            other.send(header, Long.BYTES, null, 0, 0);
            assertEquals(2, trunk.count());
            assertEquals(2, lastPosition.get());
        };
        queue.send(header, Long.BYTES, null, 0, 0);
        assertNull(trunk.afterOffer);
        assertEquals(2, lastPosition.get());
    }

    /**
     * Tokens may be stopped when it is sent.
     */
    @Test
    void shouldKeepWithoutMoreMemoryWhatItIsPreparedFor()
    {
        final boolean[] isShort = new boolean[1];
        final TrunkQueue scarce = new TrunkQueue(trunk, null, Long.BYTES, length ->
        {
            if (isShort[0])
            {
                throw new IllegalStateException("no " + length + " bytes");
            }
            return OffHeapBuffer.allocate(length);
        });
        scarce.prepare(2 * TrunkQueue.keptLength(header.capacity()));
        isShort[0] = true;
        trunk.room = 0;
        scarce.send(header, header.capacity(), null, 0, 0);
        assertThrows(IllegalStateException.class, () -> scarce.prepare(1000));
        scarce.send(header, header.capacity(), null, 0, 0);
        trunk.room = 2;
        assertTrue(scarce.flush());
        assertEquals(2, trunk.count());
    }

    private void send(final int number)
    {
        final int words = number % MAX_WORDS;
        header.putLong(0, number);
        header.putLong(Long.BYTES, words);
        for (int i = 0; i < words; i++)
        {
            body.putLong((1 + i) * Long.BYTES, 1000L * number + i);
        }
        queue.send(header, 2 * Long.BYTES, 0 == words ? null : body, Long.BYTES, words * Long.BYTES);
    }

    private int receive()
    {
        return trunk.poll(
            (buffer, offset, length, position) ->
            {
                assertEquals(next, buffer.getLong(offset));
                final int words = (int)buffer.getLong(offset + Long.BYTES);
                assertEquals(next % MAX_WORDS, words);
                assertEquals((2 + words) * Long.BYTES, length);
                for (int i = 0; i < words; i++)
                {
                    assertEquals(1000L * next + i, buffer.getLong(offset + (2 + i) * Long.BYTES));
                }
                next++;
            },
            RECORDS);
    }
}
