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
 * them. Nothing but logical distance depends on it; frames go straight from sender to receiver.
 * <p>
 * Hosts are numbered from 0; that number is the process id (pid) which orders operations of the same pulse. Switches
 * are numbered from 0, too, and a switch may be without hosts. Every switch can be reached from every other one.
 * <p>
 * The links may form cycles. V1 section B.7 (J. Regehr, An Isotach Implementation for Myrinet, CS-97-12, 1997) forbids
 * cycles because its hardware routes could deadlock in them, and allows a diameter of 4 at most. Both limits are gone
 * here: logical distance follows the shortest route.
 * <p>
 * Immutable, and therefore safe for use by any number of threads.
 */
public final class Topology
{
    /**
     * Most hosts that a topology can have: 256.
     */
    public static final int MAX_HOSTS = 256;

    /**
     * Most switches that a topology can have: 512, enough for a binary tree with 256 hosts at its leaves.
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
     * All hosts on one switch: logical distance 2 between any two of them.
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
     * A binary tree of switches, the same number of hosts on each of them. Switch 0 is the root, the parent of switch
     * i is switch (i - 1) / 2, and hosts are numbered switch by switch.
     *
     * @param switches       number of switches, 1..{@value #MAX_HOSTS}.
     * @param hostsPerSwitch number of hosts on each switch, at least 1, and at most {@value #MAX_HOSTS} in all.
     * @return the topology.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static Topology tree(final int switches, final int hostsPerSwitch)
    {
        return new Topology(NetworkPlan.tree(switches, hostsPerSwitch));
    }

    /**
     * Switches in a row, the hosts spread over them in ascending order and as evenly as possible: the numbers of hosts
     * on any two switches differ by at most one. Switches beyond the number of hosts stay without a host.
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
     * A builder for any other shape.
     *
     * @return a builder without switches and hosts.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Number of hosts.
     *
     * @return 1..{@value #MAX_HOSTS}.
     */
    public int hostCount()
    {
        return switchOf.length;
    }

    /**
     * Number of switches, which is the number of token managers.
     *
     * @return 1..{@value #MAX_SWITCHES}.
     */
    public int switchCount()
    {
        return neighbours.length;
    }

    /**
     * The switch that a host is on.
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
     * The name of a host.
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
     * The number of a host.
     *
     * @param name name of the host, in the case in which it was given.
     * @return its number, or -1 if no host has that name.
     */
    public int hostId(final String name)
    {
        return hostNames.indexOf(Objects.requireNonNull(name, "name"));
    }

    /**
     * The hosts on a switch.
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
     * The switches that a switch is linked to: those with whose token managers its own exchanges tokens.
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
     * Logical distance: the links on the shortest route, which is the token managers on it plus one. A frame cannot
     * be received in fewer pulses.
     *
     * @param from number of the sending host.
     * @param to   number of the receiving host.
     * @return 0 from a host to itself, 2 on the same switch, 3 by way of two switches, and so on. It is symmetric.
     * @throws IllegalArgumentException if there is no such host.
     */
    public int distance(final int from, final int to)
    {
        final int start = switchOf(from);
        final int end = switchOf(to);
        return from == to ? 0 : switchDistance[start][end] + 2;
    }

    /**
     * Links between two switches on the shortest route.
     *
     * @param from number of the first switch.
     * @param to   number of the second switch.
     * @return 0 from a switch to itself, 1 between neighbours, and so on. It is symmetric.
     * @throws IllegalArgumentException if there is no such switch.
     */
    public int switchDistance(final int from, final int to)
    {
        return switchDistance[checkSwitch(from)][checkSwitch(to)];
    }

    /**
     * The greatest logical distance between any two hosts.
     *
     * @return at least 2, which is also the diameter of a single host: a frame to oneself through logical time passes
     * the token manager once.
     */
    public int diameter()
    {
        return diameter;
    }

    /**
     * The greatest logical distance from one host to any other.
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
     * Two topologies are equal if their hosts have the same names and switches, and their switches the same links.
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
     * Collects switches, hosts and links. Every mistake is reported by the call that makes it, except what only
     * {@link #build()} can know.
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
         * Links two switches, in both directions. To link them again changes nothing.
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
         * Builds the topology. The builder stays usable and independent of it.
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
