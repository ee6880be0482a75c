/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory of the UPDATEs that wait at one host. It grows when it is full; nothing else allocates. Belongs to the
 * executor of the host.
 * <pre>
 *            0         4        8     16        24        32        36     40     44     48      52     56     60
 *   entry    | address | reader | root | argument| expected| function| place| kind | next | bucket| last | count |
 * </pre>
 * Bucket, last and count are those of the first entry of a chain. Entries of one chain, first entries of one bucket,
 * and free entries are linked by entry numbers plus one; 0 ends a list.
 */
abstract class UpdateEntries
{
    /**
     * Stands for no entry.
     */
    static final int NONE = -1;

    /**
     * The reader of an UPDATE whose result no host gets.
     */
    static final int NO_READER = -1;

    // Links of entries; for the subclass.
    static final int ROOT_OFFSET = 8;
    static final int BUCKET_OFFSET = 48;
    static final int LAST_OFFSET = 52;
    static final int COUNT_OFFSET = 56;

    private static final int ENTRY_LENGTH = 64;
    private static final int READER_OFFSET = 4;
    private static final int ARGUMENT_OFFSET = 16;
    private static final int EXPECTED_OFFSET = 24;
    private static final int FUNCTION_OFFSET = 32;
    private static final int PLACE_OFFSET = 36;
    private static final int KIND_OFFSET = 40;
    private static final int NEXT_OFFSET = 44;

    // Bit 62 marks the version of an UPDATE; the other bits are its entry.
    private static final long DEPENDENT = 1L << 62;

    OffHeapBuffer entries;
    int capacity;
    private int used;
    private int firstFree;
    private int size;

    final boolean isEmpty()
    {
        return 0 == size;
    }

    final int size()
    {
        return size;
    }

    /**
     * Returns the version of the SCHED that a version is, or depends on.
     */
    final long root(final long version)
    {
        return isDependent(version) ? entries.getLong(entry(version) + ROOT_OFFSET) : version;
    }

    /**
     * Returns whether no entry is free.
     */
    final boolean isFull()
    {
        return 0 == firstFree && used == capacity;
    }

    /**
     * Changes the size of the memory; the contents of the entries stay.
     */
    final void resize(final int newCapacity)
    {
        final OffHeapBuffer newEntries = OffHeapBuffer.allocate((long)newCapacity * ENTRY_LENGTH);
        if (capacity > 0)
        {
            entries.copyTo(0, newEntries, 0, capacity * ENTRY_LENGTH);
        }
        entries = newEntries;
        capacity = newCapacity;
    }

    /**
     * Puts an UPDATE into an entry, linked to no other one.
     *
     * @return the entry.
     */
    final int put(
        final int address,
        final long root,
        final int function,
        final long argument,
        final long expected,
        final int reader,
        final int place,
        final int kind)
    {
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
        final int entry = entryOf(link);
        entries.putInt(entry, address);
        entries.putInt(entry + READER_OFFSET, reader);
        entries.putLong(entry + ROOT_OFFSET, root);
        entries.putLong(entry + ARGUMENT_OFFSET, argument);
        entries.putLong(entry + EXPECTED_OFFSET, expected);
        entries.putInt(entry + FUNCTION_OFFSET, function);
        entries.putInt(entry + PLACE_OFFSET, place);
        entries.putInt(entry + KIND_OFFSET, kind);
        next(link, 0);
        size++;
        return entry;
    }

    /**
     * Returns the entry behind another one.
     *
     * @return the entry, {@link #NONE} if there is none.
     */
    final int following(final int entry)
    {
        final int link = entries.getInt(entry + NEXT_OFFSET);
        return 0 == link ? NONE : entryOf(link);
    }

    final void free(final int entry)
    {
        final int link = link(entry);
        next(link, firstFree);
        firstFree = link;
        size--;
    }

    /**
     * Returns the version of an UPDATE.
     */
    final long version(final int entry)
    {
        return DEPENDENT | entry;
    }

    final int address(final int entry)
    {
        return entries.getInt(entry);
    }

    final int function(final int entry)
    {
        return entries.getInt(entry + FUNCTION_OFFSET);
    }

    final long argument(final int entry)
    {
        return entries.getLong(entry + ARGUMENT_OFFSET);
    }

    final long expected(final int entry)
    {
        return entries.getLong(entry + EXPECTED_OFFSET);
    }

    final int reader(final int entry)
    {
        return entries.getInt(entry + READER_OFFSET);
    }

    final int place(final int entry)
    {
        return entries.getInt(entry + PLACE_OFFSET);
    }

    final int kind(final int entry)
    {
        return entries.getInt(entry + KIND_OFFSET);
    }

    static boolean isDependent(final long version)
    {
        return 0 != (version & DEPENDENT);
    }

    static int entry(final long version)
    {
        return (int)(version & ~DEPENDENT);
    }

    static int entryOf(final int link)
    {
        return (link - 1) * ENTRY_LENGTH;
    }

    static int link(final int entry)
    {
        return entry / ENTRY_LENGTH + 1;
    }

    final int next(final int link)
    {
        return entries.getInt(entryOf(link) + NEXT_OFFSET);
    }

    final void next(final int link, final int value)
    {
        entries.putInt(entryOf(link) + NEXT_OFFSET, value);
    }
}
