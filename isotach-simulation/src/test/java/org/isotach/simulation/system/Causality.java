/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-21: what a host issues after it has received something comes after it.
 */
final class Causality implements Invariant
{
    private final Records records;

    Causality(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.isStamped() && records.order().pulse(isochron) <= isochron.seen)
            {
                return isochron + " is in pulse " + records.order().pulse(isochron) +
                    ", and its program had received something of pulse " + isochron.seen + " before";
            }
        }
        return null;
    }
}
