/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

import org.isotach.niu.spi.Wakeable;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Each packet arrives whole, once and in order, and never lies over one that was not given back.
 */
final class RecordRingTest
{
    private static final int CAPACITY = 128;

    private static final class Count extends Wakeable
    {
        private int calls;

        @Override
        public void wake()
        {
            calls++;
        }
    }

    private final RecordRing ring = new RecordRing(CAPACITY);
    private final RecordWriter writer = ring.writer();
    private final RecordReader reader = ring.reader();

    static boolean trySend(final PacketWriter to, final int length, final int seed)
    {
        final int index = to.tryClaim(length);
        if (PacketWriter.NO_ROOM == index)
        {
            return false;
        }
        assertEquals(0, index % Long.BYTES);
        for (int i = 0; i < length; i++)
        {
            to.buffer().putByte(index + i, (byte)(seed + i));
        }
        to.commit();
        return true;
    }

    static void assertPacket(final PacketReader from, final int length, final int seed)
    {
        assertEquals(length, from.length());
        assertEquals(0, from.offset() % Long.BYTES);
        for (int i = 0; i < length; i++)
        {
            assertEquals((byte)(seed + i), from.buffer().getByte(from.offset() + i));
        }
    }

    /**
     * Sends words, starting with one of them.
     */
    static boolean trySendLine(final PacketWriter to, final long first)
    {
        return to.trySendLine(first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6);
    }

    static void assertLine(final PacketReader from, final long first)
    {
        assertEquals(PacketWriter.LINE_LENGTH, from.length());
        for (int i = 0; i < PacketWriter.LINE_LENGTH / Long.BYTES; i++)
        {
            assertEquals(first + i, from.buffer().getLong(from.offset() + i * Long.BYTES));
        }
    }

    @Test
    void shouldSendLinesAmongOtherPackets()
    {
        long sent = 0;
        long received = 0;
        for (int i = 0; i < 100; i++)
        {
            while (trySendLine(writer, 10 * sent))
            {
                sent++;
            }
            assertTrue(sent > received);
            assertTrue(reader.mayHaveNext());
            while (received < sent)
            {
                assertTrue(reader.next());
                assertLine(reader, 10 * received++);
                // It may be padding.
                assertTrue(received == sent || reader.hasFoundMore());
            }
            reader.release();
            assertFalse(reader.next());
            assertFalse(reader.mayHaveNext());
            // The ring is empty: what it takes next begins elsewhere.
            assertTrue(trySend(writer, i % 40, i));
            assertTrue(reader.next());
            assertPacket(reader, i % 40, i);
            reader.release();
        }
        assertTrue(ring.reader().isEmpty());
    }

    @Test
    void shouldGiveUpThePacketThatIsOpenForALine()
    {
        assertEquals(Long.BYTES, writer.tryClaim(24));
        assertTrue(trySendLine(writer, 7));
        assertTrue(reader.next());
        assertLine(reader, 7);
        assertFalse(reader.next());
        assertThrows(IllegalStateException.class, writer::commit);
    }

    @Test
    void shouldSayThatThereIsAPacketToGiveBack()
    {
        assertFalse(reader.mayHaveNext());
        assertTrue(trySendLine(writer, 1));
        assertTrue(reader.next());
        assertTrue(reader.mayHaveNext());
        assertFalse(reader.next());
        assertFalse(reader.mayHaveNext());
    }

    @Test
    void shouldFindNoMoreThanWasThereAtTheLook()
    {
        assertTrue(trySendLine(writer, 1));
        assertTrue(reader.next());
        assertTrue(trySend(writer, 8, 2));
        assertFalse(reader.hasFoundMore());
        reader.release();
        assertTrue(reader.mayHaveNext());
        assertTrue(reader.next());
        assertPacket(reader, 8, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 7, 8, 9, 56, 57, 63, 64, 119, 120 })
    void shouldTakeEachLength(final int length)
    {
        for (int i = 0; i < 100; i++)
        {
            if (!trySend(writer, length, i))
            {
                // Only padding is there.
                assertTrue(length > ring.maxPacketLength());
                assertFalse(reader.next());
                assertTrue(trySend(writer, length, i));
            }
            assertTrue(reader.next());
            assertPacket(reader, length, i);
            assertFalse(reader.next());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 64, 128, 1024 })
    void shouldDoWhatAQueueDoes(final int capacity)
    {
        for (int seed = 0; seed < 300; seed++)
        {
            compareWithQueue(new RecordRing(capacity), capacity, new SplittableRandom(seed));
        }
    }

    private static void compareWithQueue(final RecordRing ring, final int capacity, final SplittableRandom random)
    {
        final Deque<int[]> there = new ArrayDeque<>();
        final int longest = random.nextBoolean() ? ring.maxPacketLength() : capacity - RecordLayout.HEADER_LENGTH;
        for (int i = 0; i < 400; i++)
        {
            if (random.nextBoolean())
            {
                final int length = random.nextInt(longest + 1);
                if (random.nextInt(8) == 0 && PacketWriter.NO_ROOM != ring.writer().tryClaim(length))
                {
                    ring.writer().abort();
                }
                if (trySend(ring.writer(), length, i))
                {
                    there.add(new int[]{ length, i });
                }
            }
            else
            {
                assertEquals(!there.isEmpty(), ring.reader().next());
                if (!there.isEmpty())
                {
                    final int[] packet = there.remove();
                    assertPacket(ring.reader(), packet[0], packet[1]);
                    assertFalse(ring.reader().isEmpty());
                }
                if (random.nextBoolean())
                {
                    ring.reader().release();
                    assertEquals(there.isEmpty(), ring.reader().isEmpty());
                }
            }
        }
    }

