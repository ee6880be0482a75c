/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.Predicate;

import org.isotach.niu.spi.Marker;

/**
 * The completion of an execution that a host brings about without participating: by leaving, or by being expelled.
 * Nobody knows of it before it is passed.
 */
final class BarrierCompletion extends BarrierMarker
{
    // Set by the executor, or whoever expels; cleared by the LANai.
    private volatile boolean isUnpassed;

    // There was no room. Belongs to the executor.
    private boolean isUnsent;

    private final Runnable unsent;

    /**
     * @param unsent is run when there was no room.
     */
    BarrierCompletion(final int channel, final BarrierLedger ledger, final Runnable unsent)
    {
        super(channel, ledger);
        this.unsent = unsent;
    }

    /**
     * Sends it, for the executor.
     *
     * @param completed the execution, {@link BarrierLedger#NONE} if there is none.
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
        isUnsent = !executor.test(this);
        if (isUnsent)
        {
            unsent.run();
        }
    }

    /**
     * @param completed as above.
     * @return true if there is one.
     */
    boolean bring(final long completed)
    {
        if (BarrierLedger.NONE == completed)
        {
            return false;
        }
        execution = completed;
        isUnpassed = true;
        return true;
    }

    /**
     * Sends it if there was no room for it; for the executor.
     *
     * @return how much was sent, 0 if nothing.
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
     * The host is being expelled; for whoever owns executor and LANai.
     *
     * @param markers it is added to if it was not passed.
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
