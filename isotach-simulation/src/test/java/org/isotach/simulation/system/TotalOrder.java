/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-3, INV-4: every host executes in the one order of all isochrons: stamped ones by pulse, issuer and issue order,
 * local ones between their neighbours.
 */
final class TotalOrder implements Invariant
{
    private final Records records;

    TotalOrder(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            Execution before = null;
            for (final Execution execution : records.executions().at(host))
            {
                if (null != before && position(before) >= position(execution))
                {
                    return "host " + host + " has executed " + execution + " (#" + rank(execution) + ") behind " +
                        before + " (#" + rank(before) + ')';
                }
                before = execution;
            }
        }
        return null;
    }

    private int position(final Execution execution)
    {
        return records.order().position(records.isochrons.get(execution.id()));
    }

    private int rank(final Execution execution)
    {
        return records.isochrons.get(execution.id()).rank;
    }
}
