/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

import org.isotach.memory.Padded;

/**
 * What threads need while they read: room for values, and a {@link Snapshot}. A thread mostly gets the same again, with
 * one atomic operation. All methods are threadsafe and never wait.
 */
final class Readings
{
    private static final int SIZE = 64;
    private static final int TRIES = 8;

    private final AtomicReferenceArray<Reading> readings = new AtomicReferenceArray<>(SIZE);

    // Of readings that are not in the table, because there were too many at the same time.
    private final LongAdder otherHits = new LongAdder();
    private final LongAdder otherMisses = new LongAdder();

    /**
     * Belongs to one thread between {@link #enter} and {@link #exit}.
     */
    static final class Reading extends Padded
    {
        private static final VarHandle IS_TAKEN;

        static
        {
            try
            {
                IS_TAKEN = MethodHandles.lookup().findVarHandle(Reading.class, "isTaken", boolean.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        final Snapshot snapshot = new Snapshot();
        final int[] address = new int[1];
        private final boolean isInTable;
        private boolean isTaken = true;
        private long[] values = { 0 };
        private long hits;
        private long misses;

        Reading(final boolean isInTable)
        {
            this.isInTable = isInTable;
        }

        /**
         * @param count number of values.
         * @return room for the values.
         */
        long[] values(final int count)
        {
            if (values.length < count)
            {
                values = new long[count];
            }
            return values;
        }

        /**
         * Counts a read.
         *
         * @param isHit did it need no isochron?
         * @return isHit.
         */
        boolean count(final boolean isHit)
        {
            if (isHit)
            {
                hits++;
            }
            else
            {
                misses++;
            }
            return isHit;
        }

        private boolean tryTake()
        {
            // Acquire: the state of the object. Partner: give().
            return !isTaken && IS_TAKEN.compareAndSet(this, false, true);
        }

        private void give()
        {
            // Release: the state of the object. Partner: tryTake().
            IS_TAKEN.setRelease(this, false);
        }
    }

    Reading enter()
    {
        final int first = Slots.place(Thread.currentThread(), SIZE);
        for (int i = 0; i < TRIES; i++)
        {
            final int place = first + i & SIZE - 1;
            // Acquire: the object. Partner: below.
            final Reading reading = readings.getAcquire(place);
            if (null == reading)
            {
                final Reading made = new Reading(true);
                // Release: the object, which is taken. Partner: above.
                if (readings.compareAndSet(place, null, made))
                {
                    return made;
                }
            }
            else if (reading.tryTake())
            {
                return reading;
            }
        }
        return new Reading(false);
    }

    void exit(final Reading reading)
    {
        if (reading.isInTable)
        {
            reading.give();
        }
        else
        {
            otherHits.add(reading.hits);
            otherMisses.add(reading.misses);
        }
    }

    /**
     * Number of reads that needed no isochron.
     */
    long hits()
    {
        long sum = otherHits.sum();
        for (int place = 0; place < SIZE; place++)
        {
            final Reading reading = readings.getAcquire(place);
            sum += null == reading ? 0 : reading.hits;
        }
        return sum;
    }

    /**
     * Number of reads that took an isochron.
     */
    long misses()
    {
        long sum = otherMisses.sum();
        for (int place = 0; place < SIZE; place++)
        {
            final Reading reading = readings.getAcquire(place);
            sum += null == reading ? 0 : reading.misses;
        }
        return sum;
    }

    @Override
    public String toString()
    {
        return "Readings{hits=" + hits() + ", misses=" + misses() + '}';
    }
}
