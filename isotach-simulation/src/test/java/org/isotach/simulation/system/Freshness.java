/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * Theorem 3 (docs/protocol.md section 6): a fresh isochron comes after every one that was seen to be executed before it
 * was issued.
 */
final class Freshness implements Invariant
{
    private final Records records;

    Freshness(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.isFresh)
            {
                for (int i = 0; i < isochron.observed; i++)
                {
                    final Issued observed = records.observed.get(i);
                    if (records.order().position(observed) > records.order().position(isochron))
                    {
                        return isochron + " in pulse " + records.order().pulse(isochron) + " comes before " + observed +
                            " in pulse " + records.order().pulse(observed) + ", which had been seen before";
                    }
                }
            }
        }
        return null;
    }
}
