/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-8, lemma 1 (docs/protocol.md section 3): while an isochron is sent its host sends no token, so that logical time
 * goes one pulse further at most, or leaps to a pulse before the timestamp.
 */
final class Stopped implements Invariant
{
    private final Records records;

    Stopped(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            for (final Issued action : records.issued.get(host))
            {
                if (null != action.mark && action.mark.isPassed() && !isBehindLeap(action.mark) &&
                    action.mark.pulse < action.mark.time - 1 + records.topology.eccentricity(host))
                {
                    return action + ": tokens were not stopped";
                }
            }
        }
        return null;
    }

    private static boolean isBehindLeap(final Mark mark)
    {
        return mark.time <= mark.leap && mark.pulse > mark.time;
    }
}
