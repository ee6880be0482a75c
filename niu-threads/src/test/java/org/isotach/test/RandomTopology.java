/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.util.Random;

import org.isotach.Topology;

/**
 * Topologies that a seed decides about.
 */
public final class RandomTopology
{
    private static final int MAX_SWITCHES = 4;

    private RandomTopology()
    {
    }

    /**
     * Up to four switches, in a tree or with a cycle, and hosts anywhere.
     *
     * @param random decides.
     * @param hosts  their number.
     * @return the topology.
     */
    public static Topology of(final Random random, final int hosts)
    {
        final Topology.Builder builder = Topology.builder();
        final int switches = 1 + random.nextInt(MAX_SWITCHES);
        for (int i = 0; i < switches; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(random.nextInt(i), i);
            }
        }
        if (switches > 2 && random.nextBoolean())
        {
            builder.connect(0, switches - 1);
        }
        for (int i = 0; i < hosts; i++)
        {
            builder.addHost(random.nextInt(switches));
        }
        return builder.build();
    }
}
