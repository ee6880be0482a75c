/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What threads need while they read: room for values, and a {@link Snapshot}. A thread mostly gets the same again, with
 * one atomic operation. All methods are threadsafe and never wait.
 */
final class Readings
{
    private static final Supplier<Reading> MAKER = () -> new Reading(true);

    private final ThreadTable<Reading> readings = new ThreadTable<>();

    // Of readings that are not in the table, because there were too many at the same time.
    private final LongAdder otherHits = new LongAdder();
    private final LongAdder otherMisses = new LongAdder();

    /**
     * Belongs to one thread between {@link #enter} and {@link #exit}.
     */
    static final class Reading extends ThreadTable.Entry
    {
        final Snapshot snapshot = new Snapshot();
        final int[] address = new int[1];
        private final boolean isInTable;
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
    }

    Reading enter()
    {
        final Reading reading = readings.enter(MAKER);
        return null != reading ? reading : new Reading(false);
    }

    void exit(final Reading reading)
    {
        if (reading.isInTable)
        {
            reading.exit();
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
        return otherHits.sum() + readings.sum(reading -> reading.hits);
    }

    /**
     * Number of reads that took an isochron.
     */
    long misses()
    {
        return otherMisses.sum() + readings.sum(reading -> reading.misses);
    }

    @Override
    public String toString()
    {
        return "Readings{hits=" + hits() + ", misses=" + misses() + '}';
    }
}
