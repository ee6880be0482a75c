/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.OffHeapBuffer;

/**
 * The UPDATEs that wait at one host for the ASSIGN of a SCHED: in the order in which they executed, one chain for each
 * SCHED of a variable that has any. Each is a version of its own, which depends on its SCHED, its <em>root</em>. The
 * memory grows when it is full; nothing else is allocated. Belongs to the executor of the host.
 * <pre>
 *            0         4        8     16        24        32        36     40     44     48      52     56     60
 *   entry    | address | reader | root | argument| expected| function| place| kind | next | bucket| last | count |
 * </pre>
 * Bucket, last and count are those of the first entry of a chain. Entries of one chain, first entries of one bucket,
 * and free entries are linked by entry numbers plus one; 0 ends a list.
 */
final class WaitingUpdates
{
    static final int NONE = -1;

    /**
     * In place of the host that gets the result of an UPDATE.
     */
    static final int NO_READER = -1;

    /**
     * So many may wait for one SCHED when the next one comes: the same number at all copies, so that all of them refuse
     * the same ones.
     */
    static final int MAX_PER_SCHED = 1 << 16;

    private static final int INITIAL_CAPACITY = 64;
    private static final int MAX_CAPACITY = 1 << 24;
    private static final int ENTRY_LENGTH = 64;
    private static final int READER_OFFSET = 4;
    private static final int ROOT_OFFSET = 8;
    private static final int ARGUMENT_OFFSET = 16;
    private static final int EXPECTED_OFFSET = 24;
    private static final int FUNCTION_OFFSET = 32;
    private static final int PLACE_OFFSET = 36;
    private static final int KIND_OFFSET = 40;
    private static final int NEXT_OFFSET = 44;
    private static final int BUCKET_OFFSET = 48;
    private static final int LAST_OFFSET = 52;
    private static final int COUNT_OFFSET = 56;

    // Bit 62 says that a version is the one of an UPDATE; the rest is its entry.
    private static final long DEPENDENT = 1L << 62;

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
     * The version of a SCHED that another version is, or depends on.
     */
    long root(final long version)
    {
        return isDependent(version) ? entries.getLong(entry(version) + ROOT_OFFSET) : version;
    }

    /**
     * The version that a variable waits for behind a SCHED: that of the last UPDATE that waits for it, if there is any.
     */
    long last(final int address, final long root)
    {
        final int first = first(address, root);
        return NONE == first ? root : version((entries.getInt(first + LAST_OFFSET) - 1) * ENTRY_LENGTH);
    }

    /**
     * How many wait for a SCHED?
     */
    int count(final int address, final long root)
    {
        final int first = first(address, root);
        return NONE == first ? 0 : entries.getInt(first + COUNT_OFFSET);
    }

