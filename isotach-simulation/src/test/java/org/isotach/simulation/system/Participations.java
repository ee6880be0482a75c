/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.mbm.Delivery;
import org.isotach.simulation.Invariant;

/**
 * INV-18, as soon as somebody completes a barrier: all other members have participated as often, or have gone.
 */
final class Participations implements Invariant
{
    private final Records records;
    private final int[][] completions;
    private final int[] checked;

    Participations(final Records records)
    {
        this.records = records;
        completions = new int[SystemProgram.BARRIER_CHANNELS + 1][records.hosts];
        checked = new int[records.hosts];
    }

    @Override
    public String violation()
    {
        String violation = null;
        for (int host = 0; host < records.hosts; host++)
        {
            while (null == violation && checked[host] < records.received.get(host).size())
            {
                final Received received = records.received.get(host).get(checked[host]++);
                if (Delivery.Kind.BARRIER == received.kind())
                {
                    violation = violation(host, received.place());
                }
            }
        }
        return violation;
    }

    private String violation(final int host, final int channel)
    {
        completions[channel][host]++;
        for (int other = 0; other < records.hosts; other++)
        {
            if (records.isMember[other] && !records.hasLeft[channel][other] &&
                records.participations[channel][other] < completions[channel][host])
            {
                return "host " + host + " has completed barrier " + completions[channel][host] + " of channel " +
                    channel + ", and host " + other + " has participated " + records.participations[channel][other] +
                    " times";
            }
        }
        return null;
    }
}
