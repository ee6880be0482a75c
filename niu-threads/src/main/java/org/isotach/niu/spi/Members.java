/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.isotach.Topology;

/**
 * The members of a cluster: JVMs, each with switches of its own and the hosts on them. All members have the same list.
 * Immutable.
 */
public final class Members
{
    /**
     * Largest number of members.
     */
    public static final int MAX_MEMBERS = 16;

    private static final int NOBODY = -1;

    private final List<Member> list;

    /**
     * @param name     of the member.
     * @param endpoint where it is reached, as the {@link TrunkFactory} understands it.
     * @param switches numbers of its switches.
     */
    private record Member(String name, String endpoint, int[] switches)
    {
    }

    /**
     * Lists the members. The first one has number 0.
     */
    public static final class Builder
    {
        private final List<Member> list = new ArrayList<>();

        private Builder()
        {
        }

        /**
         * Adds a member.
         *
         * @param name     of the member.
         * @param endpoint where it is reached, as the {@link TrunkFactory} understands it; may be empty.
         * @param switches numbers of its switches, at least one.
         * @return this.
         * @throws IllegalArgumentException when the name is empty or taken, there is no switch, or there are {@value
         *                                  #MAX_MEMBERS} members already.
         */
        public Builder add(final String name, final String endpoint, final int... switches)
        {
            Objects.requireNonNull(endpoint, "endpoint");
            if (name.isEmpty() || list.stream().anyMatch(member -> member.name.equals(name)))
            {
                throw new IllegalArgumentException("member: \"" + name + "\" (expected: a name that no other has)");
            }
            if (0 == switches.length)
            {
                throw new IllegalArgumentException("member " + name + " has no switch: give it one of the topology");
            }
            if (MAX_MEMBERS == list.size())
            {
                throw new IllegalArgumentException(
                    "member " + name + " is one too many (expected: at most " + MAX_MEMBERS + " members)");
            }
            list.add(new Member(name, endpoint, switches.clone()));
            return this;
        }

        /**
         * Returns the list.
         *
         * @return the members.
         * @throws IllegalArgumentException when there are fewer than two.
         */
        public Members build()
        {
            if (list.size() < 2)
            {
                throw new IllegalArgumentException(
                    "members: " + list.size() + " (expected: two or more; a cluster in one JVM has no members)");
            }
            return new Members(List.copyOf(list));
        }
    }

    private Members(final List<Member> list)
    {
        this.list = list;
    }

    /**
     * Begins a list.
     *
     * @return an empty list.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Reads a list from a text, so that all members can have the same file. Each line is a member: its name, its
     * endpoint, and its switches, with spaces between. Switches are numbers or ranges, with commas between: {@code
     * left 10.0.0.1:40100 0,2-4}. An endpoint is never empty: {@code ipc} is that of shared memory. Empty lines are
     * skipped, and what follows a {@code #}.
     *
     * @param text of the list.
     * @return the members.
     * @throws IllegalArgumentException when a line is wrong, with its number, or there are fewer than two members.
     */
    public static Members parse(final String text)
    {
        final Builder builder = builder();
        final String[] lines = text.split("\\R");
        for (int i = 0; i < lines.length; i++)
        {
            final String line = lines[i].replaceFirst("#.*", "").strip();
            if (!line.isEmpty())
            {
                try
                {
                    final String[] parts = line.split("\\s+");
                    if (3 != parts.length)
                    {
                        throw new IllegalArgumentException(
                            '"' + line + "\" (expected: NAME ENDPOINT SWITCHES, such as: left localhost:40100 0,2-4)");
                    }
                    builder.add(parts[0], parts[1], parseSwitches(parts[2]));
                }
                catch (final IllegalArgumentException ex)
                {
                    throw new IllegalArgumentException("line " + (i + 1) + ": " + ex.getMessage(), ex);
                }
            }
        }
        return builder.build();
    }

    private static int[] parseSwitches(final String text)
    {
        if (!text.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*"))
        {
            throw new IllegalArgumentException(
                "switches: " + text + " (expected: numbers or ranges with commas between, such as 0,2-4)");
        }
        return Stream.of(text.split(",")).flatMapToInt(Members::range).toArray();
    }

    private static IntStream range(final String text)
    {
        final String[] ends = text.split("-");
        final int first = Integer.parseInt(ends[0]);
        final int last = Integer.parseInt(ends[ends.length - 1]);
        if (first > last)
        {
            throw new IllegalArgumentException(
                "switches: " + text + " (expected: the smaller number first)");
        }
        return IntStream.rangeClosed(first, last);
    }

    /**
     * Returns the number of members.
     *
     * @return at least 2.
     */
    public int count()
    {
        return list.size();
    }

    /**
     * Returns the name of a member.
     *
     * @param member number of the member.
     * @return the name.
     */
    public String name(final int member)
    {
        return list.get(member).name;
    }

    /**
     * Returns where a member is reached.
     *
     * @param member number of the member.
     * @return what the list says.
     */
    public String endpoint(final int member)
    {
        return list.get(member).endpoint;
    }

    /**
     * Returns the number of a member.
     *
     * @param name of the member.
     * @return the number.
     * @throws IllegalArgumentException when there is no such member.
     */
    public int number(final String name)
    {
        for (int member = 0; member < list.size(); member++)
        {
            if (list.get(member).name.equals(name))
            {
                return member;
            }
        }
        throw new IllegalArgumentException("member: \"" + name + "\" (expected: one of " + this + ')');
    }

    /**
     * Returns which member each switch belongs to.
     *
     * @param topology of the whole cluster.
     * @return for each switch the number of its member.
     * @throws IllegalArgumentException when a switch is in no member, in two, or not in the topology.
     */
    public int[] membersOfSwitches(final Topology topology)
    {
        final int[] owners = new int[topology.switchCount()];
        Arrays.fill(owners, NOBODY);
        for (int member = 0; member < list.size(); member++)
        {
            for (final int switchId : list.get(member).switches)
            {
                if (switchId < 0 || switchId >= owners.length)
                {
                    throw new IllegalArgumentException("member " + name(member) + ": switch " + switchId +
                        " (expected: 0.." + (owners.length - 1) + ')');
                }
                if (NOBODY != owners[switchId])
                {
                    throw new IllegalArgumentException("member " + name(member) + ": switch " + switchId +
                        " belongs to member " + name(owners[switchId]) + " already");
                }
                owners[switchId] = member;
            }
        }
        for (int switchId = 0; switchId < owners.length; switchId++)
        {
            if (NOBODY == owners[switchId])
            {
                throw new IllegalArgumentException(
                    "switch " + switchId + " belongs to no member of " + this + ": add it to one");
            }
        }
        return owners;
    }

    @Override
    public String toString()
    {
        final List<String> names = new ArrayList<>();
        list.forEach(member -> names.add(member.name + Arrays.toString(member.switches)));
        return "Members" + names;
    }
}
