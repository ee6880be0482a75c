/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * Versions by the address of their variable. Linear probing in one array, so that a look-up takes one cache line;
 * nothing is allocated unless the map grows. Belongs to one thread.
 */
final class VersionMap
{
    private static final int INITIAL_CAPACITY = 8;

    // 2^64 divided by the golden ratio: spreads consecutive addresses, with any stride.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    // Address and version in turn. A place without a version is free.
    private long[] entries = new long[2 * INITIAL_CAPACITY];
    private int size;

    /**
     * Returns the version of an address; {@link Version#SUBSTANTIATED} if there is none.
     */
    long get(final long address)
    {
        return entries[indexOf(address) + 1];
    }

    /**
     * Sets the version of an address.
     *
     * @param version the version, not {@link Version#SUBSTANTIATED}.
     */
    void put(final long address, final long version)
    {
        makeRoom();
        final int index = indexOf(address);
        if (Version.SUBSTANTIATED == entries[index + 1])
        {
            size++;
        }
        entries[index] = address;
        entries[index + 1] = version;
    }

    /**
     * Makes room for one more version: memory may run out.
     */
    void makeRoom()
    {
        // At most half of the places are taken, so that a failed look-up is short.
        if (4 * (size + 1) > entries.length)
        {
            grow();
        }
    }

    /**
     * Removes a version.
     *
     * @return what {@link #get} would have returned.
     */
    long remove(final long address)
    {
        int free = indexOf(address);
        final long version = entries[free + 1];
        if (Version.SUBSTANTIATED == version)
        {
            return version;
        }
        size--;
        // An entry that has passed the free place on the way to its own moves there: no look-up may end there too soon.
        int next = following(free);
        while (Version.SUBSTANTIATED != entries[next + 1])
        {
            if (distance(home(entries[next]), next) >= distance(free, next))
            {
                entries[free] = entries[next];
                entries[free + 1] = entries[next + 1];
                free = next;
            }
            next = following(next);
        }
        entries[free + 1] = Version.SUBSTANTIATED;
        return version;
    }

    int size()
    {
        return size;
    }

    /**
     * Returns the place of an address, or the free place where it belongs.
     */
    private int indexOf(final long address)
    {
        int index = home(address);
        while (Version.SUBSTANTIATED != entries[index + 1] && address != entries[index])
        {
            index = following(index);
        }
        return index;
    }

    private int home(final long address)
    {
        return (int)(address * SPREAD >>> Long.numberOfLeadingZeros(entries.length) + 2) << 1;
    }

    private int following(final int index)
    {
        return index + 2 & entries.length - 1;
    }

    private int distance(final int from, final int to)
    {
        return to - from & entries.length - 1;
    }

    private void grow()
    {
        final long[] old = entries;
        entries = new long[2 * old.length];
        for (int i = 0; i < old.length; i += 2)
        {
            if (Version.SUBSTANTIATED != old[i + 1])
            {
                final int index = indexOf(old[i]);
                entries[index] = old[i];
                entries[index + 1] = old[i + 1];
            }
        }
    }
}