    /**
     * Adds an UPDATE behind those that wait already.
     *
     * @param reader host that gets its result, {@link #NO_READER} if this host answers nobody.
     * @param place  of the result at the reader.
     * @param kind   of the result, for the caller.
     * @return its entry.
     */
    int add(
        final int address,
        final long root,
        final int function,
        final long argument,
        final long expected,
        final int reader,
        final int place,
        final int kind)
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
        final int entry = (link - 1) * ENTRY_LENGTH;
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
        append(address, root, link, link, 1);
        return entry;
    }

    /**
     * Takes all that wait for a SCHED out. Their entries may be read until the caller frees them.
     *
     * @return the first one, {@link #NONE} if there is none.
     */
    int take(final int address, final long root)
    {
        if (0 == size)
        {
            return NONE;
        }
        final int bucket = bucket(address, root);
        int before = 0;
        int link = buckets.getInt(bucket);
        while (0 != link)
        {
            final int entry = (link - 1) * ENTRY_LENGTH;
            final int following = entries.getInt(entry + BUCKET_OFFSET);
            if (isOf(entry, address, root))
            {
                if (0 == before)
                {
                    buckets.putInt(bucket, following);
                }
                else
                {
                    entries.putInt((before - 1) * ENTRY_LENGTH + BUCKET_OFFSET, following);
                }
                return entry;
            }
            before = link;
            link = following;
        }
        return NONE;
    }

    /**
     * Takes all out that wait for one of the SCHEDs of a host.
     *
     * @return the first one of one of these SCHEDs, {@link #NONE} if there is none left.
     */
    int takeScheduledBy(final int host)
    {
        for (int bucket = 0; bucket < capacity && size > 0; bucket++)
        {
            int link = buckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int entry = (link - 1) * ENTRY_LENGTH;
                final long root = entries.getLong(entry + ROOT_OFFSET);
                if (Version.host(root) == host)
                {
                    return take(entries.getInt(entry), root);
                }
                link = entries.getInt(entry + BUCKET_OFFSET);
            }
        }
        return NONE;
    }

    /**
     * What waits for a SCHED waits for the one before it from now on, behind what waits for that already.
     *
     * @return the first one, {@link #NONE} if nothing did.
     */
    int move(final int address, final long root, final long rootBefore)
    {
        final int first = take(address, root);
        if (NONE != first)
        {
            for (int entry = first; NONE != entry; entry = following(entry))
            {
                entries.putLong(entry + ROOT_OFFSET, rootBefore);
            }
            final int last = entries.getInt(first + LAST_OFFSET);
            append(address, rootBefore, first / ENTRY_LENGTH + 1, last, entries.getInt(first + COUNT_OFFSET));
        }
        return first;
    }

    /**
     * The first one behind a version that is waited for, of a SCHED or of one of them.
     *
     * @return its entry, {@link #NONE} if there is none.
     */
    int behind(final int address, final long version)
    {
        return isDependent(version) ? following(entry(version)) : first(address, version);
    }

    /**
     * The one behind another one.
     *
     * @return its entry, {@link #NONE} if there is none.
     */
    int following(final int entry)
    {
        final int link = entries.getInt(entry + NEXT_OFFSET);
        return 0 == link ? NONE : (link - 1) * ENTRY_LENGTH;
    }

    void free(final int entry)
    {
        final int link = entry / ENTRY_LENGTH + 1;
        next(link, firstFree);
        firstFree = link;
        size--;
    }

    /**
     * The version of an UPDATE.
     */
    long version(final int entry)
    {
        return DEPENDENT | entry;
    }

    int address(final int entry)
    {
        return entries.getInt(entry);
    }

    int function(final int entry)
    {
        return entries.getInt(entry + FUNCTION_OFFSET);
    }

    long argument(final int entry)
    {
        return entries.getLong(entry + ARGUMENT_OFFSET);
    }

    long expected(final int entry)
    {
        return entries.getLong(entry + EXPECTED_OFFSET);
    }

    int reader(final int entry)
    {
        return entries.getInt(entry + READER_OFFSET);
    }

    int place(final int entry)
    {
        return entries.getInt(entry + PLACE_OFFSET);
    }

    int kind(final int entry)
    {
        return entries.getInt(entry + KIND_OFFSET);
    }

    private static boolean isDependent(final long version)
    {
        return 0 != (version & DEPENDENT);
    }

    private static int entry(final long version)
    {
        return (int)(version & ~DEPENDENT);
    }

    /**
     * The first one that waits for a SCHED.
     */
    private int first(final int address, final long root)
    {
        if (0 == size)
        {
            return NONE;
        }
        int link = buckets.getInt(bucket(address, root));
        while (0 != link)
        {
            final int entry = (link - 1) * ENTRY_LENGTH;
            if (isOf(entry, address, root))
            {
                return entry;
            }
            link = entries.getInt(entry + BUCKET_OFFSET);
        }
        return NONE;
    }

    private boolean isOf(final int entry, final int address, final long root)
    {
        return entries.getLong(entry + ROOT_OFFSET) == root && entries.getInt(entry) == address;
    }

    /**
     * Appends entries that are linked to those of a SCHED.
     */
    private void append(final int address, final long root, final int head, final int last, final int count)
    {
        final int first = first(address, root);
        if (NONE == first)
        {
            final int entry = (head - 1) * ENTRY_LENGTH;
            entries.putInt(entry + LAST_OFFSET, last);
            entries.putInt(entry + COUNT_OFFSET, count);
            chain(entry);
        }
        else
        {
            next(entries.getInt(first + LAST_OFFSET), head);
            entries.putInt(first + LAST_OFFSET, last);
            entries.putInt(first + COUNT_OFFSET, entries.getInt(first + COUNT_OFFSET) + count);
        }
    }

    /**
     * Puts the first entry of a chain into its bucket.
     */
    private void chain(final int entry)
    {
        final int bucket = bucket(entries.getInt(entry), entries.getLong(entry + ROOT_OFFSET));
        entries.putInt(entry + BUCKET_OFFSET, buckets.getInt(bucket));
        buckets.putInt(bucket, entry / ENTRY_LENGTH + 1);
    }

    /**
     * All entries are in chains.
     */
    private void grow()
    {
        if (capacity == MAX_CAPACITY)
        {
            throw new IllegalStateException("more than " + MAX_CAPACITY + " UPDATEs wait at one host for SCHEDs that" +
                " are not assigned");
        }
        final int newCapacity = Math.max(INITIAL_CAPACITY, 2 * capacity);
        final OffHeapBuffer newEntries = OffHeapBuffer.allocate((long)newCapacity * ENTRY_LENGTH);
        final OffHeapBuffer oldBuckets = buckets;
        final int oldCapacity = capacity;
        if (oldCapacity > 0)
        {
            entries.copyTo(0, newEntries, 0, oldCapacity * ENTRY_LENGTH);
        }
        entries = newEntries;
        buckets = OffHeapBuffer.allocate((long)newCapacity * Integer.BYTES);
        capacity = newCapacity;
        for (int bucket = 0; bucket < oldCapacity; bucket++)
        {
            int link = oldBuckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int entry = (link - 1) * ENTRY_LENGTH;
                link = entries.getInt(entry + BUCKET_OFFSET);
                chain(entry);
            }
        }
    }

    private int bucket(final int address, final long root)
    {
        final long hash = (root * 31 + address) * 0x9E3779B97F4A7C15L;
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

    @Override
    public String toString()
    {
        return "WaitingUpdates{size=" + size + ", capacity=" + capacity + '}';
    }
}
