/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import org.isotach.memory.Padded;

/**
 * Objects that threads need for a moment, and that stay in the table meanwhile, so that others can look at them all. A
 * thread mostly gets the same again, with one atomic operation. All methods are threadsafe and never wait.
 *
 * @param <T> type of the objects.
 */
final class ThreadTable<T extends ThreadTable.Entry>
{
    private static final int SIZE = 64;
    private static final int TRIES = 8;

    private final AtomicReferenceArray<T> entries = new AtomicReferenceArray<>(SIZE);

    /**
     * Belongs to one thread between {@link #enter} and {@link #exit}; a new one belongs to whoever has made it.
     */
    abstract static class Entry extends Padded
    {
        private static final VarHandle IS_TAKEN;

        static
        {
            try
            {
                IS_TAKEN = MethodHandles.lookup().findVarHandle(Entry.class, "isTaken", boolean.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        private boolean isTaken = true;

        private boolean tryEnter()
        {
            // Acquire: the state of the object. Partner: exit().
            return !isTaken && IS_TAKEN.compareAndSet(this, false, true);
        }

        final void exit()
        {
            // Release: the state of the object. Partners: tryEnter(), sum().
            IS_TAKEN.setRelease(this, false);
        }
    }

    /**
     * Returns an object that nobody has.
     *
     * @param maker makes one; null if none is to be made.
     * @return the object; null if none was found, and none was made that would have a place in the table.
     */
    T enter(final Supplier<T> maker)
    {
        final int first = Slots.place(Thread.currentThread(), SIZE);
        for (int i = 0; i < TRIES; i++)
        {
            final int place = first + i & SIZE - 1;
            // Acquire: the object. Partner: below.
            final T entry = entries.getAcquire(place);
            if (null != entry)
            {
                if (((Entry)entry).tryEnter())
                {
                    return entry;
                }
            }
            else if (null != maker)
            {
                final T made = maker.get();
                // Release: the object, which is taken. Partners: above, sum().
                if (entries.compareAndSet(place, null, made))
                {
                    return made;
                }
            }
        }
        return null;
    }

    /**
     * Adds up what all objects have, as it was when they were given back last, or is since then.
     */
    long sum(final ToLongFunction<T> count)
    {
        long sum = 0;
        for (int place = 0; place < SIZE; place++)
        {
            // Acquire: the object. Partner: enter().
            final T entry = entries.getAcquire(place);
            if (null != entry)
            {
                // Acquire: its state. Partner: exit().
                Entry.IS_TAKEN.getAcquire((Entry)entry);
                sum += count.applyAsLong(entry);
            }
        }
        return sum;
    }
}
