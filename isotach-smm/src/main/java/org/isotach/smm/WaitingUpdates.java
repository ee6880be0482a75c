/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.OffHeapBuffer;

/**
 * The UPDATEs that wait at one host for the ASSIGN of a SCHED, in the order in which they executed, one chain for each
 * SCHED of a variable. Each UPDATE is a version of its own, which depends on its SCHED, its <em>root</em>. Buckets find
 * the first entries of the chains. Belongs to the executor of the host.
 */
final class WaitingUpdates extends UpdateEntries
{
    /**
     * Largest number of UPDATEs that wait for one SCHED: the same number at all copies, so that all of them refuse the
     * same UPDATEs.
     */
    static final int MAX_PER_SCHED = 1 << 16;

    private static final int INITIAL_CAPACITY = 64;
    private static final int MAX_CAPACITY = 1 << 24;

    private final int maxCapacity;
    private OffHeapBuffer buckets;

    WaitingUpdates()
    {
        this(MAX_CAPACITY);
    }

    /**
     * @param maxCapacity largest number of UPDATEs that wait, a power of two, at least 64.
     */
    WaitingUpdates(final int maxCapacity)
    {
        this.maxCapacity = maxCapacity;
    }

    /**
     * Returns the version that a variable waits for after a SCHED: that of the last UPDATE that waits for it, if there
     * is any.
     */
    long last(final int address, final long root)
    {
        final int first = first(address, root);
        return NONE == first ? root : version(entryOf(entries.getInt(first + LAST_OFFSET)));
    }

    /**
     * Returns the number of UPDATEs that wait for a SCHED.
     */
    int count(final int address, final long root)
    {
        final int first = first(address, root);
        return NONE == first ? 0 : entries.getInt(first + COUNT_OFFSET);
    }

    /**
     * Adds an UPDATE behind those that already wait. If this throws, because there is no room or no memory for it,
     * nothing has changed.
     *
     * @param reader the host that gets its result, {@link #NO_READER} if this host answers no one.
     * @param place  the place of the result at the reader.
     * @param kind   the kind of the result, for the caller.
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
        if (isFull())
        {
            grow();
        }
        final int entry = put(address, root, function, argument, expected, reader, place, kind);
        final int link = link(entry);
        append(address, root, link, link, 1);
        return entry;
    }

    /**
     * Removes all UPDATEs that wait for a SCHED. Their entries may be read until the caller frees them.
     *
     * @return the first one, {@link #NONE} if there is none.
     */
    int take(final int address, final long root)
    {
        if (isEmpty())
        {
            return NONE;
        }
        final int bucket = bucket(address, root);
        int before = 0;
        int link = buckets.getInt(bucket);
        while (0 != link)
        {
            final int entry = entryOf(link);
            final int following = entries.getInt(entry + BUCKET_OFFSET);
            if (isOf(entry, address, root))
            {
                if (0 == before)
                {
                    buckets.putInt(bucket, following);
                }
                else
                {
                    entries.putInt(entryOf(before) + BUCKET_OFFSET, following);
                }
                return entry;
            }
            before = link;
            link = following;
        }
        return NONE;
    }

    /**
     * Removes all UPDATEs that wait for one of the SCHEDs of a host.
     *
     * @return the first entry of one of these SCHEDs, {@link #NONE} if there is none left.
     */
    int takeScheduledBy(final int host)
    {
        for (int bucket = 0; bucket < capacity && !isEmpty(); bucket++)
        {
            int link = buckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int entry = entryOf(link);
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
     * Makes the UPDATEs that wait for a SCHED wait for the SCHED before it, behind those that already wait for that
     * one.
     *
     * @return the first moved entry, {@link #NONE} if there was none.
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
            append(address, rootBefore, link(first), last, entries.getInt(first + COUNT_OFFSET));
        }
        return first;
    }

    /**
     * Finds the first UPDATE behind a version that is waited for, a SCHED or an UPDATE.
     *
     * @return its entry, {@link #NONE} if there is none.
     */
    int behind(final int address, final long version)
    {
        return isDependent(version) ? following(entry(version)) : first(address, version);
    }

    /**
     * Finds the first UPDATE that waits for a SCHED.
     */
    private int first(final int address, final long root)
    {
        if (isEmpty())
        {
            return NONE;
        }
        int link = buckets.getInt(bucket(address, root));
        while (0 != link)
        {
            final int entry = entryOf(link);
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
     * Appends linked entries to those of a SCHED.
     */
    private void append(final int address, final long root, final int head, final int last, final int count)
    {
        final int first = first(address, root);
        if (NONE == first)
        {
            final int entry = entryOf(head);
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
        buckets.putInt(bucket, link(entry));
    }

    /**
     * Called when all entries are in chains.
     */
    private void grow()
    {
        if (capacity == maxCapacity)
        {
            throw new IllegalStateException("no more than " + maxCapacity + " UPDATEs may wait at one host");
        }
        final int newCapacity = Math.max(INITIAL_CAPACITY, 2 * capacity);
        final OffHeapBuffer oldBuckets = buckets;
        final int oldCapacity = capacity;
        // Memory may run out: nothing changes before all of it is there.
        final OffHeapBuffer newBuckets = OffHeapBuffer.allocate((long)newCapacity * Integer.BYTES);
        resize(newCapacity);
        buckets = newBuckets;
        for (int bucket = 0; bucket < oldCapacity; bucket++)
        {
            int link = oldBuckets.getInt(bucket * Integer.BYTES);
            while (0 != link)
            {
                final int entry = entryOf(link);
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

    @Override
    public String toString()
    {
        return "WaitingUpdates{size=" + size() + ", capacity=" + capacity + '}';
    }
}
