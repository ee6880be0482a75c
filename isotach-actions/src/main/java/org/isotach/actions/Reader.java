/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.niu.status.Counters;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.LocalReads;

/**
 * Reads variables at one point in the order: optimistically, and with an isochron if that fails. All methods are
 * threadsafe.
 */
final class Reader
{
    /**
     * A number that no variable is likely to have: a call at the only host that returns it only takes longer.
     */
    static final long NO_VALUE = 0x8000_5eed_0000_0001L;

    private final Engine engine;
    private final References references;
    private final CopyReads copies;
    private final WordReader words;
    private final ReferenceReader referenceReader;

    // Memory of the only host; null if there are several. Reads there need no session: see HostOrder.
    private final LocalMemory local;
    private final Readings readings;
    private final SnapshotCounts counts;

    Reader(final Engine engine, final Counters counters)
    {
        this.engine = engine;
        references = engine.taker().references();
        copies = new CopyReads(engine);
        words = new WordReader(engine, copies);
        local = engine.taker().local();
        referenceReader = new ReferenceReader(references, local, copies, words);
        readings = new Readings(counters.hostCount());
        counts = new SnapshotCounts(counters, readings);
    }

    private void check(final Object what)
    {
        if (null == local)
        {
            engine.check(what);
        }
        else
        {
            engine.checkToReadHere(what);
        }
    }

    /**
     * Looks up once where variables are.
     *
     * @return reads for {@link #snapshot}, null if there are several hosts.
     */
    LocalReads prepare(final Footprint footprint)
    {
        return null == local ? null : local.reads(footprint.read());
    }

    /**
     * Reads words at one point in the order, and waits for the reserved ones.
     */
    void read(final Object what, final int[] addresses, final long[] into)
    {
        check(what);
        final Readings.Reading reading = readings.enter();
        try
        {
            words.read(reading, what, addresses, null, into);
        }
        finally
        {
            readings.exit(reading);
        }
    }

    /**
     * Reads one word. A read that needs neither an isochron nor a second try is not counted: that would take as long as
     * the rest.
     */
    long read(final Object what, final int address)
    {
        check(what);
        if (null != local)
        {
            final long value = valueOr(what, address);
            if (NO_VALUE != value)
            {
                return value;
            }
        }
        final Readings.Reading reading = readings.enter();
        try
        {
            reading.address[0] = address;
            final long[] value = reading.values(1);
            words.read(reading, what, reading.address, null, value);
            return value[0];
        }
        finally
        {
            readings.exit(reading);
        }
    }

    private long valueOr(final Object what, final int address)
    {
        try
        {
            return local.valueOr(address, NO_VALUE);
        }
        catch (final ClusterClosedException ex)
        {
            throw ClosedReads.refused(what, ex);
        }
    }

    /**
     * Copies the words of a snapshot.
     */
    void takeWords(final Footprint footprint, final LocalReads prepared, final long[] into)
    {
        check(footprint);
        if (footprint.hasReferences())
        {
            throw new IllegalStateException(
                footprint + " has references, which have no words: use take() and its function");
        }
        Objects.checkFromIndexSize(0, footprint.words(), into.length);
        if (null != prepared && tryRead(footprint, prepared, into))
        {
            counts.countAtOnce();
            return;
        }
        final Readings.Reading reading = readings.enter();
        try
        {
            reading.begin();
            if (null != prepared)
            {
                reading.isAnew();
            }
            words.read(reading, footprint, footprint.read(), prepared, into);
            counts.count(reading);
        }
        finally
        {
            readings.exit(reading);
        }
    }

    private static boolean tryRead(final Footprint footprint, final LocalReads prepared, final long[] into)
    {
        try
        {
            return prepared.tryRead(into);
        }
        catch (final ClusterClosedException ex)
        {
            throw ClosedReads.refused(footprint, ex);
        }
    }

    /**
     * Takes a snapshot: calls the function with the values of one point in the order.
     *
     * @param prepared the result of {@link #prepare}, null for none.
     */
    <R> R snapshot(
        final Footprint footprint, final LocalReads prepared, final Function<? super Snapshot, ? extends R> function)
    {
        check(footprint);
        final Readings.Reading reading = readings.enter();
        final Snapshot snapshot = reading.snapshot;
        try
        {
            reading.begin();
            open(reading, footprint, footprint.read(), prepared);
            counts.count(reading);
            return function.apply(snapshot);
        }
        finally
        {
            close(reading, footprint);
        }
    }

    /**
     * Reads copies, if that is possible at present.
     *
     * @param prepared the result of {@link #prepare}, null for none.
     * @param isCounted whether it counts as a snapshot.
     * @return the values, open until the caller closes them; null if they need an isochron.
     */
    Snapshot tryTake(final Footprint footprint, final LocalReads prepared, final boolean isCounted)
    {
        check(footprint);
        final Readings.Reading reading = readings.enter();
        try
        {
            reading.begin();
            final long[] values = new long[footprint.words()];
            final Snapshot taken = new Snapshot();
            if (!copies.tryRead(reading, footprint, footprint.read(), prepared, values) ||
                footprint.hasReferences() && !taken.tryResolve(footprint, values, references))
            {
                return null;
            }
            if (isCounted)
            {
                reading.count(true);
                counts.count(reading);
            }
            taken.open(footprint, values);
            return taken;
        }
        finally
        {
            readings.exit(reading);
        }
    }

    /**
     * Counts a snapshot that was not read here.
     *
     * @param run has read it, and has not ended yet.
     */
    void hasRead(final Wait run)
    {
        readings.countOrdered();
        counts.count(run);
    }

    /**
     * Returns whether a condition is true now. The function must not call methods that are actions by themselves.
     *
     * @param addresses the addresses of all words of the footprint.
     */
    boolean isTrue(
        final Footprint footprint, final int[] addresses, final Predicate<? super Snapshot> condition)
    {
        final Readings.Reading reading = readings.enter();
        try
        {
            open(reading, footprint, addresses, null);
            engine.bodies().enter(reading.snapshot);
            try
            {
                return condition.test(reading.snapshot);
            }
            finally
            {
                engine.bodies().exit(reading.snapshot);
            }
        }
        finally
        {
            close(reading, footprint);
        }
    }

    private void open(
        final Readings.Reading reading, final Footprint footprint, final int[] addresses, final LocalReads prepared)
    {
        final long[] values = reading.values(addresses.length);
        if (footprint.hasReferences())
        {
            referenceReader.read(reading, footprint, addresses, prepared, values);
        }
        else
        {
            words.read(reading, footprint, addresses, prepared, values);
        }
        reading.snapshot.open(footprint, values);
    }

    /**
     * Reads a reference whose object was gone when its handle had been read.
     */
    void readAnew(final Object variable, final int address, final ReferenceReader.Resolver resolver)
    {
        final Readings.Reading reading = readings.enter();
        try
        {
            reading.address[0] = address;
            referenceReader.readAnew(reading, variable, reading.address, null, reading.values(1), resolver);
        }
        finally
        {
            readings.exit(reading);
        }
    }

    private void close(final Readings.Reading reading, final Footprint footprint)
    {
        reading.snapshot.close();
        if (footprint.hasReferences())
        {
            reading.snapshot.forget();
        }
        readings.exit(reading);
    }

    /**
     * Number of optimistic reads that were valid.
     */
    long hits()
    {
        return readings.hits();
    }

    /**
     * Number of reads that took an isochron.
     */
    long misses()
    {
        return readings.misses();
    }

    @Override
    public String toString()
    {
        return "Reader{" + readings + '}';
    }
}
