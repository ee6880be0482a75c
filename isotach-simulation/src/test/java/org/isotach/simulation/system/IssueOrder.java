/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-3: the total order agrees with the issue order of each host.
 */
final class IssueOrder implements Invariant
{
    private final Records records;

    IssueOrder(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            Issued before = null;
            for (final Issued action : records.issued.get(host))
            {
                if (action.isIsochron())
                {
                    if (null != before && records.order().position(before) >= records.order().position(action))
                    {
                        return action + " comes before " + before;
                    }
                    before = action;
                }
            }
        }
        return null;
    }
}
