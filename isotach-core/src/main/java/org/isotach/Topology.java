/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * The shape of an isotach network: switches, each with its token manager, the hosts on them, and the links between
 * them. Only logical distance depends on it; frames go straight from sender to receiver.
 * <p>
 * Hosts are numbered from 0. That number is the process id (pid) which orders operations of the same pulse. Switches
 * are numbered from 0, too, and a switch may have no hosts. Every switch can be reached from every other one.
 * <p>
 * The links may form cycles. V1 section B.7 (J. Regehr, An Isotach Implementation for Myrinet, CS-97-12, 1997) forbids
 * cycles because its hardware routes could deadlock in them, and allows a diameter of at most 4. Neither limit applies
 * here: logical distance follows the shortest route.
 * <p>
 * Immutable, and therefore safe for use by any number of threads.
 */
public final class Topology
{
    /**
     * Largest number of hosts of a topology: 256.
     */
    public static final int MAX_HOSTS = 256;

    /**
     * Largest number of switches of a topology: 512, enough for a binary tree with 256 hosts at its leaves.
     */
    public static final int MAX_SWITCHES = 512;

    private final List<String> hostNames;
    private final int[] switchOf;
    private final int[][] neighbours;
    private final int[][] switchDistance;
    private final int diameter;

    private Topology(final NetworkPlan plan)
    {
        hostNames = plan.hostNames();
        switchOf = plan.switchOf();
        neighbours = plan.neighbours();
        switchDistance = plan.switchDistance();

        int max = 0;
        for (int host = 0; host < switchOf.length; host++)
        {
            max = Math.max(max, eccentricity(host));
        }
        this.diameter = max;
    }

    /**
     * Puts all hosts on one switch: the logical distance between any two of them is 2.
     *
     * @param hosts number of hosts, 1..{@value #MAX_HOSTS}.
     * @return the topology.
     * @throws IllegalArgumentException if the number of hosts is out of range.
     */
    public static Topology singleSwitch(final int hosts)
    {
        return chain(1, hosts);
    }

    /**
     * Makes a binary tree of switches with the same number of hosts on each. Switch 0 is the root, the parent of switch
     * i is switch (i - 1) / 2, and hosts are numbered switch by switch.
     *
     * @param switches       number of switches, 1..{@value #MAX_HOSTS}.
     * @param hostsPerSwitch number of hosts on each switch, at least 1, and at most {@value #MAX_HOSTS} hosts in total.
     * @return the topology.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static Topology tree(final int switches, final int hostsPerSwitch)
    {
        return new Topology(NetworkPlan.tree(switches, hostsPerSwitch));
    }

    /**
     * Makes a row of switches, and spreads the hosts over them in ascending order and as evenly as possible: the
     * numbers of hosts on any two switches differ by at most one. If there are more switches than hosts, the last
     * switches have no host.
     *
     * @param switches number of switches, 1..{@value #MAX_SWITCHES}.
     * @param hosts    number of hosts, 1..{@value #MAX_HOSTS}.
     * @return the topology.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static Topology chain(final int switches, final int hosts)
    {
        return new Topology(NetworkPlan.chain(switches, hosts));
    }

    /**
     * Returns a builder for any other shape.
     *
     * @return a builder without switches and hosts.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Returns the number of hosts.
     *
     * @return 1..{@value #MAX_HOSTS}.
     */
    public int hostCount()
    {
        return switchOf.length;
    }

    /**
     * Returns the number of switches, which is the number of token managers.
     *
     * @return 1..{@value #MAX_SWITCHES}.
     */
    public int switchCount()
    {
        return neighbours.length;
    }

    /**
     * Returns the switch of a host.
     *
     * @param host number of the host.
     * @return number of its switch.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int switchOf(final int host)
    {
        return switchOf[checkHost(host)];
    }

    /**
     * Returns the name of a host.
     *
     * @param host number of the host.
     * @return its name, unique in this topology; {@code host-<number>} if none was given.
     * @throws IllegalArgumentException if there is no such host.
     */
    public String hostName(final int host)
    {
        return hostNames.get(checkHost(host));
    }

    /**
     * Describes a host of this topology for messages.
     *
     * @param host number of the host.
     * @return its number, and its name if one was given.
     * @throws IllegalArgumentException if there is no such host.
     */
    public String describeHost(final int host)
    {
        return describeHost(host, hostName(host));
    }

    /**
     * Describes a host for messages.
     *
     * @param host number of the host.
     * @param name its name, see {@link #hostName}.
     * @return its number, and its name if one was given.
     */
    public static String describeHost(final int host, final String name)
    {
        return "host " + host + (NetworkPlan.defaultName(host).equals(name) ? "" : " (" + name + ')');
    }

    /**
     * Returns the number of a host.
     *
     * @param name name of the host; case matters.
     * @return its number, or -1 if no host has that name.
     */
    public int hostId(final String name)
    {
        return hostNames.indexOf(Objects.requireNonNull(name, "name"));
    }

    /**
     * Returns the hosts on a switch.
     *
     * @param switchId number of the switch.
     * @return a new array of their numbers, ascending; empty if it has none.
     * @throws IllegalArgumentException if there is no such switch.
     */
    public int[] hostsOn(final int switchId)
    {
        checkSwitch(switchId);
        final BitSet hosts = new BitSet();
        for (int host = 0; host < switchOf.length; host++)
        {
            hosts.set(host, switchOf[host] == switchId);
        }
        return hosts.stream().toArray();
    }

