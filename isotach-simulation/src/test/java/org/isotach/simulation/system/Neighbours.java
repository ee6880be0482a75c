/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

/**
 * The pulses of what a host has issued before and behind something.
 */
final class Neighbours
{
    private Neighbours()
    {
    }

    /**
     * Pulse of the last stamped isochron before.
     *
     * @return 0 if there is none.
     */
    static long pulseBefore(final Records records, final Issued action)
    {
        for (int rank = action.rank - 1; rank >= 0; rank--)
        {
            final Issued before = records.issued.get(action.host).get(rank);
            if (before.isIsochron() && before.isStamped())
            {
                return records.order().pulse(before);
            }
        }
        return 0;
    }

    /**
     * Pulse of the first stamped isochron, or mark, behind. {@link Minimality} says that a mark is not late.
     *
     * @return the largest number if there is none.
     */
    static long pulseBehind(final Records records, final Issued action)
    {
        for (int rank = action.rank + 1; rank < records.issued.get(action.host).size(); rank++)
        {
            final Issued behind = records.issued.get(action.host).get(rank);
            if (behind.isIsochron() && behind.isStamped())
            {
                return records.order().pulse(behind);
            }
            if (null != behind.mark && behind.mark.isPassed())
            {
                return behind.mark.pulse;
            }
        }
        return Long.MAX_VALUE;
    }
}
