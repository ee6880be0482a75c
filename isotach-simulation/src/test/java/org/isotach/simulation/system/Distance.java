/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-1: the pulse of an isochron is at least as far from its issue as its farthest destination.
 */
final class Distance implements Invariant
{
    private final Records records;

    Distance(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.isStamped())
            {
                final long earliest = isochron.time + records.distance(isochron);
                if (records.order().pulse(isochron) < earliest)
                {
                    return isochron + " was issued at " + isochron.time + " and executed in " +
                        records.order().pulse(isochron) + ", not before " + earliest + " was possible";
                }
            }
        }
        return null;
    }
}
