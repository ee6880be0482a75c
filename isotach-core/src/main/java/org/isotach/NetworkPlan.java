/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Collects switches, hosts and links, and derives the network from them. It owns the rules for valid combinations, and
 * the rule that logical distance follows the shortest route.
 * <p>
 * Not thread-safe.
 */
final class NetworkPlan
{
    private final List<BitSet> links = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();

    /**
     * As {@link Topology#tree}.
     */
    static NetworkPlan tree(final int switches, final int hostsPerSwitch)
    {
        Require.inRange("switches", switches, 1, Topology.MAX_HOSTS, "each switch of a tree has at least one host");
        Require.inRange("hostsPerSwitch", hostsPerSwitch, 1, Topology.MAX_HOSTS / switches,
            "a topology has at most " + Topology.MAX_HOSTS + " hosts, here on " + switches + " switches");

        final NetworkPlan plan = new NetworkPlan();
        for (int switchId = 0; switchId < switches; switchId++)
        {
            plan.addSwitch();
            if (switchId > 0)
            {
                plan.connect((switchId - 1) / 2, switchId);
            }
            plan.addHosts(switchId, hostsPerSwitch);
        }
        return plan;
    }

    /**
     * As {@link Topology#chain}.
     */
    static NetworkPlan chain(final int switches, final int hosts)
    {
        Require.inRange("hosts", hosts, 1, Topology.MAX_HOSTS, "choose the number of hosts within these limits");
        Require.inRange(
            "switches", switches, 1, Topology.MAX_SWITCHES, "choose the number of switches within these limits");

        final NetworkPlan plan = new NetworkPlan();
        for (int switchId = 0; switchId < switches; switchId++)
        {
            plan.addSwitch();
            if (switchId > 0)
            {
                plan.connect(switchId - 1, switchId);
            }
            plan.addHosts(switchId, (switchId + 1) * hosts / switches - switchId * hosts / switches);
        }
        return plan;
    }

    /**
     * As {@link Topology.Builder#addSwitch()}.
     */
    int addSwitch()
    {
        Require.inRange("switches", links.size() + 1, 1, Topology.MAX_SWITCHES, "put more hosts on each switch");
        links.add(new BitSet());
        return links.size() - 1;
    }

    private void addHosts(final int switchId, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            addHost(switchId);
        }
    }

    static String defaultName(final int host)
    {
        return "host-" + host;
    }

    /**
     * As {@link Topology.Builder#addHost(int)}.
     */
    int addHost(final int switchId)
    {
        return addHost(switchId, defaultName(names.size()));
    }

    /**
     * As {@link Topology.Builder#addHost(int, String)}.
     */
    int addHost(final int switchId, final String name)
    {
        checkSwitch(switchId);
        if (name.isBlank())
        {
            throw new IllegalArgumentException(
                "name: '" + name + "' (expected: not blank; leave it out for a default name)");
        }
        final int taken = names.indexOf(name);
        if (taken >= 0)
        {
            throw new IllegalArgumentException("name: '" + name + "' is the name of host " + taken +
                " already (expected: one host per name; choose another one)");
        }
        Require.inRange("hosts", names.size() + 1, 1, Topology.MAX_HOSTS, "split the work over fewer hosts");
        names.add(name);
        places.add(switchId);
        return names.size() - 1;
    }

    /**
     * As {@link Topology.Builder#connect}.
     */
    void connect(final int a, final int b)
    {
        checkSwitch(a);
        checkSwitch(b);
        if (a == b)
        {
            throw new IllegalArgumentException(
                "switchId: " + a + " linked to itself (expected: two switches; leave the link out)");
        }
        links.get(a).set(b);
        links.get(b).set(a);
    }

    /**
     * The name of each host.
     *
     * @throws IllegalArgumentException if there is no host.
     */
    List<String> hostNames()
    {
        Require.inRange("hosts", names.size(), 1, Topology.MAX_HOSTS, "add hosts with addHost(switchId)");
        return List.copyOf(names);
    }

    /**
     * Returns the switch of each host.
     */
    int[] switchOf()
    {
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Returns the switches that each switch is linked to, ascending.
     */
    int[][] neighbours()
    {
        return links.stream().map(row -> row.stream().toArray()).toArray(int[][]::new);
    }

    /**
     * Returns the number of links between any two switches on the shortest route.
     *
     * @throws IllegalArgumentException if a switch cannot be reached from switch 0.
     */
    int[][] switchDistance()
    {
        final int[][] neighbours = neighbours();
        final int[][] distances = new int[neighbours.length][];
        for (int i = 0; i < neighbours.length; i++)
        {
            distances[i] = distancesFrom(i, neighbours);
        }
        for (int i = 0; i < neighbours.length; i++)
        {
            if (distances[0][i] < 0)
            {
                throw new IllegalArgumentException("switchId: " + i + " cannot be reached from switch 0 " +
                    "(expected: one network of all " + neighbours.length + " switches; connect it)");
            }
        }
        return distances;
    }

    private void checkSwitch(final int switchId)
    {
        if (switchId < 0 || switchId >= links.size())
        {
            throw new IllegalArgumentException("switchId: " + switchId + " (expected: one of the " +
                links.size() + " switches that were added; call addSwitch() first)");
        }
    }

    private static int[] distancesFrom(final int start, final int[][] neighbours)
    {
        final int[] distances = new int[neighbours.length];
        Arrays.fill(distances, -1);
        distances[start] = 0;
        final int[] queue = new int[neighbours.length];
        queue[0] = start;
        int tail = 1;
        for (int head = 0; head < tail; head++)
        {
            final int current = queue[head];
            for (final int next : neighbours[current])
            {
                if (distances[next] < 0)
                {
                    distances[next] = distances[current] + 1;
                    queue[tail++] = next;
                }
            }
        }
        return distances;
    }
}
