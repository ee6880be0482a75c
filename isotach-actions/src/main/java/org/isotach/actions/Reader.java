/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads variables at one point of the order: optimistically, and if that fails with an isochron. All methods are
 * threadsafe.
 */
final class Reader
{
    private static final int[] NOTHING = {};
    private static final int READS_PER_CAP = 4;

    private final Engine engine;
    private final Sessions sessions;
    private final References references;
    private final int maxReads;
    private final Slots<Reading> readings = new Slots<>();

    /**
     * @param readCap of the hosts.
     */
    Reader(final Engine engine, final int readCap)
    {
        this.engine = engine;
        sessions = engine.taker().sessions();
        references = engine.taker().references();
        maxReads = Math.max(1, readCap / READS_PER_CAP);
    }

    /**
     * Reads words at one point of the order, and waits for those that are reserved.
     */
    void read(final Object what, final int[] addresses, final long[] into)
    {
        final Session session = sessions.enter();
        final boolean isRead;
        try
        {
            isRead = session.tryReadLocally(addresses, into);
        }
        finally
        {
            session.exit();
        }
        if (!isRead)
        {
            readInOrder(what, addresses, into);
        }
    }

    private void readInOrder(final Object what, final int[] addresses, final long[] into)
    {
        // Each READ takes one of the reads that the host may have outstanding; a TAKE of own copies takes one together.
        final boolean isTaking = addresses.length > maxReads;
        final Run run = engine.begin(
            what, isTaking ? addresses : NOTHING, isTaking ? NOTHING : addresses, false, null);
        engine.arrive(run);
        System.arraycopy(run.values(), 0, into, 0, addresses.length);
        engine.abandon(run);
    }

    /**
     * A snapshot: the function is given values of one point of the order.
     */
    <R> R snapshot(final Footprint footprint, final Function<? super Snapshot, ? extends R> function)
    {
        engine.check(footprint);
        final Reading reading = read(footprint, footprint.read());
        try
        {
            return function.apply(reading.snapshot);
        }
        finally
        {
            reading.close(footprint);
            readings.give(reading);
        }
    }

    /**
     * Is a condition true now? The function may not call what is an action by itself.
     *
     * @param addresses of all words of the footprint.
     */
    boolean isTrue(
        final Footprint footprint, final int[] addresses, final Predicate<? super Snapshot> condition)
    {
        final Reading reading = read(footprint, addresses);
        engine.bodies().enter(reading.snapshot);
        try
        {
            return condition.test(reading.snapshot);
        }
        finally
        {
            engine.bodies().exit(reading.snapshot);
            reading.close(footprint);
            readings.give(reading);
        }
    }

    private Reading read(final Footprint footprint, final int[] addresses)
    {
        Reading reading = readings.take();
        if (null == reading)
        {
            reading = new Reading();
        }
        if (reading.values.length < addresses.length)
        {
            reading.values = new long[addresses.length];
        }
        final long entered = footprint.hasReferences() ? references.enter() : 0;
        try
        {
            read(footprint, addresses, reading.values);
            if (footprint.hasReferences())
            {
                reading.snapshot.resolve(footprint, reading.values, references);
            }
        }
        finally
        {
            if (footprint.hasReferences())
            {
                references.exit(entered);
            }
        }
        reading.snapshot.open(footprint, reading.values);
        return reading;
    }

    /**
     * Values that are read, for one function.
     */
    private static final class Reading
    {
        private final Snapshot snapshot = new Snapshot();
        private long[] values = {};

        void close(final Footprint footprint)
        {
            snapshot.close();
            if (footprint.hasReferences())
            {
                snapshot.forget();
            }
        }
    }
}
