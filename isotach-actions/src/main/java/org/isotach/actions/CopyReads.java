/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.ClusterClosedException;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.LocalReads;

/**
 * Reads copies of variables, without an isochron: those of the only host, or of the host of a session. All methods are
 * threadsafe.
 */
final class CopyReads
{
    private static final int OPTIMISTIC_TRIES = 4;

    private final Engine engine;
    private final Sessions sessions;

    // Memory of the only host; null if there are several.
    private final LocalMemory local;

    CopyReads(final Engine engine)
    {
        this.engine = engine;
        sessions = engine.taker().sessions();
        local = engine.taker().local();
    }

    /**
     * Tries it a few times.
     *
     * @param reading  notes the way.
     * @param what     is to be read, for messages.
     * @param prepared reads of these addresses, null for none.
     * @return false if that is not possible at present.
     */
    boolean tryRead(
        final Readings.Reading reading,
        final Object what,
        final int[] addresses,
        final LocalReads prepared,
        final long[] into)
    {
        if (null == local)
        {
            return tryReadInSession(reading, addresses, into);
        }
        try
        {
            return tryReadHere(reading, addresses, prepared, into);
        }
        catch (final ClusterClosedException ex)
        {
            throw ClosedReads.refused(what, ex);
        }
    }

    private boolean tryReadInSession(final Readings.Reading reading, final int[] addresses, final long[] into)
    {
        if (null != engine.declarations())
        {
            // What other members have written is not known here.
            return false;
        }
        final Session session = sessions.enter();
        try
        {
            final int tries = session.tryReadLocally(addresses, into);
            reading.isAt(session.host().id());
            if (tries > 1)
            {
                reading.isAnew();
            }
            return tries > 0;
        }
        finally
        {
            session.exit();
        }
    }

    private boolean tryReadHere(
        final Readings.Reading reading, final int[] addresses, final LocalReads prepared, final long[] into)
    {
        for (int i = 0; i < OPTIMISTIC_TRIES; i++)
        {
            if (null == prepared ? local.tryReadLocal(addresses, into) : prepared.tryRead(into))
            {
                return true;
            }
            reading.isAnew();
            Thread.onSpinWait();
        }
        return local.tryRead(addresses, into);
    }

    @Override
    public String toString()
    {
        return "CopyReads{" + sessions + '}';
    }
}
