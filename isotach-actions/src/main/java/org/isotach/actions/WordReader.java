/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.LocalReads;

/**
 * Reads words of variables at one point in the order: optimistically, and with an isochron if that fails. All methods
 * are threadsafe.
 */
final class WordReader
{
    private final Engine engine;
    private final CopyReads copies;

    WordReader(final Engine engine, final CopyReads copies)
    {
        this.engine = engine;
        this.copies = copies;
    }

    /**
     * @param prepared reads of these addresses, null for none.
     */
    void read(
        final Readings.Reading reading,
        final Object what,
        final int[] addresses,
        final LocalReads prepared,
        final long[] into)
    {
        if (!reading.count(copies.tryRead(reading, what, addresses, prepared, into)))
        {
            while (!tryReadInOrder(reading, what, addresses, into))
            {
                // The next isochron reads what was set meanwhile.
            }
        }
    }

    /**
     * @return false if a value is lost, see {@link Arrivals#tryAwait}.
     */
    private boolean tryReadInOrder(
        final Readings.Reading reading, final Object what, final int[] addresses, final long[] into)
    {
        engine.graph().checkNotHeld(what, addresses);
        final Run run = engine.starts().beginToRead(what, addresses);
        if (!engine.arrivals().tryAwait(run))
        {
            return false;
        }
        System.arraycopy(run.values(), 0, into, 0, addresses.length);
        if (run.isIssued())
        {
            reading.isInOrder(run.host().id());
        }
        else
        {
            // The only host has given the values at once.
            reading.isAnew();
        }
        engine.runEnd().abandon(run);
        return true;
    }

    @Override
    public String toString()
    {
        return "WordReader{" + copies + '}';
    }
}
