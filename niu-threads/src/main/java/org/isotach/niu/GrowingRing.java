/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.Supplier;

import com.lmax.disruptor.Sequence;

import org.isotach.Padded;

/**
 * A single-producer ring of entries that are made in advance and used again. It begins small and doubles when it is
 * full, up to a limit. So it takes as much memory as there has been under way at one time, and nothing is allocated
 * once there has been the most.
 * <p>
 * Sequences begin with 0. One thread claims and publishes, one frees; others may read. Each of them keeps the segment
 * that it has come to.
 *
 * <h2>Implementation</h2>
 * No entry moves. The producer of a full ring goes on in another segment, twice as large. Whoever reads goes on there,
 * too, behind the last entry of the segment before; that is garbage when nobody reads it any more.
 *
 * @param <E> what an entry is.
 */
final class GrowingRing<E> extends Padded
{
    /**
     * Entries in the beginning, if there may be as many.
     */
    static final int INITIAL_SIZE = 64;

    /**
     * Entries that lie in one piece of memory.
     *
     * @param <E> what an entry is.
     */
    static final class Segment<E>
    {
        // References on both sides that are not used, on the cache lines where other objects begin and end.
        private static final int PADDING = 32;

        private final long first;
        private final int mask;
        private final Object[] entries;

        // Written once, before the first entry of the next segment is published.
        private Segment<E> next;

        Segment(final long first, final int size, final Supplier<E> factory)
        {
            this.first = first;
            mask = size - 1;
            entries = new Object[PADDING + size + PADDING];
            for (int i = 0; i < size; i++)
            {
                entries[PADDING + i] = factory.get();
            }
        }

        /**
         * The segment that an entry is in.
         *
         * @param sequence of an entry that was published: the last one of this segment that was read, or the one
         *                 behind it.
         */
        Segment<E> of(final long sequence)
        {
            // Who has seen the first entry of the next segment has acquired this with it. Before that it does not
            // matter whether it is there: where the next segment begins is final.
            final Segment<E> following = next;
            return null == following || sequence < following.first ? this : following;
        }

        @SuppressWarnings("unchecked")
        E get(final long sequence)
        {
            return (E)entries[PADDING + ((int)sequence & mask)];
        }

        int size()
        {
            return mask + 1;
        }
    }

    private final Supplier<E> factory;
    private final int maxSize;
    private final Segment<E> first;
    private final Sequence published = new Sequence();
    private final Sequence freed = new Sequence();

    // For the producer: the last sequence that it is known to have an entry for, on a cache line of its own.
    private final Sequence claimable;
    private Segment<E> last;

    /**
     * @param maxSize entries, a power of two.
     * @param factory of entries.
     */
    GrowingRing(final int maxSize, final Supplier<E> factory)
    {
        this.maxSize = maxSize;
        this.factory = factory;
        first = new Segment<>(0, Math.min(INITIAL_SIZE, maxSize), factory);
        last = first;
        claimable = new Sequence(first.size() - 1);
    }

    /**
     * Where everybody begins to read.
     */
    Segment<E> first()
    {
        return first;
    }

    /**
     * For the producer: entries that there are at present.
     */
    int size()
    {
        return last.size();
    }

    /**
     * For the producer: the next entry, to be filled in; it is the same until {@link #publish()}.
     *
     * @return null if as many are under way as there may be.
     */
    E tryClaim()
    {
        final long sequence = published.get() + 1;
        return sequence <= claimable.get() || tryMakeRoom(sequence) ? last.get(sequence) : null;
    }

    /**
     * For the producer: publishes the entry that was claimed.
     */
    void publish()
    {
        // Release: the entry, and the segment if it is the first one there. Partner: published().
        published.set(published.get() + 1);
    }

    /**
     * Sequence of the last entry, -1 if there is none.
     */
    long published()
    {
        // Acquire. Partner: publish().
        return published.get();
    }

    /**
     * The entries up to a sequence are used again.
     */
    void free(final long sequence)
    {
        // Release: the entries have been read. Partner: tryMakeRoom().
        freed.set(sequence);
    }

    /**
     * Sequence up to which entries are used again, -1 if there is none.
     */
    long freed()
    {
        return freed.get();
    }

    private boolean tryMakeRoom(final long sequence)
    {
        // Acquire: the entries have been read. Partner: free().
        long limit = Math.max(freed.get(), last.first - 1) + size();
        if (sequence > limit && size() < maxSize)
        {
            final Segment<E> following = new Segment<>(sequence, 2 * size(), factory);
            last.next = following;
            last = following;
            limit = sequence - 1 + size();
        }
        claimable.set(limit);
        return sequence <= limit;
    }

    @Override
    public String toString()
    {
        return "GrowingRing{size=" + size() + ", published=" + published + ", freed=" + freed + '}';
    }
}
