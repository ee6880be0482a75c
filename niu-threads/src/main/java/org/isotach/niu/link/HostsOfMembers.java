/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which host belongs to which member of a cluster. Immutable.
 */
public final class HostsOfMembers
{
    private final int own;
    private final List<String> names;
    private final int[] memberOf;
    private final int[] indexOf;
    private final int[][] hosts;

    /**
     * @param own      number of the own member.
     * @param count    number of members, whose names are their numbers.
     * @param memberOf for each host the number of its member.
     */
    public HostsOfMembers(final int own, final int count, final int[] memberOf)
    {
        this(own, IntStream.range(0, count).mapToObj(Integer::toString).toList(), memberOf);
    }

    /**
     * @param own      number of the own member.
     * @param names    of the members.
     * @param memberOf for each host the number of its member.
     */
    public HostsOfMembers(final int own, final List<String> names, final int[] memberOf)
    {
        this.own = own;
        this.names = names;
        final int count = names.size();
        this.memberOf = memberOf.clone();
        hosts = new int[count][];
        indexOf = new int[memberOf.length];
        for (int member = 0; member < count; member++)
        {
            final int wanted = member;
            hosts[member] = IntStream.range(0, memberOf.length).filter(host -> wanted == memberOf[host]).toArray();
            for (int i = 0; i < hosts[member].length; i++)
            {
                indexOf[hosts[member][i]] = i;
            }
        }
    }

    /**
     * Returns the number of the own member.
     */
    public int own()
    {
        return own;
    }

    /**
     * Returns the number of members.
     */
    public int memberCount()
    {
        return hosts.length;
    }

    /**
     * Returns the number of hosts of all members.
     */
    public int hostCount()
    {
        return memberOf.length;
    }

    /**
     * Returns whether a host belongs to the own member.
     */
    public boolean isOwn(final int host)
    {
        return own == memberOf[host];
    }

    /**
     * Returns the number of the member of a host.
     */
    public int memberOf(final int host)
    {
        return memberOf[host];
    }

    /**
     * Returns the name of the member of a host.
     */
    public String nameOfMember(final int host)
    {
        return names.get(memberOf[host]);
    }

    /**
     * Returns the hosts of a member, ascending.
     */
    public int[] of(final int member)
    {
        return hosts[member].clone();
    }

    /**
     * For each host the number of its member; the caller must not change it.
     */
    int[] memberOf()
    {
        return memberOf;
    }

    /**
     * For each host its place among those of its member; the caller must not change it.
     */
    int[] indexOf()
    {
        return indexOf;
    }

    @Override
    public String toString()
    {
        return "HostsOfMembers{own=" + own + ", " + Arrays.deepToString(hosts) + '}';
    }
}
