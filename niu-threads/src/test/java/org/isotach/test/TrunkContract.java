/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What every {@link Trunk} keeps. A record here begins with its number; each further word follows from that and from
 * its index, so a record that is not whole is found.
 */
public abstract class TrunkContract
{
    protected static final int MAX_LENGTH = 2 * 1024 * 1024;
    private static final int LIMIT = 64;
    private static final int THREADS = 3;

    protected final OffHeapBuffer header = OffHeapBuffer.allocate(64);
    protected final OffHeapBuffer body = OffHeapBuffer.allocate(MAX_LENGTH + 64);
    protected Trunk left;
    protected Trunk right;

    // Numbers and lengths of what has arrived.
    private final List<Long> numbers = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final List<Long> positions = new ArrayList<>();

    /**
     * Creates both ends of a trunk that takes records of {@value #MAX_LENGTH} bytes.
     */
    protected abstract Trunk[] newTrunk();

    @BeforeEach
    void create()
    {
        final Trunk[] ends = newTrunk();
        left = ends[0];
        right = ends[1];
    }

    @AfterEach
    void closeBoth()
    {
        left.close();
        right.close();
    }

    private static long word(final long number, final int index)
    {
        return number * 31 + index;
    }

    /**
     * Offers a record whose header has 8 bytes, with the rest at an offset of the body that differs.
     */
    protected long offer(final Trunk trunk, final long number, final int length)
    {
        final int from = (int)(number & 7) * Long.BYTES;
        header.putLong(0, number);
        for (int index = Long.BYTES; index < length; index += Long.BYTES)
        {
            body.putLong(from + index - Long.BYTES, word(number, index));
        }
        return trunk.offer(header, Long.BYTES, length > Long.BYTES ? body : null, from, length - Long.BYTES);
    }

    private void onRecord(final OffHeapBuffer buffer, final int offset, final int length, final long position)
    {
        assertEquals(0, offset % Long.BYTES);
        final long number = buffer.getLong(offset);
        for (int index = Long.BYTES; index < length; index += Long.BYTES)
        {
            if (word(number, index) != buffer.getLong(offset + index))
            {
                throw new AssertionError("record " + number + " of " + length + " bytes differs at " + index);
            }
        }
        numbers.add(number);
        lengths.add(length);
        positions.add(position);
    }

    /**
     * Polls until so many records have arrived.
     */
    private void awaitRecords(final Trunk trunk, final int count)
    {
        while (numbers.size() < count)
        {
            final int before = numbers.size();
            final int polled = trunk.poll(this::onRecord, LIMIT);
            assertTrue(polled >= numbers.size() - before && numbers.size() - before <= LIMIT);
            Thread.yield();
        }
    }

    private void offerAndPoll(final Trunk from, final Trunk to, final long number, final int length)
    {
        while (Trunk.REFUSED == offer(from, number, length))
        {
            to.poll(this::onRecord, LIMIT);
            Thread.yield();
        }
    }

    @Test
    void shouldHandOutRecordsInOrderBothWays()
    {
        final List<Long> expected = new ArrayList<>();
        for (long number = 0; number < 3000; number++)
        {
            offerAndPoll(left, right, number, Long.BYTES * (int)(1 + number % 20));
            expected.add(number);
        }
        awaitRecords(right, expected.size());
        assertEquals(expected, numbers);

        numbers.clear();
        offerAndPoll(right, left, 7, 64);
        awaitRecords(left, 1);
        assertEquals(List.of(7L), numbers);
    }

    @Test
    void shouldHandOutWholeRecordsOfAnyLength()
    {
        final List<Integer> expected = new ArrayList<>(List.of(8, 16, 24));
        for (int length = 512; length < MAX_LENGTH; length *= 2)
        {
            expected.addAll(List.of(length - 32, length));
        }
        expected.add(MAX_LENGTH);
        expected.add(8);
        for (int i = 0; i < expected.size(); i++)
        {
            offerAndPoll(left, right, i, expected.get(i));
        }
        awaitRecords(right, expected.size());
        assertEquals(expected, lengths);
    }

