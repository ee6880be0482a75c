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
    private final int[] completions;
    private final int[] checked;

    Participations(final Records records)
    {
        this.records = records;
        completions = new int[records.hosts];
        checked = new int[records.hosts];
    }

    @Override
    public String violation()
    {
        for (int host = 0; host < records.hosts; host++)
        {
            while (checked[host] < records.received.get(host).size())
            {
                if (Delivery.Kind.BARRIER == records.received.get(host).get(checked[host]++).kind())
                {
                    completions[host]++;
                    for (int other = 0; other < records.hosts; other++)
                    {
                        if (records.isMember[other] && !records.hasLeft[other] &&
                            records.participations[other] < completions[host])
                        {
                            return "host " + host + " has completed barrier " + completions[host] + ", and host " +
                                other + " has participated " + records.participations[other] + " times";
                        }
                    }
                }
            }
        }
        return null;
    }
}
