/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads variables at one point in the order: optimistically, and with an isochron if that fails. All methods are
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
     * @param readCap the largest number of reads that a host may have outstanding.
     */
    Reader(final Engine engine, final int readCap)
    {
        this.engine = engine;
        sessions = engine.taker().sessions();
        references = engine.taker().references();
        maxReads = Math.max(1, readCap / READS_PER_CAP);
    }

    /**
     * Reads words at one point in the order, and waits for the reserved ones.
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
        engine.graph().checkNotHeld(what, addresses);
        // Each READ counts as one of the outstanding reads of the host; a TAKE of local copies counts once.
        final boolean isTaking = addresses.length > maxReads;
        final Run run = engine.begin(
            what, isTaking ? addresses : NOTHING, isTaking ? NOTHING : addresses, false, null);
        engine.arrive(run);
        System.arraycopy(run.values(), 0, into, 0, addresses.length);
        engine.abandon(run);
    }

    /**
     * Takes a snapshot: calls the function with the values of one point in the order.
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
     * Returns whether a condition is true now. The function must not call methods that are actions by themselves.
     *
     * @param addresses the addresses of all words of the footprint.
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
     * The values of one call of a function.
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
