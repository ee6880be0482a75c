/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What threads need while they read: room for values, and a {@link Snapshot}. A thread mostly gets the same again, with
 * one atomic operation. All methods are threadsafe and never wait.
 */
final class Readings
{
    // Longs, so that no other object shares a line with the counts.
    private static final int PADDING = 16;
    private static final int FEW = 32;
    private static final int WAYS = Way.values().length;
    private static final int AT_ONCE = Way.AT_ONCE.ordinal();

    private final Supplier<Reading> maker;
    private final ThreadTable<Reading> readings = new ThreadTable<>();

    // Of readings that are not in the table, because there were too many at the same time.
    private final LongAdder otherHits = new LongAdder();
    private final LongAdder otherMisses = new LongAdder();

    /**
     * How a snapshot was read.
     */
    enum Way
    {
        /**
         * Copies, the first time that it looked at them.
         */
        AT_ONCE,

        /**
         * Copies, at a further try.
         */
        ANEW,

        /**
         * With an isochron.
         */
        IN_ORDER
    }

    /**
     * Belongs to one thread between {@link #enter} and {@link #exit}.
     */
    static final class Reading extends ThreadTable.Entry
    {
        private static final VarHandle SNAPSHOT = MethodHandles.arrayElementVarHandle(long[].class);
        private static final VarHandle HITS;
        private static final VarHandle MISSES;

        static
        {
            try
            {
                final MethodHandles.Lookup lookup = MethodHandles.lookup();
                HITS = lookup.findVarHandle(Reading.class, "hits", long.class);
                MISSES = lookup.findVarHandle(Reading.class, "misses", long.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        final Snapshot snapshot = new Snapshot();
        final int[] address = new int[1];
        private long[] values = {};
        private final long[][] fewValues = new long[FEW + 1][];
        private int host;
        // Ordinal of a Way: storing a number takes fewer instructions than storing a reference.
        private int way = AT_ONCE;
        private long hits;
        private long misses;

        // By host and way; null if it is not in the table.
        private final long[] snapshots;

        private Reading(final long[] snapshots)
        {
            this.snapshots = snapshots;
        }

        /**
         * @param count number of values.
         * @return room for the values; if they are few, no more than that, see {@link Snapshot#open}.
         */
        long[] values(final int count)
        {
            if (count <= FEW)
            {
                final long[] few = fewValues[count];
                return null != few ? few : makeFew(count);
            }
            if (values.length < count)
            {
                values = new long[count];
            }
            return values;
        }

        private long[] makeFew(final int count)
        {
            fewValues[count] = new long[count];
            return fewValues[count];
        }

        /**
         * Another snapshot begins.
         */
        void begin()
        {
            way = AT_ONCE;
        }

        /**
         * The first try was in vain.
         */
        void isAnew()
        {
            if (AT_ONCE == way)
            {
                way = Way.ANEW.ordinal();
            }
        }

        /**
         * An isochron has read the variables.
         */
        void isInOrder(final int ofHost)
        {
            host = ofHost;
            way = Way.IN_ORDER.ordinal();
        }

        /**
         * The copies of a host are read.
         */
        void isAt(final int itsHost)
        {
            host = itsHost;
        }

        /**
         * Counts a snapshot, by the host that was asked last.
         *
         * @return false if there is no room for that.
         */
        boolean countSnapshot()
        {
            if (null == snapshots)
            {
                return false;
            }
            final int index = PADDING + index();
            // Opaque, because others may look meanwhile: never torn. Partner: snapshots(int).
            SNAPSHOT.setOpaque(snapshots, index, snapshots[index] + 1);
            return true;
        }

        /**
         * Number of the host that was asked last and of the way, among all of them.
         */
        int index()
        {
            return Readings.index(host, way);
        }

        /**
         * Counts a read.
         *
         * @param isHit did it need no isochron?
         * @return isHit.
         */
        boolean count(final boolean isHit)
        {
            // Opaque, like the snapshots. Partners: hits(), misses().
            if (isHit)
            {
                HITS.setOpaque(this, hits + 1);
            }
            else
            {
                MISSES.setOpaque(this, misses + 1);
            }
            return isHit;
        }

        // Opaque, for any thread. Partner: countSnapshot().
        private long snapshots(final int index)
        {
            return (long)SNAPSHOT.getOpaque(snapshots, index);
        }

        // Opaque, for any thread. Partner: count().
        private long hits()
        {
            return (long)HITS.getOpaque(this);
        }

        // Opaque, for any thread. Partner: count().
        private long misses()
        {
            return (long)MISSES.getOpaque(this);
        }
    }

    /**
     * @param hosts number of hosts.
     */
    Readings(final int hosts)
    {
        maker = () -> new Reading(new long[PADDING + WAYS * hosts + PADDING]);
    }

    /**
     * Returns the number of a host and a way, 0 or more, less than three times the number of hosts.
     */
    static int index(final int host, final Way way)
    {
        return index(host, way.ordinal());
    }

    private static int index(final int host, final int way)
    {
        return WAYS * host + way;
    }

    Reading enter()
    {
        final Reading reading = readings.enter(maker);
        return null != reading ? reading : new Reading(null);
    }

    void exit(final Reading reading)
    {
        if (null != reading.snapshots)
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
     * Counts a read that took an isochron, without room of its own.
     */
    void countOrdered()
    {
        otherMisses.increment();
    }

    /**
     * Number of snapshots that were counted here.
     */
    long snapshots(final int host, final Way way)
    {
        final int index = PADDING + index(host, way);
        return readings.sum(reading -> reading.snapshots(index));
    }

    /**
     * Number of reads that needed no isochron.
     */
    long hits()
    {
        return otherHits.sum() + readings.sum(Reading::hits);
    }

    /**
     * Number of reads that took an isochron.
     */
    long misses()
    {
        return otherMisses.sum() + readings.sum(Reading::misses);
    }

    @Override
    public String toString()
    {
        return "Readings{hits=" + hits() + ", misses=" + misses() + '}';
    }
}
