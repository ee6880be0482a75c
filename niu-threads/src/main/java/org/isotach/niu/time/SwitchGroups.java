/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.Topology;

/**
 * Groups of switches that share one token manager: the switches of a group are at the same pulse, and move to the next
 * one together. That is one of the orders in which they could move alone (docs/protocol.md, rule 1), and takes one
 * compare-and-set, where each of them would need one, and reads of all others.
 * <p>
 * A group is connected. A pulse of a group costs a read for each of its hosts, so a group has few hosts.
 */
public final class SwitchGroups
{
    private static final int NONE = -1;

    private final Topology topology;
    private final int maxHosts;
    private final boolean areNeighbours;
    private final int[] groups;
    private final List<List<Integer>> switches = new ArrayList<>();

    private SwitchGroups(final Topology topology, final int maxHosts, final boolean areNeighbours)
    {
        this.topology = topology;
        this.maxHosts = maxHosts;
        this.areNeighbours = areNeighbours;
        groups = new int[topology.switchCount()];
        Arrays.fill(groups, NONE);
    }

    /**
     * Makes groups as large as allowed.
     *
     * @param maxHosts largest number of hosts of a group with more than one switch.
     */
    public static SwitchGroups of(final Topology topology, final int maxHosts)
    {
        final SwitchGroups groups = new SwitchGroups(topology, maxHosts, true);
        for (int first = 0; first < groups.groups.length; first++)
        {
            if (NONE == groups.groups[first])
            {
                groups.grow(groups.add(first));
            }
        }
        return groups;
    }

    /**
     * Makes one group for each switch, with the number of the switch, for switches that have a token manager thread
     * each, or whose tokens get lost between switches.
     */
    public static SwitchGroups ofOne(final Topology topology)
    {
        final SwitchGroups groups = new SwitchGroups(topology, 0, true);
        for (int i = 0; i < groups.groups.length; i++)
        {
            groups.add(i);
        }
        return groups;
    }

    /**
     * Makes one group for each member of a cluster, with the number of the member. What ties their times together is
     * what they promise each other ({@link Floor}), so they have no neighbours, and need not be connected.
     *
     * @param memberOfSwitch for each switch the number of its member.
     * @param members        number of members, each with a switch.
     */
    public static SwitchGroups ofMembers(final Topology topology, final int[] memberOfSwitch, final int members)
    {
        final SwitchGroups groups = new SwitchGroups(topology, 0, false);
        for (int i = 0; i < members; i++)
        {
            groups.switches.add(new ArrayList<>());
        }
        for (int i = 0; i < memberOfSwitch.length; i++)
        {
            groups.groups[i] = memberOfSwitch[i];
            groups.switches.get(memberOfSwitch[i]).add(i);
        }
        return groups;
    }

    public int count()
    {
        return switches.size();
    }

    /**
     * Returns the group of the switch of a host.
     */
    public int groupOf(final int host)
    {
        return groups[topology.switchOf(host)];
    }

    /**
     * Returns the numbers of the switches of a group.
     */
    public List<Integer> switchesOf(final int group)
    {
        return switches.get(group);
    }

    /**
     * Returns the hosts on the switches of a group.
     */
    public int[] hostsOf(final int group)
    {
        return switches.get(group).stream().map(topology::hostsOn).flatMapToInt(Arrays::stream).toArray();
    }

    /**
     * Returns the other groups with a switch that is adjacent to one of this group, unless they are members.
     */
    public int[] neighboursOf(final int group)
    {
        return switches.get(group).stream().filter(any -> areNeighbours).map(topology::neighbours)
            .flatMapToInt(Arrays::stream).map(neighbour -> groups[neighbour])
            .filter(neighbour -> neighbour != group).distinct().toArray();
    }

    /**
     * Returns whether the time of a group may leap (docs/protocol.md, rule 1): it has several switches, so pulses are
     * far apart, no neighbours, and is not a member.
     */
    public boolean leaps(final int group)
    {
        return areNeighbours && switches.get(group).size() > 1 && 0 == neighboursOf(group).length;
    }

    private int add(final int first)
    {
        final List<Integer> members = new ArrayList<>();
        members.add(first);
        groups[first] = switches.size();
        switches.add(members);
        return groups[first];
    }

    private void grow(final int group)
    {
        final List<Integer> members = switches.get(group);
        int hosts = topology.hostsOn(members.get(0)).length;
        for (int i = 0; i < members.size(); i++)
        {
            for (final int neighbour : topology.neighbours(members.get(i)))
            {
                final int more = topology.hostsOn(neighbour).length;
                if (NONE == groups[neighbour] && hosts + more <= maxHosts)
                {
                    groups[neighbour] = group;
                    members.add(neighbour);
                    hosts += more;
                }
            }
        }
    }

    @Override
    public String toString()
    {
        return "SwitchGroups" + switches;
    }
}
