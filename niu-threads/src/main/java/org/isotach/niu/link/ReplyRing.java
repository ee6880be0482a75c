/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import com.lmax.disruptor.Sequence;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * A single-producer ring of results in which each result shows its own presence. It owns the rule that the word of an
 * entry says whether its result is there (docs/protocol.md, section 9). So a result is one cache line that moves from
 * thread to thread, not an entry and a cursor. The ring begins small and doubles when it is full, up to a limit.
 * <pre>
 *            bit 0          32           36            63        64
 *   entry    | place       | family     | sequence    | 1       | value       |
 * </pre>
 * The lowest bits of a sequence are in the word. An entry holds the result of a whole ring before, or 0, until the word
 * says that it holds its next result. One thread puts, one takes.
 *
 * <h2>Implementation</h2>
 * Entries never move. The producer of a full ring continues in another segment, twice as large. The consumer continues
 * there, too, when the next entry is not where it would be; the previous segment is garbage then.
 */
final class ReplyRing extends Padded
{
    private static final int ENTRY_LENGTH = 2 * Long.BYTES;
    private static final int VALUE_OFFSET = Long.BYTES;
    private static final int FAMILY_SHIFT = Integer.SIZE;
    private static final int FAMILY_MASK = 15;
    private static final int SEQUENCE_SHIFT = FAMILY_SHIFT + Integer.bitCount(FAMILY_MASK);
    private static final long SEQUENCE_MASK = (1L << Long.SIZE - 1 - SEQUENCE_SHIFT) - 1;

    /**
     * Entries that lie in one piece of memory.
     */
    private static final class Segment
    {
        private final long first;
        private final int mask;
        private final OffHeapBuffer entries;

        // Written once, after the last entry here and before the first one there.
        private volatile Segment next;

        Segment(final long first, final int size)
        {
            this.first = first;
            mask = size - 1;
            entries = OffHeapBuffer.allocate((long)size * ENTRY_LENGTH);
        }

        int offset(final long sequence)
        {
            return ((int)sequence & mask) * ENTRY_LENGTH;
        }
    }

    private final int maxSize;

    // The last sequences. Put is for threads that ask from outside: the consumer looks at the entries.
    private final Sequence put = new Sequence();
    private final Sequence taken = new Sequence();
    private final Producer producer;
    private final Consumer consumer;

    /**
     * @param initialSize initial number of entries, unless maxSize is less, a power of two.
     * @param maxSize     largest number of entries, a power of two: there is always room for this many.
     */
    ReplyRing(final int initialSize, final int maxSize)
    {
        this(initialSize, maxSize, 0);
    }

    /**
     * Creates a ring whose first result has a given sequence.
     *
     * @param first sequence of the first result.
     */
    ReplyRing(final int initialSize, final int maxSize, final long first)
    {
        this.maxSize = maxSize;
        put.set(first - 1);
        taken.set(first - 1);
        final Segment segment = new Segment(first, Math.min(initialSize, maxSize));
        producer = new Producer(segment);
        consumer = new Consumer(segment);
    }

    /**
     * For the producer: puts a result.
     *
     * @param family of the model that gets it, 0..15.
     * @return false if the largest number of results has not been taken.
     */
    boolean tryPut(final int family, final int place, final long value)
    {
        return producer.tryPut(family, place, value);
    }

    /**
     * For the consumer: moves to the next result.
     *
     * @return false if it is not there.
     */
    boolean tryNext()
    {
        return consumer.tryNext();
    }

    /**
     * For the consumer: returns the family of the current result.
     */
    int family()
    {
        return (int)(consumer.word >>> FAMILY_SHIFT) & FAMILY_MASK;
    }

    /**
     * For the consumer: returns the place of the current result.
     */
    int place()
    {
        return (int)consumer.word;
    }

    /**
     * For the consumer: returns the current result.
     */
    long value()
    {
        return consumer.value;
    }

    /**
     * For the consumer: releases the current result.
     */
    void take()
    {
        // Release: the entry has been read. Partner: Producer.tryMakeRoom().
        taken.set(consumer.next++);
    }

    /**
     * Returns the number of results that have not been taken. Any thread may call it.
     */
    long size()
    {
        // First what was taken: it may grow meanwhile.
        final long before = taken.get();
        return Math.max(0, put.get() - before);
    }

    /**
     * Returns the largest number of entries.
     */
    int maxSize()
    {
        return maxSize;
    }

    /**
     * Returns the bits in the word of an entry that say that its result is there: never 0, and different from those a
     * ring before.
     */
    private static long sequenceBits(final long sequence)
    {
        return sequence & SEQUENCE_MASK | SEQUENCE_MASK + 1;
    }

    /**
     * State of the producer.
     */
    private final class Producer extends Padded
    {
        // The sequence to put next, and the last one that is known to have an entry.
        private long next;
        private long claimable;
        private Segment segment;

        Producer(final Segment segment)
        {
            this.segment = segment;
            next = segment.first;
            claimable = next + segment.mask;
        }

        boolean tryPut(final int family, final int place, final long value)
        {
            if (next > claimable && !tryMakeRoom())
            {
                return false;
            }
            final OffHeapBuffer entries = segment.entries;
            final int offset = segment.offset(next);
            // First, so that no more is ever taken than was put. Partner: size().
            put.set(next);
            entries.putLong(offset + VALUE_OFFSET, value);
            // Release: the value. Partner: Consumer.tryNext().
            entries.putLongRelease(offset,
                sequenceBits(next) << SEQUENCE_SHIFT | (long)family << FAMILY_SHIFT | place & 0xFFFF_FFFFL);
            next++;
            return true;
        }

        private boolean tryMakeRoom()
        {
            final int size = segment.mask + 1;
            // Acquire: the entries have been read. Partner: take().
            claimable = Math.max(taken.get(), segment.first - 1) + size;
            if (next > claimable && size < maxSize)
            {
                final Segment following = new Segment(next, 2 * size);
                // Volatile: all that was put before, and the segment. Partner: Consumer.tryNext().
                segment.next = following;
                segment = following;
                claimable = next + following.mask;
            }
            return next <= claimable;
        }
    }

    /**
     * State of the consumer.
     */
    private final class Consumer extends Padded
    {
        private long next;
        private Segment segment;
        private long word;
        private long value;

        Consumer(final Segment segment)
        {
            this.segment = segment;
            next = segment.first;
        }

        boolean tryNext()
        {
            if (!isThere() && !isThereBehind())
            {
                return false;
            }
            value = segment.entries.getLong(segment.offset(next) + VALUE_OFFSET);
            return true;
        }

        private boolean isThere()
        {
            // Acquire, and more: the value. Partner: Producer.tryPut().
            word = segment.entries.getLongVolatile(segment.offset(next));
            return sequenceBits(next) == word >>> SEQUENCE_SHIFT;
        }

        /**
         * The result may be the first one of the next segment. Or it came meanwhile: a thread that sees a segment sees
         * everything that was put before the segment was created.
         */
        private boolean isThereBehind()
        {
            // Volatile. Partner: Producer.tryMakeRoom().
            final Segment following = segment.next;
            if (null == following)
            {
                return false;
            }
            if (next >= following.first)
            {
                segment = following;
            }
            return isThere();
        }
    }

    @Override
    public String toString()
    {
        return "ReplyRing{put=" + put + ", taken=" + taken + '}';
    }
}
