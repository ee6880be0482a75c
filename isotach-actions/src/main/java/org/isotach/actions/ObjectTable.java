/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A table of objects, each with a handle, which finds it. It owns the rule that a handle finds its own object or
 * nothing: a place that is used again has another handle. Adding and removing allocates nothing, unless the table has
 * to grow, and mostly writes words that no other thread writes. All methods are threadsafe.
 */
class ObjectTable
{
    /**
     * Never a handle.
     */
    static final long NONE = References.NULL;

    // A handle is the number of its place, plus one, and how often the place has been used, in the upper half.
    private static final long NEXT_USE = 1L << Integer.SIZE;
    private static final int CHUNK_SHIFT = 8;
    private static final int CHUNK_SIZE = 1 << CHUNK_SHIFT;

    // Number of places that a thread gets, and returns, at a time.
    private static final int BLOCK = 32;
    private static final int MAX_FREE = 2 * BLOCK;

    private static final VarHandle HANDLES = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

    private final ThreadTable<FreePlaces> ofThreads = new ThreadTable<>();

    // Written by threads inside a synchronized method.
    private volatile Chunk[] chunks = {};

    // Free places that no thread has. Has room for all places that there are, so returning one allocates nothing.
    private int[] free = {};
    private int freeCount;
    private int placeCount;

    // Places that are not used again, as they have no handle left that they did not have before.
    private int usedUp;

    /**
     * Places, their objects, and the handle that each object has, or the next one will have.
     */
    private static final class Chunk
    {
        private final Object[] objects = new Object[CHUNK_SIZE];
        private final long[] handles = new long[CHUNK_SIZE];

        Chunk(final int firstPlace)
        {
            for (int i = 0; i < CHUNK_SIZE; i++)
            {
                handles[i] = firstPlace + i + 1L;
            }
        }
    }

    /**
     * Free places of the thread that has this.
     */
    private static final class FreePlaces extends ThreadTable.Entry
    {
        private final int[] places = new int[MAX_FREE];
        private int count;
    }

    /**
     * Adds an object.
     *
     * @param object not null.
     * @return its handle. Whoever gets the handle from this thread, by a release or more, finds the object.
     */
    final long add(final Object object)
    {
        final int place = takePlace();
        final Chunk chunk = chunks[place >>> CHUNK_SHIFT];
        final int index = place & CHUNK_SIZE - 1;
        // Release: threads with an earlier handle of the place may read it. They see that the handle is another one, as
        // this thread has seen when it got the place. Partner: the fence of get().
        OBJECTS.setRelease(chunk.objects, index, object);
        return (long)HANDLES.getOpaque(chunk.handles, index);
    }

    /**
     * Finds an object.
     *
     * @param handle from {@link #add}, or {@link #NONE}.
     * @return the object, null if it was removed.
     */
    final Object get(final long handle)
    {
        if (NONE == handle)
        {
            return null;
        }
        final int place = place(handle);
        final Chunk chunk = chunks[place >>> CHUNK_SHIFT];
        final int index = place & CHUNK_SIZE - 1;
        final Object object = OBJECTS.getOpaque(chunk.objects, index);
        // Who has read an object that has come later also reads a later handle. Partners: add(), remove().
        VarHandle.loadLoadFence();
        return handle == (long)HANDLES.getOpaque(chunk.handles, index) ? object : null;
    }

    /**
     * Removes an object; nothing happens if that has been done before.
     */
    final void remove(final long handle)
    {
        if (NONE == handle)
        {
            return;
        }
        final int place = place(handle);
        final Chunk chunk = chunks[place >>> CHUNK_SHIFT];
        final int index = place & CHUNK_SIZE - 1;
        final long next = nextUse(handle);
        final boolean isUsedUp = Long.compareUnsigned(next, handle) < 0;
        // Volatile: before the object goes, and another one comes. Partner: the fence of get().
        if (HANDLES.compareAndSet(chunk.handles, index, handle, isUsedUp ? NONE : next))
        {
            OBJECTS.setOpaque(chunk.objects, index, null);
            if (isUsedUp)
            {
                useUp();
            }
            else
            {
                givePlace(place);
            }
        }
    }

    /**
     * Returns the handle of the next object in the same place.
     */
    long nextUse(final long handle)
    {
        return handle + NEXT_USE;
    }

    /**
     * Returns the number of objects, if no thread adds or removes one meanwhile; it may be wrong by some otherwise.
     */
    final synchronized int size()
    {
        return Math.max(0, placeCount - freeCount - usedUp - (int)ofThreads.sum(some -> some.count));
    }

    /**
     * Returns the number of places, free or not.
     */
    final synchronized int places()
    {
        return placeCount;
    }

    private static int place(final long handle)
    {
        return (int)handle - 1;
    }

    private int takePlace()
    {
        final FreePlaces own = ofThreads.enter(FreePlaces::new);
        if (null == own)
        {
            return takeOne();
        }
        try
        {
            if (0 == own.count)
            {
                own.count = takeSome(own.places);
            }
            own.count--;
            return own.places[own.count];
        }
        finally
        {
            own.exit();
        }
    }

    private void givePlace(final int place)
    {
        final FreePlaces own = ofThreads.enter(null);
        if (null == own)
        {
            giveOne(place);
            return;
        }
        try
        {
            if (MAX_FREE == own.count)
            {
                giveSome(own.places);
                own.count = MAX_FREE - BLOCK;
            }
            own.places[own.count] = place;
            own.count++;
        }
        finally
        {
            own.exit();
        }
    }

    /**
     * @return number of places, at least one.
     */
    private synchronized int takeSome(final int[] into)
    {
        if (0 == freeCount)
        {
            grow();
        }
        final int count = Math.min(BLOCK, freeCount);
        freeCount -= count;
        System.arraycopy(free, freeCount, into, 0, count);
        return count;
    }

    private synchronized int takeOne()
    {
        if (0 == freeCount)
        {
            grow();
        }
        freeCount--;
        return free[freeCount];
    }

    /**
     * Takes the last block of free places from a thread.
     */
    private synchronized void giveSome(final int[] places)
    {
        System.arraycopy(places, MAX_FREE - BLOCK, free, freeCount, BLOCK);
        freeCount += BLOCK;
    }

    private synchronized void giveOne(final int place)
    {
        free[freeCount] = place;
        freeCount++;
    }

    private synchronized void useUp()
    {
        usedUp++;
    }

    private void grow()
    {
        // All memory before anything changes.
        final int[] larger = placeCount + BLOCK > free.length ? new int[2 * (placeCount + BLOCK)] : free;
        if (0 == placeCount % CHUNK_SIZE)
        {
            final int number = placeCount >>> CHUNK_SHIFT;
            final Chunk[] more = number < chunks.length ? chunks : Arrays.copyOf(chunks, 2 * number + 1);
            more[number] = new Chunk(placeCount);
            // Volatile: the chunk, before any handle of it is given. Partners: add(), get(), remove().
            chunks = more;
        }
        // None is free, so there is nothing to copy.
        free = larger;
        for (int i = 0; i < BLOCK; i++)
        {
            free[i] = placeCount + BLOCK - 1 - i;
        }
        freeCount = BLOCK;
        placeCount += BLOCK;
    }

    @Override
    public String toString()
    {
        return "ObjectTable{objects=" + size() + ", places=" + places() + '}';
    }
}
