/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.Predicate;

import org.isotach.niu.spi.Marker;

/**
 * The completion of an execution that a host causes without participating: by leaving, or by being expelled. No host
 * knows of it before it is passed.
 */
final class BarrierCompletion extends BarrierMarker
{
    // Set by the executor or the expelling thread; cleared by the LANai.
    private volatile boolean isUnpassed;

    // True if there was no room, or no memory. Belongs to the executor.
    private boolean isUnsent;

    private final Runnable unsent;

    /**
     * @param unsent run when there was no room.
     */
    BarrierCompletion(final int channel, final SharedLedger ledger, final Runnable unsent)
    {
        super(channel, ledger);
        this.unsent = unsent;
    }

    /**
     * Sends it; for the executor.
     *
     * @param completed the execution, {@link SharedLedger#NONE} if there is none.
     */
    void bring(final long completed, final Predicate<Marker> executor)
    {
        if (bring(completed))
        {
            send(executor);
        }
    }

    private void send(final Predicate<Marker> executor)
    {
        isUnsent = true;
        try
        {
            isUnsent = !executor.test(this);
        }
        finally
        {
            if (isUnsent)
            {
                unsent.run();
            }
        }
    }

    /**
     * @param completed the execution, {@link SharedLedger#NONE} if there is none.
     * @return true if there is one.
     */
    boolean bring(final long completed)
    {
        if (SharedLedger.NONE == completed)
        {
            return false;
        }
        execution = completed;
        isUnpassed = true;
        return true;
    }

    /**
     * Sends it if there was no room for it before; for the executor.
     *
     * @return the number of markers sent.
     */
    int sendUnsent(final Predicate<Marker> executor)
    {
        if (!isUnsent)
        {
            return 0;
        }
        send(executor);
        return isUnsent ? 0 : 1;
    }

    /**
     * Gives it up, because the host is being expelled; for the thread that owns executor and LANai.
     *
     * @param markers receives it if it has not been passed.
     */
    void giveUp(final Collection<Marker> markers)
    {
        if (isUnpassed)
        {
            markers.add(this);
        }
    }

    @Override
    public long pass(final long pulse)
    {
        isUnpassed = false;
        return super.pass(pulse);
    }
}
