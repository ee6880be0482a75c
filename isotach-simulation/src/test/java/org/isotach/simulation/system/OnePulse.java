/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-2: an isochron executes in one pulse, at all hosts.
 */
final class OnePulse implements Invariant
{
    private final Records records;

    OnePulse(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            for (final Execution execution : records.executions().at(host))
            {
                final Issued isochron = records.isochrons.get(execution.id());
                if (execution.pulse() != records.order().pulse(isochron))
                {
                    return "host " + host + " has executed " + execution + ", another one in " +
                        records.order().pulse(isochron);
                }
            }
        }
        return null;
    }
}