    @Test
    void shouldFillTheWholeRing()
    {
        for (int i = 0; i < CAPACITY / 16; i++)
        {
            assertTrue(trySend(writer, 8, i));
        }
        assertFalse(trySend(writer, 0, 0));
        assertTrue(reader.next());
        assertPacket(reader, 8, 0);
        assertFalse(trySend(writer, 8, 8), "over the packet that is being read");
        assertPacket(reader, 8, 0);
        reader.release();
        assertTrue(trySend(writer, 8, 8));
    }

    @Test
    void shouldWakeForPacketsAndForMemory()
    {
        final Count sender = new Count();
        final Count receiver = new Count();
        final RecordRing waking = new RecordRing(64, sender, receiver);
        trySend(waking.writer(), 24, 1);
        assertEquals(1, receiver.calls);
        assertTrue(waking.reader().next());
        assertEquals(0, sender.calls);
        waking.reader().release();
        waking.reader().release();
        assertEquals(1, sender.calls);
        assertFalse(trySend(waking.writer(), 56, 2));
        assertEquals(2, receiver.calls, "for padding");
        assertFalse(waking.reader().next());
        assertEquals(2, sender.calls, "for padding");
        assertTrue(trySend(waking.writer(), 56, 2));
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 0, 32, 63, 65, 96, (1 << 30) + 1, Integer.MAX_VALUE })
    void shouldRefuseOtherCapacities(final int capacity)
    {
        assertEquals("capacity: " + capacity + " (expected: a power of two in 64..1073741824 bytes)",
            assertThrows(IllegalArgumentException.class, () -> new RecordRing(capacity)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, CAPACITY - 7, Integer.MAX_VALUE })
    void shouldRefusePacketsThatNeverFit(final int length)
    {
        assertEquals("length: " + length + " (expected: 0..120 bytes, for a ring of 128)",
            assertThrows(IllegalArgumentException.class, () -> writer.tryClaim(length)).getMessage());
        assertTrue(trySend(writer, 1, 1));
    }

    @Test
    void shouldOpenOnePacketAtATime()
    {
        assertThrows(IllegalStateException.class, writer::commit);
        assertThrows(IllegalStateException.class, writer::abort);
        writer.tryClaim(5);
        assertEquals("a packet of 5 bytes is open: commit() or abort() it before the next one",
            assertThrows(IllegalStateException.class, () -> writer.tryClaim(1)).getMessage());
        writer.abort();
        assertFalse(reader.next());
        assertTrue(trySend(writer, 1, 1));
        assertThrows(IllegalStateException.class, writer::commit);
        assertTrue(reader.next());
        assertFalse(reader.next());
    }

    @Test
    void shouldHaveTwoEnds()
    {
        assertSame(writer, ring.writer());
        assertSame(reader, ring.reader());
        assertEquals(0, reader.corruptPackets());
        assertEquals(56, ring.maxPacketLength());
        writer.tick();
        assertTrue(reader.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = { 64, 4096 })
    void shouldCarryPacketsBetweenTwoThreads(final int capacity) throws InterruptedException
    {
        final int count = 100_000;
        final RecordRing shared = new RecordRing(capacity);
        final TestThreads threads = new TestThreads();
        threads.start("sender", () ->
        {
            for (int i = 0; i < count; i++)
            {
                while (!trySend(shared.writer(), i % (capacity / 2 - 7), i))
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
            }
        });
        threads.start("receiver", () ->
        {
            for (int i = 0; i < count; i++)
            {
                while (!shared.reader().next())
                {
                    TestThreads.checkNotInterrupted();
                    Thread.yield();
                }
                assertPacket(shared.reader(), i % (capacity / 2 - 7), i);
            }
        });
        threads.join();
    }

    @Test
    void m19ShouldReadThePositionOfTheReceiverOncePerLap()
    {
        final int perLap = CAPACITY / 16;
        for (int i = 0; i < 10 * perLap; i++)
        {
            // With this in its place, a sender that reads it has no room.
            final int index = RecordLayout.consumedIndex(CAPACITY);
            final long consumed = writer.buffer().getLong(index);
            writer.buffer().putLong(index, i * 16L - CAPACITY);
            final boolean isRead = !trySend(writer, 8, i);
            writer.buffer().putLong(index, consumed);
            assertEquals(i >= perLap && 0 == i % perLap, isRead, "packet " + i);
            assertTrue(!isRead || trySend(writer, 8, i));
            assertTrue(reader.next());
            assertPacket(reader, 8, i);
            reader.release();
        }
    }

    @Test
    void shouldAllocateNothing()
    {
        new Allocations().assertNone(1000, () ->
        {
            writer.tryClaim(40);
            writer.commit();
            assertTrue(reader.next());
            reader.release();
        });
    }
}
