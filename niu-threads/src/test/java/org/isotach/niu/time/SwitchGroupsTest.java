/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.BitSet;
import java.util.Random;

import org.isotach.Topology;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SwitchGroupsTest
{
    @Test
    void shouldPutSwitchesWithFewHostsTogether()
    {
        final SwitchGroups groups = SwitchGroups.of(Topology.chain(8, 8), 16);
        assertEquals("SwitchGroups[[0, 1, 2, 3, 4, 5, 6, 7]]", groups.toString());
        assertArrayEquals(new int[]{ 0, 1, 2, 3, 4, 5, 6, 7 }, groups.hostsOf(0));
        assertArrayEquals(new int[0], groups.neighboursOf(0));
    }

    @Test
    void shouldNotPutMoreHostsTogetherThanAPulseMayCost()
    {
        final SwitchGroups groups = SwitchGroups.of(Topology.chain(4, 32), 16);
        assertEquals("SwitchGroups[[0, 1], [2, 3]]", groups.toString());
        assertEquals(1, groups.groupOf(31));
        assertArrayEquals(new int[]{ 1 }, groups.neighboursOf(0));
        assertEquals("SwitchGroups[[0], [1], [2]]", SwitchGroups.of(Topology.chain(3, 3 * 17), 16).toString());
    }

    @Test
    void shouldNumberGroupsOfOneAsTheirSwitches()
    {
        final SwitchGroups groups = SwitchGroups.ofOne(Topology.chain(3, 6));
        assertEquals("SwitchGroups[[0], [1], [2]]", groups.toString());
        assertArrayEquals(new int[]{ 0, 2 }, groups.neighboursOf(1));
    }

    @Test
    void shouldLeapWithSeveralSwitchesAndWithoutNeighbours()
    {
        final Topology chain = Topology.chain(4, 32);
        assertTrue(SwitchGroups.of(chain, 32).leaps(0));
        assertFalse(SwitchGroups.of(chain, 16).leaps(0), "it has a neighbour");
        assertFalse(SwitchGroups.of(Topology.chain(1, 3), 16).leaps(0), "pulses are near on one switch");
        assertFalse(SwitchGroups.ofOne(chain).leaps(1));
        final SwitchGroups members = SwitchGroups.ofMembers(chain, new int[]{ 0, 0, 1, 1 }, 2);
        assertFalse(members.leaps(0), "members wait for each other");
    }

    /**
     * Rule 1 needs every adjacent switch to be in the group, or in a neighbour of it, and every host in one group.
     */
    @Test
    void shouldLoseNoHostAndNoLinkOfAnyNetwork()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int run = 0; run < 200; run++)
        {
            final Topology topology = network(random);
            final int maxHosts = 1 + random.nextInt(20);
            final SwitchGroups groups = SwitchGroups.of(topology, maxHosts);
            final int[] groupOfSwitch = new int[topology.switchCount()];
            final BitSet seen = new BitSet();
            int hosts = 0;
            for (int group = 0; group < groups.count(); group++)
            {
                for (final int member : groups.switchesOf(group))
                {
                    groupOfSwitch[member] = group;
                    seen.set(member);
                }
                for (final int host : groups.hostsOf(group))
                {
                    assertEquals(group, groups.groupOf(host), () -> "seed " + seed);
                    hosts++;
                }
                assertTrue(1 == groups.switchesOf(group).size() ||
                    groups.hostsOf(group).length <= maxHosts, () -> "seed " + seed);
            }
            assertEquals(topology.hostCount(), hosts, () -> "seed " + seed);
            assertEquals(topology.switchCount(), seen.cardinality(), () -> "seed " + seed);
            for (int i = 0; i < groupOfSwitch.length; i++)
            {
                final BitSet neighbours = new BitSet();
                for (final int neighbour : groups.neighboursOf(groupOfSwitch[i]))
                {
                    neighbours.set(neighbour);
                }
                for (final int adjacent : topology.neighbours(i))
                {
                    assertTrue(groupOfSwitch[adjacent] == groupOfSwitch[i] || neighbours.get(groupOfSwitch[adjacent]),
                        () -> "seed " + seed + ", " + groups);
                }
            }
        }
    }

    private static Topology network(final Random random)
    {
        final Topology.Builder builder = Topology.builder();
        final int switches = 1 + random.nextInt(12);
        for (int i = 0; i < switches; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(i, random.nextInt(i));
            }
        }
        for (int i = 1 + random.nextInt(60); i > 0; i--)
        {
            builder.addHost(random.nextInt(switches));
        }
        return builder.build();
    }
}
