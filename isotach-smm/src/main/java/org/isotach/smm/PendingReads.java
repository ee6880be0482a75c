/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;

/**
 * The reads that wait at one host for an ASSIGN: an off-heap hash table from (address, version) to the reads. It grows
 * when it is full. Belongs to the executor of the host.
 * <pre>
 *            0         4         8                  16        20        24
 *   entry    | address | reader  | version          | slot    | next    |
 * </pre>
 * Entries of one bucket, and free entries, are chained by {@code next}, an entry number plus one; 0 ends a chain.
 */
final class PendingReads
{
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 64;
    private static final int MAX_CAPACITY = 1 << 26;
    private static final int ENTRY_LENGTH = 24;
    private static final int READER_OFFSET = 4;
    private static final int VERSION_OFFSET = 8;
    private static final int SLOT_OFFSET = 16;
    private static final int NEXT_OFFSET = 20;

    private OffHeapBuffer entries;
    private OffHeapBuffer buckets;
    private int capacity;
    private int used;
    private int firstFree;
    private int size;

    boolean isEmpty()
    {
        return 0 == size;
    }

    int size()
    {
        return size;
    }

    /**
     * Adds a read.
     *
     * @param address the address of the variable.
     * @param version the version that the read waits for.
     * @param reader  the host that issued the read.
     * @param slot    the slot of the read at its issuer.
     */
    void add(final int address, final long version, final int reader, final int slot)
    {
        if (0 == firstFree && used == capacity)
        {
            grow();
        }
        final int link;
        if (0 == firstFree)
        {
            link = ++used;
        }
        else
        {
            link = firstFree;
            firstFree = next(link);
        }
        final int offset = (link - 1) * ENTRY_LENGTH;
        entries.putInt(offset, address);
        entries.putInt(offset + READER_OFFSET, reader);
        entries.putLong(offset + VERSION_OFFSET, version);
        entries.putInt(offset + SLOT_OFFSET, slot);
        chain(link);
        size++;
    }

    /**
     * Removes one read that waits for a version of a variable.
     *
     * @return its entry, which may be read until the next call of {@link #add}; {@link #NONE} if there is none.
     */
    int take(final int address, final long version)
    {
        if (0 == size)
        {
            return NONE;
        }
        final int bucket = bucket(address, version);
        int before = 0;
        int link = buckets.getInt(bucket);
        while (0 != link)
        {
            final int next = next(link);
            final int offset = (link - 1) * ENTRY_LENGTH;
            if (entries.getLong(offset + VERSION_OFFSET) == version && entries.getInt(offset) == address)
            {
                if (0 == before)
                {
                    buckets.putInt(bucket, next);
                }
                else
                {
                    next(before, next);
                }
                next(link, firstFree);
                firstFree = link;
                size--;
                return offset;
            }
            before = link;
            link = next;
        }
        return NONE;
    }

    /**
     * Removes all reads that wait for a version of a host.
     *
     * @param action called with their entries, as {@link #take} returns them; it must not add any.
     */
    void takeScheduledBy(final int host, final IntConsumer action)
    {
        for (int bucket = 0; bucket < capacity && size > 0; bucket++)
        {
            int link = buckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int next = next(link);
                final int offset = (link - 1) * ENTRY_LENGTH;
                final long version = entries.getLong(offset + VERSION_OFFSET);
                if (Version.host(version) == host)
                {
                    action.accept(take(entries.getInt(offset), version));
                }
                link = next;
            }
        }
    }

    /**
     * Passes on all reads that wait for a version of a variable; they continue to wait.
     *
     * @param action called with their entries, as {@link #take} returns them; it must not add or take any.
     */
    void forEach(final int address, final long version, final IntConsumer action)
    {
        int link = 0 == size ? 0 : buckets.getInt(bucket(address, version));
        while (0 != link)
        {
            final int offset = (link - 1) * ENTRY_LENGTH;
            if (entries.getLong(offset + VERSION_OFFSET) == version && entries.getInt(offset) == address)
            {
                action.accept(offset);
            }
            link = next(link);
        }
    }

    int reader(final int entry)
    {
        return entries.getInt(entry + READER_OFFSET);
    }

    int slot(final int entry)
    {
        return entries.getInt(entry + SLOT_OFFSET);
    }

    private void chain(final int link)
    {
        final int offset = (link - 1) * ENTRY_LENGTH;
        final int bucket = bucket(entries.getInt(offset), entries.getLong(offset + VERSION_OFFSET));
        next(link, buckets.getInt(bucket));
        buckets.putInt(bucket, link);
    }

    private void grow()
    {
        if (capacity == MAX_CAPACITY)
        {
            throw new IllegalStateException("more than " + MAX_CAPACITY + " reads are pending at one host: assign or" +
                " cancel the SCHEDs that they wait for");
        }
        final int newCapacity = Math.max(INITIAL_CAPACITY, 2 * capacity);
        final OffHeapBuffer newEntries = OffHeapBuffer.allocate((long)newCapacity * ENTRY_LENGTH);
        if (capacity > 0)
        {
            entries.copyTo(0, newEntries, 0, capacity * ENTRY_LENGTH);
        }
        entries = newEntries;
        buckets = OffHeapBuffer.allocate((long)newCapacity * Integer.BYTES);
        capacity = newCapacity;
        for (int link = 1; link <= used; link++)
        {
            chain(link);
        }
    }

    private int bucket(final int address, final long version)
    {
        final long hash = (version * 31 + address) * 0x9E3779B97F4A7C15L;
        return (int)(hash >>> 32 & capacity - 1) * Integer.BYTES;
    }

    private int next(final int link)
    {
        return entries.getInt((link - 1) * ENTRY_LENGTH + NEXT_OFFSET);
    }

    private void next(final int link, final int value)
    {
        entries.putInt((link - 1) * ENTRY_LENGTH + NEXT_OFFSET, value);
    }
}
