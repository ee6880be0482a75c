/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives addresses to names: once to each name, in ascending order on the pages of its placement. All methods are
 * threadsafe.
 */
final class Allocator
{
    private static final int NOT_KNOWN = -1;

    private final Pages pages;
    private final Map<String, Placement> placements;
    private final Map<String, Integer> names = new HashMap<>();

    // By the first address. Also of names that were released.
    private final ConcurrentSkipListMap<Integer, Row> rows = new ConcurrentSkipListMap<>();

    // By placement, null for none: the search begins here.
    private final Map<Placement, Long> next = new HashMap<>();
    private final BitSet used = new BitSet();

    // The first used word behind the last address of the present search: a scan may be as long as the memory.
    private long nextUsed;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Variables of one name whose addresses follow each other.
     *
     * @param first      index of the first one.
     * @param of         how many variables have this name.
     * @param components names of the words of each variable, none if it has one word.
     */
    private record Row(String name, int address, int first, int count, List<String> components, int of)
    {
        String nameOf(final int word)
        {
            final int offset = word - address;
            final int words = wordsOf(components);
            if (offset >= count * words)
            {
                return null;
            }
            return (1 == of ? name : name + '[' + (first + offset / words) + ']') +
                (components.isEmpty() ? "" : '.' + components.get(offset % words));
        }
    }

    /**
     * @param placements the placements by name.
     */
    Allocator(final Pages pages, final Map<String, Placement> placements)
    {
        this.pages = pages;
        this.placements = placements;
    }

    /**
     * @param count      number of variables with this name.
     * @param components names of the words of each variable, which are contiguous; none if it has one word.
     * @return the address of each variable.
     * @throws IllegalArgumentException if the name has variables already, is empty or has brackets, or the count is
     *                                  less than 1.
     * @throws IllegalStateException    if there is no room.
     */
    int[] allocate(final String name, final int count, final List<String> components)
    {
        final int words = wordsOf(components);
        if (name.isEmpty() || count < 1)
        {
            throw new IllegalArgumentException(name.isEmpty() ? "a variable without a name: give it one" :
                "array " + name + " of " + count + " variables (expected: at least 1)");
        }
        if (name.chars().anyMatch(symbol -> '[' == symbol || ']' == symbol || Character.isISOControl(symbol)))
        {
            throw new IllegalArgumentException("name: " + name.replaceAll("\\p{Cntrl}", "?") +
                " (expected: without brackets, which arrays have in messages, and without control characters)");
        }
        lock.lock();
        try
        {
            if (names.containsKey(name))
            {
                throw new IllegalArgumentException("name: " + name + " twice: it belongs to " + names.get(name) +
                    (1 == names.get(name) ? " variable" : " variables") + " already; choose another one");
            }
            final Placement placement = placements.get(name);
            if ((long)count * words > pages.map().variables())
            {
                throw full(name, (long)count * words, placement);
            }
            final int[] addresses = new int[count];
            long address = next.getOrDefault(placement, 0L);
            nextUsed = NOT_KNOWN;
            for (int i = 0; i < count; i++)
            {
                address = place(address, words, placement);
                if (address < 0)
                {
                    throw full(name, (long)count * words, placement);
                }
                addresses[i] = (int)address;
                address += words;
            }
            use(name, addresses, components, address);
            return addresses;
        }
        finally
        {
            lock.unlock();
        }
    }

    private void use(final String name, final int[] addresses, final List<String> components, final long behind)
    {
        boolean isUsed = false;
        try
        {
            final int words = wordsOf(components);
            for (final int first : addresses)
            {
                // The end behind the last word of the largest memory is no int.
                final int last = first + words - 1;
                used.set(first, last);
                used.set(last);
            }
            names.put(name, addresses.length);
            addRows(name, addresses, components);
            next.put(placements.get(name), behind);
            isUsed = true;
        }
        finally
        {
            if (!isUsed)
            {
                takeBack(name, addresses, components);
            }
        }
    }

    /**
     * Gives back the name and the addresses of variables that could not be made, before anything was written there.
     */
    void takeBack(final String name, final int[] addresses, final List<String> components)
    {
        lock.lock();
        try
        {
            names.remove(name);
            final int words = wordsOf(components);
            for (final int first : addresses)
            {
                used.clear(first, first + words - 1);
                used.clear(first + words - 1);
            }
            // Last, because memory may run out again.
            next.computeIfPresent(placements.get(name), (placement, behind) -> Math.min(behind, addresses[0]));
            for (final int first : addresses)
            {
                rows.remove(first);
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    static int wordsOf(final List<String> components)
    {
        return Math.max(1, components.size());
    }

    private void addRows(final String name, final int[] addresses, final List<String> components)
    {
        int first = 0;
        for (int i = 1; i <= addresses.length; i++)
        {
            if (i == addresses.length || addresses[i] != addresses[i - 1] + wordsOf(components))
            {
                final int address = addresses[first];
                rows.put(address, new Row(name, address, first, i - first, components, addresses.length));
                first = i;
            }
        }
    }

    /**
     * Returns the name of the variable that has a word, with its index in an array, and the component of a struct; null
     * if there is none.
     */
    String nameOf(final int address)
    {
        final Map.Entry<Integer, Row> row = rows.floorEntry(address);
        return null == row ? null : row.getValue().nameOf(address);
    }

    /**
     * The name may be given again. Its addresses may not, other than in {@link #takeBack}: something may still be on
     * its way there.
     */
    void release(final String name)
    {
        lock.lock();
        try
        {
            names.remove(name);
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * @return the next address with this number of free words behind it, all on pages of the placement; negative if
     *         there is none.
     */
    private long place(final long from, final int words, final Placement placement)
    {
        long address = from;
        while (address + words <= pages.map().variables())
        {
            final long behind = behindObstacle(address, words, placement);
            if (behind == address)
            {
                return address;
            }
            address = behind;
        }
        return -1;
    }

    /**
     * @return the address itself if nothing is in the way, otherwise the next one that may be free.
     */
    private long behindObstacle(final long address, final int words, final Placement placement)
    {
        final int pageSize = pages.map().pageSize();
        final int first = (int)(address / pageSize);
        final int last = (int)((address + words - 1) / pageSize);
        for (int page = last; page >= first; page--)
        {
            if (!pages.isFor(page, placement))
            {
                return (page + 1L) * pageSize;
            }
        }
        if (nextUsed < address)
        {
            final int found = used.nextSetBit((int)address);
            nextUsed = found < 0 ? Long.MAX_VALUE : found;
        }
        // As above: behind the last word.
        return nextUsed < address + words ? Integer.toUnsignedLong(used.nextClearBit((int)nextUsed)) : address;
    }

    private IllegalStateException full(final String name, final long words, final Placement placement)
    {
        final long inUse = used.stream().filter(word -> pages.isFor(word / pages.map().pageSize(), placement)).count();
        return new IllegalStateException("memory full: " + name + " needs " + words + " words" +
            (null == placement ? "" : " " + placement) + ", and " + inUse + " of " + pages.room(placement) +
            " are in use: raise IsotachContext.memory()" + (null == placement ? "" : ", or map more such pages"));
    }

    List<String> names()
    {
        lock.lock();
        try
        {
            final List<String> sorted = new ArrayList<>(names.keySet());
            sorted.sort(null);
            return sorted;
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public String toString()
    {
        lock.lock();
        try
        {
            return "Allocator{used=" + used.cardinality() + ", size=" + pages.map().variables() + '}';
        }
        finally
        {
            lock.unlock();
        }
    }
}
