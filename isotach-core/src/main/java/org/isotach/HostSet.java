/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * A mutable set of hosts of one cluster, one bit each.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class HostSet
{
    private static final long[] NONE = {};

    // Hosts 0..63, which are all hosts of most clusters: the work for each operation then needs no loop.
    private long first;

    // Hosts from 64 on.
    private final long[] others;

    /**
     * Creates an empty set.
     *
     * @param hostCount number of hosts of the cluster, at least 1; members are 0..hostCount-1.
     * @throws IllegalArgumentException when hostCount is not positive.
     */
    public HostSet(final int hostCount)
    {
        if (hostCount < 1)
        {
            throw new IllegalArgumentException("hostCount: " + hostCount + " (expected: > 0)");
        }
        others = hostCount <= Long.SIZE ? NONE : new long[(hostCount - 1) / Long.SIZE];
    }

    /**
     * Creates a set with members.
     *
     * @param hostCount number of hosts of the cluster.
     * @param hosts     the members.
     * @return the new set.
     * @throws IllegalArgumentException when hostCount is not positive, or a member is not a host of the cluster.
     */
    public static HostSet of(final int hostCount, final int... hosts)
    {
        final HostSet set = new HostSet(hostCount);
        for (final int host : hosts)
        {
            if (host < 0 || host >= hostCount)
            {
                throw new IllegalArgumentException("host: " + host + " (expected: 0.." + (hostCount - 1) + ')');
            }
            set.add(host);
        }
        return set;
    }

    /**
     * Returns a copy of a set, for clusters of the same size.
     *
     * @param other the set to copy.
     * @return the new set.
     */
    public static HostSet copyOf(final HostSet other)
    {
        final HostSet set = new HostSet((other.others.length + 1) * Long.SIZE);
        set.copyFrom(other);
        return set;
    }

    /**
     * Adds a host.
     *
     * @param host the host to add.
     */
    public void add(final int host)
    {
        if (0 == host >> 6)
        {
            first |= 1L << host;
        }
        else
        {
            others[(host >> 6) - 1] |= 1L << host;
        }
    }

    /**
     * Adds the members of another set of the same cluster.
     *
     * @param other the other set.
     */
    public void addAll(final HostSet other)
    {
        first |= other.first;
        for (int i = 0; i < others.length; i++)
        {
            others[i] |= other.others[i];
        }
    }

    /**
     * Makes this set equal to another set of the same cluster.
     *
     * @param other the other set.
     */
    public void copyFrom(final HostSet other)
    {
        first = other.first;
        for (int i = 0; i < others.length; i++)
        {
            others[i] = other.others[i];
        }
    }

    /**
     * Removes all members.
     */
    public void clear()
    {
        first = 0;
        for (int i = 0; i < others.length; i++)
        {
            others[i] = 0;
        }
    }

    /**
     * Returns whether a host is a member.
     *
     * @param host number of the host.
     * @return true if it is a member.
     */
    public boolean contains(final int host)
    {
        return 0 != (word(host >> 6) & 1L << host);
    }

    /**
     * Returns whether the set has the same members as another one.
     *
     * @param other a set of the same cluster.
     * @return true if it has.
     */
    public boolean isSameAs(final HostSet other)
    {
        long differences = first ^ other.first;
        for (int i = 0; i < others.length; i++)
        {
            differences |= others[i] ^ other.others[i];
        }
        return 0 == differences;
    }

    /**
     * Returns whether the set has no member except this host.
     *
     * @param host number of the host.
     * @return true if the set is empty or has this one member.
     */
    public boolean isWithin(final int host)
    {
        final int word = host >> 6;
        long members = 0 == word ? first & ~(1L << host) : first;
        for (int i = 0; i < others.length; i++)
        {
            members |= word == i + 1 ? others[i] & ~(1L << host) : others[i];
        }
        return 0 == members;
    }

    /**
     * Returns the smallest member that is not below a given host, for loops without allocation: {@code for (int host =
     * set.next(0); host >= 0; host = set.next(host + 1))}.
     *
     * @param from lowest host to return.
     * @return the member, or -1 when there is none.
     */
    public int next(final int from)
    {
        int i = from >> 6;
        if (i > others.length)
        {
            return -1;
        }
        long word = word(i) & -1L << from;
        while (0 == word)
        {
            if (i == others.length)
            {
                return -1;
            }
            word = others[i];
            i++;
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /**
     * Returns the number of members.
     *
     * @return number of members.
     */
    public int size()
    {
        int size = Long.bitCount(first);
        for (final long word : others)
        {
            size += Long.bitCount(word);
        }
        return size;
    }

    /**
     * Returns the number of hosts that are members of this set or of another one.
     *
     * @param other a set of the same cluster.
     * @return number of members of the union.
     */
    public int sizeWith(final HostSet other)
    {
        int size = Long.bitCount(first | other.first);
        for (int i = 0; i < others.length; i++)
        {
            size += Long.bitCount(others[i] | other.others[i]);
        }
        return size;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("{");
        for (int host = next(0); host >= 0; host = next(host + 1))
        {
            text.append(text.length() == 1 ? "" : ", ").append(host);
        }
        return text.append('}').toString();
    }

    private long word(final int index)
    {
        return 0 == index ? first : others[index - 1];
    }
}
