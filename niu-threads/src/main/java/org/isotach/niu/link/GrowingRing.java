/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Supplier;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;

/**
 * A single-producer ring of preallocated, reusable entries. It begins small and doubles when it is full, up to a limit.
 * So its memory follows the largest number of entries in use at one time, and it stops allocating once that is reached.
 * <p>
 * Sequences begin with 0. One thread claims and publishes, one frees; others may read. A reader keeps its segment, and
 * {@link #published} and {@link #freed}, in fields of its own: the producer keeps writing to the fields of this object.
 *
 * <h2>Implementation</h2>
 * Entries never move. The producer of a full ring continues in another segment, twice as large. Readers continue there,
 * too, after the last entry of the previous segment, which becomes garbage when nobody reads it any more.
 *
 * @param <E> type of the entries.
 */
public final class GrowingRing<E> extends Padded
{
    /**
     * Entries that lie in one piece of memory.
     *
     * @param <E> type of the entries.
     */
    public static final class Segment<E>
    {
        // Unused references on both sides, on the cache lines where other objects begin and end.
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
         * Returns whether an entry is in a later segment.
         *
         * @param sequence of an entry that was published: the last one of this segment that was read, or the one after
         *                 it.
         */
        public boolean isBefore(final long sequence)
        {
            // A thread that has seen the first entry of the next segment has acquired this with it. Before that its
            // presence does not matter: the start of the next segment is final.
            final Segment<E> following = next;
            return null != following && sequence >= following.first;
        }

        public Segment<E> next()
        {
            return next;
        }

        @SuppressWarnings("unchecked")
        public E get(final long sequence)
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
    private final Sequence published = new Sequence();
    private final Sequence freed = new Sequence();

    // For the producer: the sequence to claim next, and the last one that is known to have an entry.
    private long next;
    private long claimable;
    private Segment<E> last;

    /**
     * @param initialSize initial number of entries, unless maxSize is less, a power of two.
     * @param maxSize     largest number of entries, a power of two.
     * @param factory     creates entries.
     */
    public GrowingRing(final int initialSize, final int maxSize, final Supplier<E> factory)
    {
        this.maxSize = maxSize;
        this.factory = factory;
        last = new Segment<>(0, Math.min(initialSize, maxSize), factory);
        claimable = size() - 1;
    }

    /**
     * Returns the segment where a reader begins, if it asks before the first entry is claimed.
     */
    public Segment<E> first()
    {
        return last;
    }

    /**
     * For the producer: returns the present number of entries.
     */
    public int size()
    {
        return last.size();
    }

    /**
     * For the producer: returns whether the next entry is there, without looking for room. If so, it may publish the
     * entry without filling it in, if the reader knows that it is not to be read.
     */
    public boolean hasRoom()
    {
        return next <= claimable || tryMakeRoom();
    }

    /**
     * For the producer: returns the next entry, to be filled in; it is the same until {@link #publish()}.
     *
     * @return the entry, null if the largest number of entries is in use.
     */
    public E tryClaim()
    {
        return hasRoom() ? last.get(next) : null;
    }

    /**
     * For the producer: publishes the claimed entry.
     *
     * @return its sequence.
     */
    public long publish()
    {
        // Release: the entry, and the segment if it is the first one there. Partner: those who read published().
        published.set(next);
        return next++;
    }

    /**
     * Returns the sequence of the last entry, -1 if there is none.
     */
    public Sequence published()
    {
        return published;
    }

    /**
     * Returns the sequence up to which entries have been read, and may be used again, -1 if there is none. The thread
     * that frees entries sets it.
     */
    public Sequence freed()
    {
        return freed;
    }

    private boolean tryMakeRoom()
    {
        // Acquire: the entries have been read. Partner: those who set freed().
        claimable = Math.max(freed.get(), last.first - 1) + size();
        if (next > claimable && size() < maxSize)
        {
            final Segment<E> following = new Segment<>(next, 2 * size(), factory);
            last.next = following;
            last = following;
            claimable = next - 1 + size();
        }
        return next <= claimable;
    }

    @Override
    public String toString()
    {
        return "GrowingRing{size=" + size() + ", published=" + published + ", freed=" + freed + '}';
    }
}
