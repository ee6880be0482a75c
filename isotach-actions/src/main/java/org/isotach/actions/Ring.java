/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pool of objects that mostly come back in the order in which they were taken, and mostly with the same lock held.
 *
 * @param <T> type of the objects.
 */
final class Ring<T> implements Spares<T>
{
    private final AtomicReferenceArray<T> places;

    // Where the next object is taken, and given. Threads without the lock may make them wrong: then an object is made
    // though one is there, or dropped though there is room.
    private int taken;
    private int given;

    /**
     * @param size the largest number of objects; rounded up to a power of two.
     */
    Ring(final int size)
    {
        places = new AtomicReferenceArray<>(Integer.highestOneBit(2 * size - 1));
    }

    @Override
    public T take()
    {
        final int index = taken;
        // Acquire: the state of the object. Partner: give().
        final T object = places.getAndSet(index & places.length() - 1, null);
        if (null != object)
        {
            taken = index + 1;
        }
        return object;
    }

    @Override
    public void give(final T object)
    {
        final int index = given;
        // Release: the state of the object. Partner: take().
        if (places.compareAndSet(index & places.length() - 1, null, object))
        {
            given = index + 1;
        }
    }
}