    /**
     * Returns the neighbours of a switch. Its token manager exchanges tokens with theirs.
     *
     * @param switchId number of the switch.
     * @return a new array of their numbers, ascending; empty if it is the only switch.
     * @throws IllegalArgumentException if there is no such switch.
     */
    public int[] neighbours(final int switchId)
    {
        return neighbours[checkSwitch(switchId)].clone();
    }

    /**
     * Returns the logical distance of two hosts: the number of links on the shortest route, which is one more than the
     * number of token managers on it. A frame needs at least that many pulses.
     *
     * @param from number of the sending host.
     * @param to   number of the receiving host.
     * @return 0 from a host to itself, 2 on the same switch, 3 across two switches, and so on; it is symmetric.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int distance(final int from, final int to)
    {
        final int start = switchOf(from);
        final int end = switchOf(to);
        return from == to ? 0 : switchDistance[start][end] + 2;
    }

    /**
     * Returns the number of links between two switches on the shortest route.
     *
     * @param from number of the first switch.
     * @param to   number of the second switch.
     * @return 0 from a switch to itself, 1 between neighbours, and so on; it is symmetric.
     * @throws IllegalArgumentException if there is no such switch.
     */
    public int switchDistance(final int from, final int to)
    {
        return switchDistance[checkSwitch(from)][checkSwitch(to)];
    }

    /**
     * Returns the greatest logical distance between any two hosts.
     *
     * @return at least 2, also with a single host: a frame that goes through logical time back to its sender passes the
     * token manager once.
     */
    public int diameter()
    {
        return diameter;
    }

    /**
     * Returns the greatest logical distance from one host to any other.
     *
     * @param host number of the host.
     * @return at least 2, also for the only host of a topology.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int eccentricity(final int host)
    {
        final int[] distances = switchDistance[switchOf(host)];
        int max = 0;
        for (final int switchId : switchOf)
        {
            max = Math.max(max, distances[switchId]);
        }
        return max + 2;
    }

    /**
     * Returns whether the hosts of two topologies have the same names and switches, and their switches the same links.
     *
     * @param other the object to compare with.
     * @return true if it is an equal topology.
     */
    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof Topology that &&
            hostNames.equals(that.hostNames) &&
            Arrays.equals(switchOf, that.switchOf) &&
            Arrays.deepEquals(neighbours, that.neighbours);
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * hostNames.hashCode() + Arrays.hashCode(switchOf)) + Arrays.deepHashCode(neighbours);
    }

    @Override
    public String toString()
    {
        return "Topology{hosts=" + hostCount() + ", switches=" + switchCount() + ", diameter=" + diameter + "}";
    }

    private int checkHost(final int host)
    {
        return Require.inRange("host", host, 0, switchOf.length - 1, "hosts are numbered from 0");
    }

    private int checkSwitch(final int switchId)
    {
        return Require.inRange("switchId", switchId, 0, neighbours.length - 1, "switches are numbered from 0");
    }

    /**
     * Collects switches, hosts and links. Each call reports its own mistakes; {@link #build()} reports those that only
     * the complete network shows.
     * <p>
     * Not thread-safe.
     */
    public static final class Builder
    {
        private final NetworkPlan plan = new NetworkPlan();

        private Builder()
        {
        }

        /**
         * Adds a switch with its token manager.
         *
         * @return its number: 0 for the first, 1 for the second, and so on.
         * @throws IllegalArgumentException if there are {@value Topology#MAX_SWITCHES} switches already.
         */
        public int addSwitch()
        {
            return plan.addSwitch();
        }

        /**
         * Adds a host with the name {@code host-<number>}.
         *
         * @param switchId number of the switch that it is on.
         * @return the number of the host: 0 for the first, 1 for the second, and so on.
         * @throws IllegalArgumentException if there is no such switch, if another host was given that name, or if
         *                                  there are {@value Topology#MAX_HOSTS} hosts already.
         */
        public int addHost(final int switchId)
        {
            return plan.addHost(switchId);
        }

        /**
         * Adds a host.
         *
         * @param switchId number of the switch that it is on.
         * @param name     its name, not blank, and not the name of another host.
         * @return the number of the host: 0 for the first, 1 for the second, and so on.
         * @throws IllegalArgumentException if there is no such switch, if the name is blank or taken, or if there are
         *                                  {@value Topology#MAX_HOSTS} hosts already.
         */
        public int addHost(final int switchId, final String name)
        {
            return plan.addHost(switchId, name);
        }

        /**
         * Links two switches, in both directions. Linking them again changes nothing.
         *
         * @param a number of the first switch.
         * @param b number of the second switch.
         * @return this builder.
         * @throws IllegalArgumentException if there is no such switch, or if both are the same.
         */
        public Builder connect(final int a, final int b)
        {
            plan.connect(a, b);
            return this;
        }

        /**
         * Builds the topology. The builder stays usable, and later changes to it do not affect the topology.
         *
         * @return the topology.
         * @throws IllegalArgumentException if there is no host, or if a switch cannot be reached from switch 0.
         */
        public Topology build()
        {
            return new Topology(plan);
        }
    }
}
