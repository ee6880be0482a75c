/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.LocalMemory;
import org.isotach.smm.LocalReads;

/**
 * Reads words of variables at one point in the order: optimistically, and with an isochron if that fails. All methods
 * are threadsafe.
 */
final class WordReader
{
    private static final int OPTIMISTIC_TRIES = 4;

    private final Engine engine;
    private final Sessions sessions;

    // Memory of the only host; null if there are several. Reads there need no session: see HostOrder.
    private final LocalMemory local;

    WordReader(final Engine engine)
    {
        this.engine = engine;
        sessions = engine.taker().sessions();
        local = engine.taker().local();
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

    /**
     * Reads words of the only host.
     *
     * @return false if one of them is reserved.
     */
    boolean tryRead(final int[] addresses, final LocalReads prepared, final long[] into)
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

    @Override
    public String toString()
    {
        return "WordReader{" + sessions + '}';
    }
}
