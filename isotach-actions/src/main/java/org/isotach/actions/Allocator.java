/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.isotach.PageMap;

/**
 * Gives names addresses: each name once, in ascending order. All methods are threadsafe.
 */
final class Allocator
{
    private final PageMap pages;
    private final long size;
    private final Map<String, Integer> names = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long used;

    Allocator(final PageMap pages)
    {
        this.pages = pages;
        long words = 0;
        for (int page = 0; page < pages.pageCount(); page++)
        {
            words += pages.isMapped(page) ? pages.pageSize() : 0;
        }
        size = words;
    }

    /**
     * @param count of variables with this name.
     * @param words of each, which lie behind each other.
     * @return the address of each.
     * @throws IllegalArgumentException when the name has variables already, or is not one.
     * @throws IllegalStateException    when there is no room.
     */
    int[] allocate(final String name, final int count, final int words)
    {
        if (name.isEmpty() || count < 1)
        {
            throw new IllegalArgumentException(name.isEmpty() ? "a variable without a name: give it one" :
                "array " + name + " of " + count + " variables (expected: at least 1)");
        }
        lock.lock();
        try
        {
            if (names.containsKey(name))
            {
                throw new IllegalArgumentException("name: " + name + " twice: it belongs to " + names.get(name) +
                    (1 == names.get(name) ? " variable" : " variables") + " already; choose another one");
            }
            final long nextBefore = next;
            final int[] addresses = new int[count];
            for (int i = 0; i < count; i++)
            {
                final long address = place(words);
                if (address < 0)
                {
                    next = nextBefore;
                    throw new IllegalStateException("memory full: " + name + " needs " + (long)count * words +
                        " words, and " + used + " of " + size + " are in use: raise IsotachContext.memory()");
                }
                addresses[i] = (int)address;
                next = address + words;
            }
            names.put(name, count);
            used += (long)count * words;
            return addresses;
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * @return the next address with so many words behind it, all on mapped pages; negative if there is none.
     */
    private long place(final int words)
    {
        long address = next;
        while (address + words <= pages.variables())
        {
            final int hole = holeIn(address, words);
            if (hole < 0)
            {
                return address;
            }
            address = (hole + 1L) * pages.pageSize();
        }
        return -1;
    }

    private int holeIn(final long address, final int words)
    {
        final int first = (int)(address / pages.pageSize());
        final int last = (int)((address + words - 1) / pages.pageSize());
        for (int page = last; page >= first; page--)
        {
            if (!pages.isMapped(page))
            {
                return page;
            }
        }
        return -1;
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
        return "Allocator{used=" + used + ", size=" + size + '}';
    }
}
