/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class TopologyTest
{
    @ParameterizedTest
    @CsvSource({"1", "2", "5", "255", "256"})
    void shouldPutAllHostsOnSingleSwitch(final int hosts)
    {
        final Topology topology = Topology.singleSwitch(hosts);

        assertEquals(hosts, topology.hostCount());
        assertEquals(1, topology.switchCount());
        assertEquals(hosts, topology.hostsOn(0).length);
        assertEquals(0, topology.neighbours(0).length);
        assertEquals(2, topology.diameter());
        assertEquals(2, topology.eccentricity(hosts - 1));
        assertEquals(0, topology.distance(hosts - 1, hosts - 1));
        assertEquals(hosts > 1 ? 2 : 0, topology.distance(0, hosts - 1));
    }

    @Test
    void shouldBuildBinaryTree()
    {
        final Topology topology = Topology.tree(7, 2);

        assertEquals("Topology{hosts=14, switches=7, diameter=6}", topology.toString());
        assertArrayEquals(new int[]{1, 2}, topology.neighbours(0));
        assertArrayEquals(new int[]{0, 3, 4}, topology.neighbours(1));
        assertArrayEquals(new int[]{2}, topology.neighbours(6));
        assertArrayEquals(new int[]{6, 7}, topology.hostsOn(3));
        assertEquals(2, topology.distance(6, 7));
        assertEquals(3, topology.distance(2, 6));
        assertEquals(4, topology.distance(6, 8));
        assertEquals(6, topology.distance(6, 13));
        assertEquals(4, topology.eccentricity(0));
        assertEquals(6, topology.eccentricity(13));
        assertEquals(4, topology.switchDistance(3, 6));
    }

    @Test
    void shouldSpreadHostsEvenlyOverChain()
    {
        final Topology topology = Topology.chain(3, 8);

        assertArrayEquals(new int[]{0, 1}, topology.hostsOn(0));
        assertArrayEquals(new int[]{2, 3, 4}, topology.hostsOn(1));
        assertArrayEquals(new int[]{5, 6, 7}, topology.hostsOn(2));
        assertEquals(1, topology.switchOf(4));
        assertEquals(4, topology.distance(0, 7));
        assertEquals(4, topology.distance(7, 0));
        assertEquals(3, topology.eccentricity(3));
        assertEquals(4, topology.diameter());
    }

    @Test
    void shouldAllowChainWithSwitchesWithoutHosts()
    {
        final Topology topology = Topology.chain(8, 2);

        assertEquals(3, topology.switchOf(0));
        assertEquals(7, topology.switchOf(1));
        assertEquals(6, topology.distance(0, 1));
        assertEquals(0, topology.hostsOn(0).length);
    }

    @Test
    void shouldTakeShortestRouteInCycle()
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < 6; i++)
        {
            builder.addHost(builder.addSwitch());
        }
        for (int i = 0; i < 6; i++)
        {
            builder.connect(i, (i + 1) % 6);
        }
        final Topology ring = builder.build();

        assertEquals(5, ring.diameter());
        assertEquals(5, ring.distance(0, 3));
        assertEquals(3, ring.distance(0, 5));
        assertArrayEquals(new int[]{0, 4}, ring.neighbours(5));
    }

    @Test
    void shouldNameHosts()
    {
        final Topology.Builder builder = Topology.builder();
        final int left = builder.addSwitch();
        final int right = builder.addSwitch();
        assertEquals(0, builder.addHost(right, "plato"));
        assertEquals(1, builder.addHost(left));
        final Topology topology = builder.connect(left, right).build();

        assertEquals("plato", topology.hostName(0));
        assertEquals("host-1", topology.hostName(1));
        assertEquals("host 0 (plato)", topology.describeHost(0));
        assertEquals("host 1", topology.describeHost(1));
        assertEquals(0, topology.hostId("plato"));
        assertEquals(1, topology.hostId("host-1"));
        assertEquals(-1, topology.hostId("Plato"));
        assertEquals(right, topology.switchOf(0));
    }

    @Test
    void shouldIgnoreRepeatedLinks()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addHost(builder.addSwitch());
        builder.addHost(builder.addSwitch());
        final Topology topology = builder.connect(0, 1).connect(1, 0).connect(0, 1).build();

        assertArrayEquals(new int[]{1}, topology.neighbours(0));
        assertEquals(Topology.chain(2, 2), topology);
        assertEquals(Topology.chain(2, 2).hashCode(), topology.hashCode());
    }

    @Test
    void shouldTellDifferentTopologiesApart()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addHost(builder.addSwitch(), "a");
        final Topology before = builder.build();
        builder.addHost(0, "b");

        assertEquals(1, before.hostCount());
        assertNotEquals(before, builder.build());
        assertNotEquals(before, Topology.singleSwitch(1));
        assertNotEquals(Topology.tree(7, 1), Topology.chain(7, 7));
    }

    @Test
    void shouldNotExposeItsArrays()
    {
        final Topology topology = Topology.chain(2, 2);
        topology.neighbours(0)[0] = 7;
        topology.hostsOn(0)[0] = 7;

        assertEquals(Topology.chain(2, 2), topology);
    }

    @Test
    void shouldRejectSizesOutOfRange()
    {
        assertRejected("hosts: 0 (expected: 1..256; choose the number of hosts within these limits)",
            () -> Topology.singleSwitch(0));
        assertRejected("hosts: 257 (expected: 1..256; choose the number of hosts within these limits)",
            () -> Topology.singleSwitch(257));
        assertRejected("switches: 513 (expected: 1..512; choose the number of switches within these limits)",
            () -> Topology.chain(513, 2));
        assertRejected("switches: 0 (expected: 1..256; each switch of a tree has at least one host)",
            () -> Topology.tree(0, 1));
        assertRejected(
            "hostsPerSwitch: 37 (expected: 1..36; a topology has at most 256 hosts, here on 7 switches)",
            () -> Topology.tree(7, 37));
    }

    @Test
    void shouldRejectUnknownSwitch()
    {
        final Topology.Builder builder = Topology.builder();
        final String message =
            " (expected: one of the 0 switches that were added; call addSwitch() first)";
        assertRejected("switchId: 0" + message, () -> builder.addHost(0));
        builder.addSwitch();
        assertRejected("switchId: -1" + message.replace('0', '1'), () -> builder.connect(0, -1));
        assertRejected("switchId: 1" + message.replace('0', '1'), () -> builder.connect(1, 0));
    }

    @Test
    void shouldRejectLinkToSelf()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addSwitch();
        assertRejected("switchId: 0 linked to itself (expected: two switches; leave the link out)",
            () -> builder.connect(0, 0));
    }

    @Test
    void shouldRejectBadHostName()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addSwitch();
        builder.addHost(0, "host-1");
        final String taken =
            "name: 'host-1' is the name of host 0 already (expected: one host per name; choose another one)";
        assertRejected(taken, () -> builder.addHost(0, "host-1"));
        assertRejected(taken, () -> builder.addHost(0));
        assertRejected("name: ' ' (expected: not blank; leave it out for a default name)",
            () -> builder.addHost(0, " "));
        assertThrows(NullPointerException.class, () -> builder.addHost(0, null));
        assertEquals(1, builder.build().hostCount());
    }

    @Test
    void shouldRejectTooManyHostsAndSwitches()
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < Topology.MAX_SWITCHES; i++)
        {
            builder.addSwitch();
        }
        for (int i = 0; i < Topology.MAX_HOSTS; i++)
        {
            builder.addHost(0);
        }
        assertRejected("switches: 513 (expected: 1..512; put more hosts on each switch)", builder::addSwitch);
        assertRejected("hosts: 257 (expected: 1..256; split the work over fewer hosts)", () -> builder.addHost(0));
    }

    @Test
    void shouldRejectTopologyWithoutHost()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addSwitch();
        assertRejected("hosts: 0 (expected: 1..256; add hosts with addHost(switchId))", builder::build);
    }

    @Test
    void shouldRejectTopologyInTwoParts()
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < 4; i++)
        {
            builder.addHost(builder.addSwitch());
        }
        builder.connect(0, 1).connect(2, 3);
        assertRejected("switchId: 2 cannot be reached from switch 0 " +
            "(expected: one network of all 4 switches; connect it)", builder::build);
    }

    @Test
    void shouldRejectUnknownHostInQueries()
    {
        final Topology topology = Topology.chain(2, 4);
        final String host = "host: 4 (expected: 0..3; hosts are numbered from 0)";
        assertRejected(host, () -> topology.distance(0, 4));
        assertRejected(host, () -> topology.distance(4, 4));
        assertRejected(host, () -> topology.switchOf(4));
        assertRejected(host, () -> topology.hostName(4));
        assertRejected(host, () -> topology.eccentricity(4));
        final String id = "switchId: -1 (expected: 0..1; switches are numbered from 0)";
        assertRejected(id, () -> topology.hostsOn(-1));
        assertRejected(id, () -> topology.neighbours(-1));
        assertRejected(id, () -> topology.switchDistance(0, -1));
    }

    private static void assertRejected(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
