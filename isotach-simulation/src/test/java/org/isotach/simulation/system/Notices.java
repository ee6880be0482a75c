/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.mbm.Delivery;
import org.isotach.simulation.Invariant;

/**
 * INV-17, INV-18: at each host deliveries come by pulse; in a pulse first messages, then signals by channel, each once,
 * then completions.
 */
final class Notices implements Invariant
{
    private final Records records;

    Notices(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            Received before = null;
            for (final Received received : records.received.get(host))
            {
                if (null != before && !isInOrder(before, received))
                {
                    return "host " + host + " has got " + received + " behind " + before;
                }
                before = received;
            }
        }
        return null;
    }

    private boolean isInOrder(final Received before, final Received received)
    {
        // What is purely local has no pulse of its own.
        if (before.pulse() != received.pulse())
        {
            return before.pulse() < received.pulse();
        }
        final boolean isMessage = Delivery.Kind.MESSAGE == received.kind();
        if (Delivery.Kind.MESSAGE == before.kind())
        {
            return true;
        }
        if (isMessage)
        {
            return !records.isochrons.get(received.id()).isStamped();
        }
        final int byKind = before.kind().compareTo(received.kind());
        return 0 == byKind ? before.place() < received.place() : byKind < 0;
    }
}
