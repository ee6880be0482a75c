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
    private final long[] words;

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
        words = new long[(hostCount + Long.SIZE - 1) / Long.SIZE];
    }

    /**
     * Creates a set with members.
     *
     * @param hostCount number of hosts of the cluster.
     * @param hosts     the members.
     * @return the new set.
     * @throws ArrayIndexOutOfBoundsException when a member is not a host of the cluster.
     */
    public static HostSet of(final int hostCount, final int... hosts)
    {
        final HostSet set = new HostSet(hostCount);
        for (final int host : hosts)
        {
            set.add(host);
        }
        return set;
    }

    /**
     * Adds a host.
     *
     * @param host to be added.
     */
    public void add(final int host)
    {
        words[host >> 6] |= 1L << host;
    }

    /**
     * Adds the members of another set of the same cluster.
     *
     * @param other set.
     */
    public void addAll(final HostSet other)
    {
        final long[] from = other.words;
        for (int i = 0; i < words.length; i++)
        {
            words[i] |= from[i];
        }
    }

    /**
     * Makes this set equal to another set of the same cluster.
     *
     * @param other set.
     */
    public void copyFrom(final HostSet other)
    {
        final long[] from = other.words;
        for (int i = 0; i < words.length; i++)
        {
            words[i] = from[i];
        }
    }

    /**
     * Removes all members.
     */
    public void clear()
    {
        for (int i = 0; i < words.length; i++)
        {
            words[i] = 0;
        }
    }

    /**
     * Is a host a member?
     *
     * @param host in question.
     * @return true if it is.
     */
    public boolean contains(final int host)
    {
        return 0 != (words[host >> 6] & 1L << host);
    }

    /**
     * Does the set have the same members as another one?
     *
     * @param other set of the same cluster.
     * @return true if it does.
     */
    public boolean isSameAs(final HostSet other)
    {
        long differences = 0;
        for (int i = 0; i < words.length; i++)
        {
            differences |= words[i] ^ other.words[i];
        }
        return 0 == differences;
    }

    /**
     * Has the set no member but this host?
     *
     * @param host in question.
     * @return true if the set is empty or has this one member.
     */
    public boolean isWithin(final int host)
    {
        long others = 0;
        for (int i = 0; i < words.length; i++)
        {
            others |= i == host >> 6 ? words[i] & ~(1L << host) : words[i];
        }
        return 0 == others;
    }

    /**
     * The smallest member that is not below a given host; for loops without allocation:
     * {@code for (int host = set.next(0); host >= 0; host = set.next(host + 1))}.
     *
     * @param from where to begin.
     * @return the member, or -1 when there is none.
     */
    public int next(final int from)
    {
        int i = from >> 6;
        if (i >= words.length)
        {
            return -1;
        }
        long word = words[i] & -1L << from;
        while (0 == word)
        {
            if (++i == words.length)
            {
                return -1;
            }
            word = words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /**
     * Number of members.
     *
     * @return number of members.
     */
    public int size()
    {
        int size = 0;
        for (final long word : words)
        {
            size += Long.bitCount(word);
        }
        return size;
    }

    /**
     * Number of hosts that are members of this set or another one.
     *
     * @param other set of the same cluster.
     * @return number of members of both together.
     */
    public int sizeWith(final HostSet other)
    {
        int size = 0;
        for (int i = 0; i < words.length; i++)
        {
            size += Long.bitCount(words[i] | other.words[i]);
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
}
