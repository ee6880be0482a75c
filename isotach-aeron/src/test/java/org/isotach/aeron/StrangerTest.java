/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayList;
import java.util.List;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Another program sends to the port of a member, with the streams of the other one: it has a list with the same port.
 */
@Timeout(60)
class StrangerTest
{
    private static final int LIMIT = 16;
    private static final long OF_STRANGER = 99;

    private final String leftEndpoint = TestDriver.freeEndpoint();
    private final String rightEndpoint = TestDriver.freeEndpoint();
    private final OffHeapBuffer record = OffHeapBuffer.allocate(8);
    private final List<Trunk> open = new ArrayList<>();
    private TestDriver leftDriver;
    private TestDriver rightDriver;
    private TestDriver strangeDriver;
    private Trunk left;
    private Trunk right;

    @BeforeEach
    void launch()
    {
        leftDriver = new TestDriver();
        rightDriver = new TestDriver();
        strangeDriver = new TestDriver();
        left = newTrunk(leftDriver, leftEndpoint, 0);
        right = newTrunk(rightDriver, leftEndpoint, 1);
    }

    @AfterEach
    void closeAll()
    {
        open.forEach(Trunk::close);
        leftDriver.close();
        rightDriver.close();
        strangeDriver.close();
    }

    private Trunk newTrunk(final TestDriver driver, final String left, final int own)
    {
        final Trunk trunk = AeronTrunks.with(driver.context()).newTrunk(
            TestDriver.members(left, rightEndpoint), own, 1 - own);
        open.add(trunk);
        return trunk;
    }

    private Trunk newStranger()
    {
        return newTrunk(strangeDriver, TestDriver.freeEndpoint(), 0);
    }

    private boolean offer(final Trunk from, final long word)
    {
        record.putLong(0, word);
        return Trunk.REFUSED != from.offer(record, 8, null, 0, 0);
    }

    private long receive(final Trunk to)
    {
        final long[] word = new long[1];
        to.poll((buffer, offset, length, position) -> word[0] = buffer.getLong(offset), 1);
        return word[0];
    }

    /**
     * Sends a record, while the other end of the trunk reads, and returns what comes first.
     */
    private long exchange(final Trunk from, final Trunk to, final long word)
    {
        while (!offer(from, word))
        {
            to.poll((buffer, offset, length, position) -> assertTrue(length < 0), LIMIT);
            Thread.yield();
        }
        long received = 0;
        while (0 == received)
        {
            received = receive(to);
            Thread.yield();
        }
        return received;
    }

    /**
     * Each has heard that the other one hears it.
     */
    private void pair()
    {
        assertEquals(1, exchange(left, right, 1));
        assertEquals(2, exchange(right, left, 2));
        assertEquals(3, exchange(left, right, 3));
    }

    @Test
    void shouldLoseNobodyBecauseOfAStranger()
    {
        pair();
        final Trunk stranger = newStranger();
        // More than it may have unread.
        int sent = 0;
        long next = 10;
        while (sent < 100_000)
        {
            sent += offer(stranger, OF_STRANGER) ? 1 : 0;
            if (0 == sent % 1000)
            {
                assertEquals(next, exchange(left, right, next));
                assertEquals(next, exchange(right, left, next));
                next++;
            }
            else if (0 == sent % 10)
            {
                assertEquals(0, receive(right));
            }
        }
        assertEquals(0, receive(stranger), "nobody answers");
        stranger.close();
        assertEquals(7, exchange(left, right, 7));
        assertEquals(8, exchange(right, left, 8));
    }

    /**
     * Then nobody knows which of them is the right one.
     */
    @Test
    void shouldBeLostWhenNobodyKnowsWhoIsHeard()
    {
        assertEquals(1, exchange(left, right, 1));
        final Trunk stranger = newStranger();
        final String message = assertThrows(IsotachException.class, () ->
        {
            while (true)
            {
                offer(stranger, OF_STRANGER);
                receive(right);
                Thread.yield();
            }
        }).getMessage();
        assertTrue(message.startsWith("trunk m1-m0 is lost: a second sender is at the other end: start no member"),
            message);
        assertTrue(message.matches(".*; the senders are 127.0.0.1:\\d+ and 127.0.0.1:\\d+"), message);
    }

    /**
     * It was there first, and what it hears is not this member.
     */
    @Test
    void shouldBeLostWhenAStrangerCameFirst()
    {
        final Trunk stranger = newStranger();
        while (!offer(stranger, OF_STRANGER))
        {
            Thread.yield();
        }
        long first = 0;
        while (0 == first)
        {
            first = receive(right);
        }
        assertEquals(OF_STRANGER, first);
        assertThrows(IsotachException.class, () ->
        {
            while (true)
            {
                offer(left, 1);
                offer(right, 2);
                receive(left);
                offer(stranger, OF_STRANGER);
                receive(right);
                Thread.yield();
            }
        });
    }

    /**
     * Records that are longer than a fragment say it, too.
     */
    @Test
    void shouldPairWithLongRecords()
    {
        final OffHeapBuffer longRecord = OffHeapBuffer.allocate(100_000);
        longRecord.putLong(0, 1);
        assertEquals(1, exchange(left, right, 1));
        assertEquals(2, exchange(right, left, 2));
        while (Trunk.REFUSED == left.offer(longRecord, 100_000, null, 0, 0))
        {
            Thread.yield();
        }
        while (0 == receive(right))
        {
            Thread.yield();
        }
        final Trunk stranger = newStranger();
        for (int sent = 0; sent < 1000; sent += offer(stranger, OF_STRANGER) ? 1 : 0)
        {
            assertEquals(0, receive(right));
        }
        assertEquals(7, exchange(left, right, 7));
    }
}
