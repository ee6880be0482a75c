/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A pool of objects of many threads. A thread mostly gets back the object that it has given.
 *
 * @param <T> type of the objects.
 */
final class Slots<T> implements Spares<T>
{
    private static final int SIZE = 64;
    private static final int TRIES = 8;

    /**
     * Distance of the places of a table that threads write to: each is on a line of its own, so that no thread takes
     * away the line of another one.
     */
    static final int STRIDE = 16;

    private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(STRIDE * SIZE);

    /**
     * Returns the index at which a thread begins its search in a table.
     *
     * @param size size of the table, a power of two.
     */
    static int place(final Thread thread, final int size)
    {
        // Fibonacci hashing: thread ids are consecutive.
        return (int)(thread.getId() * 0x9E3779B97F4A7C15L >>> 40) & size - 1;
    }

    @Override
    public T take()
    {
        // Mostly the first one, in a few instructions.
        final int first = place(Thread.currentThread(), SIZE);
        T object = take(first);
        for (int i = 1; null == object && i < TRIES; i++)
        {
            object = take(first + i & SIZE - 1);
        }
        return object;
    }

    private T take(final int number)
    {
        final T object = slots.getPlain(STRIDE * number);
        // Acquire: the state of the object. Partner: give().
        return null != object && slots.compareAndSet(STRIDE * number, object, null) ? object : null;
    }

    @Override
    public void give(final T object)
    {
        final int first = place(Thread.currentThread(), SIZE);
        boolean isGiven = give(first, object);
        for (int i = 1; !isGiven && i < TRIES; i++)
        {
            isGiven = give(first + i & SIZE - 1, object);
        }
    }

    private boolean give(final int number, final T object)
    {
        // Release: the state of the object. Partner: take().
        return null == slots.getPlain(STRIDE * number) && slots.compareAndSet(STRIDE * number, null, object);
    }
}
