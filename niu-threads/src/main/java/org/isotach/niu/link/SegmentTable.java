/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.memory.OffHeapBuffer;

/**
 * The segments of memory that others may reach. A copy is checked before memory is touched: the segment has to be there
 * still, its rights must allow the copy, and the copy must lie inside. One that is refused fails alone. Threadsafe; no
 * copy waits for another one.
 * <pre>
 *   key:     generation of the place, 32 bits | place, 32 bits
 *   state:   generation, 32 bits | open, 1 bit | number of copies under way, 31 bits
 * </pre>
 */
public final class SegmentTable
{
    /**
     * Largest number of places.
     */
    public static final int MAX_SEGMENTS = 1 << 16;

    private static final long OPEN = 1L << 31;
    private static final long COPIES = OPEN - 1;

    private final AtomicLongArray states;
    private final Segment[] segments;

    /**
     * @param size largest number of open segments, 1..{@value #MAX_SEGMENTS}.
     */
    public SegmentTable(final int size)
    {
        if (size < 1 || size > MAX_SEGMENTS)
        {
            throw new IllegalArgumentException("size: " + size + " (expected: 1.." + MAX_SEGMENTS + ')');
        }
        states = new AtomicLongArray(size);
        segments = new Segment[size];
        for (int place = 0; place < size; place++)
        {
            // No segment has the key 0.
            states.setPlain(place, 1L << Integer.SIZE);
        }
    }

    /**
     * Lets others reach a part of some memory.
     *
     * @param buffer the memory.
     * @param base   index in bytes of the first byte.
     * @param length in bytes.
     * @param access what they may do.
     * @return the segment; null if the table is full.
     * @throws IndexOutOfBoundsException if the part is not inside the memory.
     */
    public synchronized Segment tryOpen(
        final OffHeapBuffer buffer, final int base, final int length, final Access access)
    {
        Objects.checkFromIndexSize(base, length, buffer.capacity());
        Objects.requireNonNull(access, "access");
        for (int place = 0; place < segments.length; place++)
        {
            final long state = states.get(place);
            if (0 == (state & (OPEN | COPIES)))
            {
                final long key = generation(state) << Integer.SIZE | place;
                segments[place] = new Segment(this::close, buffer, base, length, access, key);
                // Release: the segment. Partner: tryEnter().
                states.setRelease(place, state | OPEN);
                return segments[place];
            }
        }
        return null;
    }

    /**
     * Copies bytes into a segment.
     *
     * @param key    of the segment.
     * @param to     index in bytes in the segment.
     * @param source memory of the caller.
     * @param from   index in bytes in that.
     * @param length in bytes.
     * @return what has become of it.
     * @throws IndexOutOfBoundsException if the bytes are not inside the memory of the caller.
     */
    public CopyResult copyIn(
        final long key, final int to, final OffHeapBuffer source, final int from, final int length)
    {
        return copyIn(key, to, source, from, length, length);
    }

    /**
     * Does the same with the first bytes of a copy that is made in pieces: nothing is copied if the whole is refused.
     *
     * @param whole number of bytes of this piece and of those behind it.
     */
    public CopyResult copyIn(
        final long key,
        final int to,
        final OffHeapBuffer source,
        final int from,
        final int length,
        final int whole)
    {
        Objects.checkFromIndexSize(from, length, source.capacity());
        if (!tryEnter(key))
        {
            return CopyResult.CLOSED;
        }
        try
        {
            final Segment segment = segments[place(key)];
            final CopyResult result = check(segment, Access.WRITE, to, whole);
            if (CopyResult.DONE == result)
            {
                source.copyTo(from, segment.buffer(), segment.base() + to, length);
            }
            return result;
        }
        finally
        {
            leave(key);
        }
    }

    /**
     * Copies bytes out of a segment.
     *
     * @param key    of the segment.
     * @param from   index in bytes in the segment.
     * @param target memory of the caller.
     * @param to     index in bytes in that.
     * @param length in bytes.
     * @return what has become of it.
     * @throws IndexOutOfBoundsException if the bytes are not inside the memory of the caller.
     */
    public CopyResult copyOut(
        final long key, final int from, final OffHeapBuffer target, final int to, final int length)
    {
        return copyOut(key, from, target, to, length, length);
    }

    /**
     * Does the same with the first bytes of a copy that is made in pieces: nothing is copied if the whole is refused.
     *
     * @param whole number of bytes of this piece and of those behind it.
     */
    public CopyResult copyOut(
        final long key,
        final int from,
        final OffHeapBuffer target,
        final int to,
        final int length,
        final int whole)
    {
        Objects.checkFromIndexSize(to, length, target.capacity());
        if (!tryEnter(key))
        {
            return CopyResult.CLOSED;
        }
        try
        {
            final Segment segment = segments[place(key)];
            final CopyResult result = check(segment, Access.READ, from, whole);
            if (CopyResult.DONE == result)
            {
                segment.buffer().copyTo(segment.base() + from, target, to, length);
            }
            return result;
        }
        finally
        {
            leave(key);
        }
    }

    private static CopyResult check(final Segment segment, final Access access, final int index, final int length)
    {
        if (!segment.access().allows(access))
        {
            return CopyResult.NOT_ALLOWED;
        }
        return index < 0 || index > segment.length() - length ? CopyResult.OUT_OF_RANGE : CopyResult.DONE;
    }

    /**
     * Begins a copy, unless the segment of the key is not open.
     */
    private boolean tryEnter(final long key)
    {
        final int place = place(key);
        if (place < 0 || place >= segments.length)
        {
            return false;
        }
        long state = states.get(place);
        while (generation(key) == generation(state) && 0 != (state & OPEN))
        {
            // Acquire: the segment. Partner: tryOpen().
            final long seen = states.compareAndExchange(place, state, state + 1);
            if (seen == state)
            {
                return true;
            }
            state = seen;
        }
        return false;
    }

    private void leave(final long key)
    {
        // Release: the copy is made. Partner: close().
        states.decrementAndGet(place(key));
    }

    private void close(final long key)
    {
        final int place = place(key);
        long state = states.get(place);
        while (generation(key) == generation(state) && 0 != (state & OPEN))
        {
            // The next segment of the place has another generation; copies of this one only count down.
            final long closed = (state & ~OPEN) + (1L << Integer.SIZE);
            final long seen = states.compareAndExchange(place, state, closed);
            state = seen == state ? closed : seen;
        }
        // Acquire: the copies are made. Partner: leave(). A place is not used again before that.
        while (generation(key) + 1 == generation(state) && 0 != (state & COPIES) && 0 == (state & OPEN))
        {
            Thread.yield();
            state = states.get(place);
        }
        forget(key);
    }

    /**
     * Keeps the memory of a segment that was closed no longer, unless its place has the next one already.
     */
    private synchronized void forget(final long key)
    {
        final int place = place(key);
        final Segment segment = segments[place];
        // Nobody opens the place meanwhile, and nobody else reads it: the copies are made.
        if (null != segment && key == segment.key())
        {
            segments[place] = null;
        }
    }

    private static int place(final long key)
    {
        return (int)key;
    }

    private static long generation(final long keyOrState)
    {
        return keyOrState >>> Integer.SIZE;
    }

    @Override
    public String toString()
    {
        return "SegmentTable{size=" + segments.length + '}';
    }
}
