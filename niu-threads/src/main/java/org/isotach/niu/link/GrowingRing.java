/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Supplier;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;

/**
 * A single-producer ring of entries that are made in advance and used again. It begins small and doubles when it is
 * full, up to a limit. So it takes as much memory as there has been under way at one time, and nothing is allocated
 * once there has been the most.
 * <p>
 * Sequences begin with 0. One thread claims and publishes, one frees; others may read. Who reads keeps the segment that
 * it has come to, and {@link #published} and {@link #freed}: what is here is written by the producer all the time.
 *
 * <h2>Implementation</h2>
 * No entry moves. The producer of a full ring goes on in another segment, twice as large. Whoever reads goes on there,
 * too, behind the last entry of the segment before; that is garbage when nobody reads it any more.
 *
 * @param <E> what an entry is.
 */
public final class GrowingRing<E> extends Padded
{
    /**
     * Entries that lie in one piece of memory.
     *
     * @param <E> what an entry is.
     */
    public static final class Segment<E>
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
         * Is an entry in the next segment?
         *
         * @param sequence of an entry that was published: the last one of this segment that was read, or the one
         *                 behind it.
         */
        public boolean isBefore(final long sequence)
        {
            // Who has seen the first entry of the next segment has acquired this with it. Before that it does not
            // matter whether it is there: where the next segment begins is final.
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

    // For the producer: the sequence that is claimed next, and the last one that it is known to have an entry for.
    private long next;
    private long claimable;
    private Segment<E> last;

    /**
     * @param initialSize entries in the beginning, if there may be as many, a power of two.
     * @param maxSize     entries that there may be, a power of two.
     * @param factory     of entries.
     */
    public GrowingRing(final int initialSize, final int maxSize, final Supplier<E> factory)
    {
        this.maxSize = maxSize;
        this.factory = factory;
        last = new Segment<>(0, Math.min(initialSize, maxSize), factory);
        claimable = size() - 1;
    }

    /**
     * Where everybody begins to read, who asks before the first entry is claimed.
     */
    public Segment<E> first()
    {
        return last;
    }

    /**
     * For the producer: entries that there are at present.
     */
    public int size()
    {
        return last.size();
    }

    /**
     * For the producer: the next entry, to be filled in; it is the same until {@link #publish()}.
     *
     * @return null if as many are under way as there may be.
     */
    public E tryClaim()
    {
        return next <= claimable || tryMakeRoom() ? last.get(next) : null;
    }

    /**
     * For the producer: publishes the entry that was claimed.
     */
    public void publish()
    {
        // Release: the entry, and the segment if it is the first one there. Partner: those who read published().
        published.set(next++);
    }

    /**
     * Sequence of the last entry, -1 if there is none.
     */
    public Sequence published()
    {
        return published;
    }

    /**
     * Sequence up to which entries have been read, and may be used again, -1 if there is none. Set by who frees them.
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
