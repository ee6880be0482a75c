/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The threads that have lately taken variables without a port: messages name the thread that is to assign a version.
 * Written by the owner of the host, read by any thread; all accesses are plain, so other threads may read old values.
 */
final class Takers
{
    // A power of two.
    private static final int COUNT = 64;

    private final Thread[] threads = new Thread[COUNT];
    private final long[] versions = new long[COUNT];
    private final int[] counts = new int[COUNT];

    /**
     * Notes that the calling thread takes variables.
     *
     * @param version version of the first one; those of the others follow it.
     * @param count   number of variables.
     */
    void add(final long version, final int count)
    {
        final int index = (int)version & COUNT - 1;
        versions[index] = version;
        counts[index] = count;
        threads[index] = Thread.currentThread();
    }

    /**
     * Does the same as {@link PortOwner#threadOf}.
     */
    Thread threadOf(final long version)
    {
        for (int i = 0; i < COUNT; i++)
        {
            // First, because it is written last: the versions of a later thread do not match.
            final Thread thread = threads[i];
            final long place = version - versions[i];
            if (place >= 0 && place < counts[i])
            {
                return thread;
            }
        }
        return null;
    }
}
