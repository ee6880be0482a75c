/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

import org.isotach.smm.LocalMemory;
import org.isotach.smm.LocalReads;

/**
 * Reads variables at one point in the order: optimistically, and with an isochron if that fails. All methods are
 * threadsafe.
 */
final class Reader
{
    /**
     * Number of times that a read looks for objects before it waits inside an epoch of {@link References}.
     */
    static final int TRIES_OUTSIDE = 4;

    private static final int OPTIMISTIC_TRIES = 4;

    /**
     * A number that no variable is likely to have: a call at the only host that returns it only takes longer.
     */
    static final long NO_VALUE = 0x8000_5eed_0000_0001L;

    private final Engine engine;
    private final Sessions sessions;
    private final References references;

    // Memory of the only host; null if there are several. Reads there need no session: see HostOrder.
    private final LocalMemory local;
    private final Readings readings = new Readings();

    Reader(final Engine engine)
    {
        this.engine = engine;
        sessions = engine.taker().sessions();
        references = engine.taker().references();
        local = engine.taker().local();
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
            read(reading, what, addresses, null, into);
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
            final long value = local.valueOr(address, NO_VALUE);
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
            read(reading, what, reading.address, null, value);
            return value[0];
        }
        finally
        {
            readings.exit(reading);
        }
    }

    /**
     * @param prepared reads of these addresses, null for none.
     */
    private void read(
        final Readings.Reading reading,
        final Object what,
        final int[] addresses,
        final LocalReads prepared,
        final long[] into)
    {
        if (!reading.count(null == local ? tryReadInSession(addresses, into) : tryRead(addresses, prepared, into)))
        {
            while (!tryReadInOrder(what, addresses, into))
            {
                // The next isochron reads what was set meanwhile.
            }
        }
    }

    private boolean tryReadInSession(final int[] addresses, final long[] into)
    {
        if (null != engine.declarations())
        {
            // What other members have written is not known here.
            return false;
        }
        final Session session = sessions.enter();
        try
        {
            return session.tryReadLocally(addresses, into);
        }
        finally
        {
            session.exit();
        }
    }

    private boolean tryRead(final int[] addresses, final LocalReads prepared, final long[] into)
    {
        for (int i = 0; i < OPTIMISTIC_TRIES; i++)
        {
            if (null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into))
            {
                return true;
            }
            Thread.onSpinWait();
        }
        return local.tryRead(addresses, into);
    }

    /**
     * @return false if a value is lost, see {@link Arrivals#tryAwait}.
     */
    private boolean tryReadInOrder(final Object what, final int[] addresses, final long[] into)
    {
        engine.graph().checkNotHeld(what, addresses);
        final Run run = engine.starts().beginToRead(what, addresses);
        if (!engine.arrivals().tryAwait(run))
        {
            return false;
        }
        System.arraycopy(run.values(), 0, into, 0, addresses.length);
        engine.runEnd().abandon(run);
        return true;
    }

    /**
     * Copies the words of a snapshot. One that needs no isochron is not counted: that would take longer than the rest.
     */
    void takeWords(final Footprint footprint, final LocalReads prepared, final long[] words)
    {
        check(footprint);
        if (footprint.hasReferences())
        {
            throw new IllegalStateException(
                footprint + " has references, which have no words: use take() and its function");
        }
        Objects.checkFromIndexSize(0, footprint.words(), words.length);
        if (null == prepared || !prepared.tryRead(words))
        {
            final Readings.Reading reading = readings.enter();
            try
            {
                read(reading, footprint, footprint.read(), prepared, words);
            }
            finally
            {
                readings.exit(reading);
            }
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
            open(reading, footprint, footprint.read(), prepared);
            return function.apply(snapshot);
        }
        finally
        {
            close(reading, footprint);
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
            readReferences(reading, footprint, addresses, prepared, values);
        }
        else
        {
            read(reading, footprint, addresses, prepared, values);
        }
        reading.snapshot.open(footprint, values);
    }

    private void readReferences(
        final Readings.Reading reading,
        final Footprint footprint,
        final int[] addresses,
        final LocalReads prepared,
        final long[] values)
    {
        for (int i = 0; i < TRIES_OUTSIDE; i++)
        {
            // A call that is in an epoch keeps all objects that are replaced. So wait outside.
            read(reading, footprint, addresses, prepared, values);
            if (reading.snapshot.tryResolve(footprint, values, references) ||
                null != local && tryReadReferences(reading, footprint, addresses, prepared, values))
            {
                return;
            }
        }
        final long entered = references.enter();
        try
        {
            read(reading, footprint, addresses, prepared, values);
            reading.snapshot.resolve(footprint, values, references);
        }
        finally
        {
            references.exit(entered);
        }
    }

    private boolean tryReadReferences(
        final Readings.Reading reading,
        final Footprint footprint,
        final int[] addresses,
        final LocalReads prepared,
        final long[] values)
    {
        final long entered = references.enter();
        try
        {
            if (!tryRead(addresses, prepared, values))
            {
                return false;
            }
            reading.snapshot.resolve(footprint, values, references);
            return true;
        }
        finally
        {
            references.exit(entered);
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
