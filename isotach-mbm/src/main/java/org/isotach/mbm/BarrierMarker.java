/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.spi.Marker;

/**
 * A marker of a host for a barrier channel. The completion of an execution travels with the token of the host that has
 * caused it.
 */
class BarrierMarker implements Marker
{
    /**
     * The execution that the marker completes.
     */
    long execution;

    private final int channel;
    private final SharedLedger ledger;

    BarrierMarker(final int channel, final SharedLedger ledger)
    {
        this.channel = channel;
        this.ledger = ledger;
    }

    @Override
    public long pass(final long pulse)
    {
        return ledger.complete(pulse);
    }

    @Override
    public final long notice()
    {
        return Notice.barrier(channel, execution);
    }
}
