/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.niu.ThreadingMode;
import org.isotach.simulation.Invariant;

/**
 * INV-5: nothing executes before its pulse has ended, except where a host may run ahead, and then not too far.
 */
final class EndOfPulse implements Invariant
{
    private static final int MAX_AHEAD = 64;

    private final Records records;

    EndOfPulse(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        final int ahead = ThreadingMode.INVOKER == records.mode ? MAX_AHEAD : 0;
        for (int host = 0; host < records.hosts; host++)
        {
            for (final Execution execution : records.traces.get(host))
            {
                if (execution.pulse() > execution.time() + ahead &&
                    records.isochrons.get(execution.id()).isStamped())
                {
                    return "host " + host + " has executed " + execution + " at time " + execution.time();
                }
            }
        }
        return null;
    }
}
