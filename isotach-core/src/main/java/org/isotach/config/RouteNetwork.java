/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.isotach.Topology;

/**
 * Derives a network of switches from the numbers of hops between its hosts alone. Those are 0 on the same switch and at
 * most 3 otherwise, symmetric, and never more than the sum of the hops by way of a third host.
 * <p>
 * Hosts that are 0 hops apart share a switch, and switches that are 1 hop apart are linked. Switches that are 2 hops
 * apart, with none between them, get a <em>hub</em>: a switch without hosts, linked to a set of switches of which no
 * two should be 3 hops apart. If switches still lack a route of 3 hops, their hubs are linked. No new route is shorter
 * than the hops that are wanted: a route over one hub has 2 hops and only joins switches that may be that close, and a
 * route over several hubs has at least 3.
 */
final class RouteNetwork
{
    private final int[][] hops;
    private final int[] switchOf;
    private final List<Integer> firstHosts = new ArrayList<>();
    private final List<BitSet> hubs = new ArrayList<>();
    private final List<int[]> links = new ArrayList<>();

    RouteNetwork(final int[][] hops)
    {
        this.hops = hops;
        switchOf = new int[hops.length];
        for (int host = 0; host < hops.length; host++)
        {
            switchOf[host] = firstHosts.size();
            for (int i = 0; i < firstHosts.size(); i++)
            {
                if (0 == hops[host][firstHosts.get(i)])
                {
                    switchOf[host] = i;
                }
            }
            if (switchOf[host] == firstHosts.size())
            {
                firstHosts.add(host);
            }
        }

        for (int distance = 1; distance <= 3; distance++)
        {
            join(distance);
        }
    }

    /**
     * Returns three hosts a, b, c such that a to c is farther than a to b to c; null if there are none.
     */
    static int[] detour(final int[][] hops)
    {
        for (int a = 0; a < hops.length; a++)
        {
            for (int c = a + 1; c < hops.length; c++)
            {
                for (int b = 0; b < hops.length; b++)
                {
                    if (hops[a][c] > hops[a][b] + hops[b][c])
                    {
                        return new int[]{a, b, c};
                    }
                }
            }
        }
        return null;
    }

    int switchCount()
    {
        return firstHosts.size() + hubs.size();
    }

    Topology topology(final List<String> names)
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = switchCount(); i > 0; i--)
        {
            builder.addSwitch();
        }
        for (int host = 0; host < names.size(); host++)
        {
            builder.addHost(switchOf[host], names.get(host));
        }
        links.forEach(link -> builder.connect(link[0], link[1]));
        return builder.build();
    }

    private void join(final int distance)
    {
        for (int a = 0; a < firstHosts.size(); a++)
        {
            for (int b = a + 1; b < firstHosts.size(); b++)
            {
                if (hops(a, b) == distance && !isJoined(a, b))
                {
                    join(a, b);
                }
            }
        }
    }

    private void join(final int a, final int b)
    {
        switch (hops(a, b))
        {
            case 1 -> links.add(new int[]{a, b});
            case 2 -> shareHub(a, b);
            default -> links.add(new int[]{hubOf(a), hubOf(b)});
        }
    }

    /**
     * Returns whether there is a route by way of another switch, all of whose parts were joined before.
     */
    private boolean isJoined(final int a, final int b)
    {
        for (int via = 0; via < firstHosts.size(); via++)
        {
            if (via != a && via != b && hops(a, via) + hops(via, b) == hops(a, b))
            {
                return true;
            }
        }
        return hubs.stream().anyMatch(hub -> hub.get(a) && hub.get(b));
    }

    private void shareHub(final int a, final int b)
    {
        for (int i = 0; i < hubs.size(); i++)
        {
            final BitSet hub = hubs.get(i);
            if (hub.get(a) && isClose(b, hub))
            {
                enter(b, i);
                return;
            }
            if (hub.get(b) && isClose(a, hub))
            {
                enter(a, i);
                return;
            }
        }
        hubs.add(new BitSet());
        enter(a, hubs.size() - 1);
        enter(b, hubs.size() - 1);
    }

    private int hubOf(final int member)
    {
        int i = 0;
        while (i < hubs.size() && !hubs.get(i).get(member))
        {
            i++;
        }
        if (i == hubs.size())
        {
            hubs.add(new BitSet());
            enter(member, i);
        }
        return firstHosts.size() + i;
    }

    private void enter(final int member, final int hub)
    {
        hubs.get(hub).set(member);
        links.add(new int[]{member, firstHosts.size() + hub});
    }

    private boolean isClose(final int a, final BitSet hub)
    {
        return hub.stream().allMatch(b -> hops(a, b) <= 2);
    }

    private int hops(final int a, final int b)
    {
        return hops[firstHosts.get(a)][firstHosts.get(b)];
    }
}