    @Test
    void shouldSayWhereARecordEnds()
    {
        final List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++)
        {
            // Some do not fit into what is left of a term, or into one fragment.
            final int length = 0 == i % 4 ? MAX_LENGTH / 4 : Long.BYTES * (1 + i);
            long position = offer(left, i, length);
            while (position < 0)
            {
                right.poll(this::onRecord, LIMIT);
                Thread.yield();
                position = offer(left, i, length);
            }
            assertTrue(position > (0 == i ? 0 : expected.get(i - 1)), () -> "behind all others: " + expected);
            expected.add(position);
        }
        awaitRecords(right, expected.size());
        assertEquals(expected, positions);
    }

    @Test
    void shouldSendTheWholeHeader()
    {
        header.putLong(0, 3);
        header.putLong(8, word(3, 8));
        header.putLong(16, word(3, 16));
        while (Trunk.REFUSED == left.offer(header, 24, null, 0, 0))
        {
            Thread.yield();
        }
        awaitRecords(right, 1);
        assertEquals(List.of(24), lengths);
    }

    @Test
    void shouldChangeNothingWhenItRefuses()
    {
        offerAndPoll(left, right, 0, 8);
        awaitRecords(right, 1);
        long accepted = 1;
        while (Trunk.REFUSED != offer(left, accepted, 64 * 1024))
        {
            accepted++;
        }
        assertEquals(Trunk.REFUSED, offer(left, accepted, 64 * 1024));
        awaitRecords(right, (int)accepted);
        offerAndPoll(left, right, accepted, 8);
        awaitRecords(right, (int)accepted + 1);
        for (int i = 0; i <= accepted; i++)
        {
            assertEquals(i, numbers.get(i));
        }
        assertEquals(8, lengths.get((int)accepted));
    }

    @Test
    void shouldTakeRecordsOfSeveralThreads() throws Exception
    {
        final int records = 2000;
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++)
        {
            final int sender = i;
            threads[i] = new Thread(() -> offerAll(sender, records));
            threads[i].setUncaughtExceptionHandler((thread, ex) -> failure.compareAndSet(null, ex));
            threads[i].start();
        }
        while (numbers.size() < THREADS * records && null == failure.get())
        {
            right.poll(this::onRecord, LIMIT);
            Thread.yield();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        assertNull(failure.get());
        final long[] next = new long[THREADS];
        for (final long number : numbers)
        {
            assertEquals(next[(int)(number % THREADS)]++, number / THREADS);
        }
        assertTrue(Arrays.stream(next).allMatch(count -> records == count));
    }

    private void offerAll(final int sender, final int records)
    {
        final OffHeapBuffer own = OffHeapBuffer.allocate(8192);
        for (int i = 0; i < records; i++)
        {
            final long number = (long)i * THREADS + sender;
            final int length = 0 == i % 50 ? 8000 : 8 + 8 * (i % 9);
            own.putLong(0, number);
            for (int index = Long.BYTES; index < length; index += Long.BYTES)
            {
                own.putLong(index, word(number, index));
            }
            while (Trunk.REFUSED == left.offer(own, Long.BYTES, own, Long.BYTES, length - Long.BYTES))
            {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldHandOutNoMoreThanAsked()
    {
        for (int i = 0; i < 10; i++)
        {
            offerAndPoll(left, right, i, 8);
        }
        numbers.clear();
        awaitRecords(right, 1);
        while (numbers.size() < 9)
        {
            final int before = numbers.size();
            right.poll(this::onRecord, 2);
            assertTrue(numbers.size() - before <= 2);
        }
    }

    @Test
    void shouldThrowWhatTheHandlerThrowsAndTakeTheRecordAsHandedOut()
    {
        for (int i = 0; i < 3; i++)
        {
            while (Trunk.REFUSED == offer(left, i, 16))
            {
                Thread.yield();
            }
        }
        final IllegalStateException expected = new IllegalStateException("handler");
        final IllegalStateException ex = assertThrows(IllegalStateException.class, () ->
        {
            while (true)
            {
                right.poll(
                    (buffer, offset, length, position) ->
                    {
                        onRecord(buffer, offset, length, position);
                        throw expected;
                    },
                    LIMIT);
            }
        });
        assertSame(expected, ex);
        assertEquals(List.of(0L), numbers);
        awaitRecords(right, 3);
        assertEquals(List.of(0L, 1L, 2L), numbers);
    }

    @Test
    void shouldDeliverWhatWasOfferedBeforeItWasClosed()
    {
        offerAndPoll(left, right, 0, 8);
        awaitRecords(right, 1);
        for (int i = 1; i < 20; i++)
        {
            offerAndPoll(left, right, i, 1024);
        }
        left.close();
        awaitRecords(right, 20);
        assertEquals(1024, lengths.get(19));
    }

    @Test
    void shouldBeClosedAsOftenAsOneLikes()
    {
        offerAndPoll(left, right, 0, 8);
        awaitRecords(right, 1);
        left.close();
        left.close();
        right.close();
        right.close();
        assertEquals(List.of(0L), numbers);
    }
}
