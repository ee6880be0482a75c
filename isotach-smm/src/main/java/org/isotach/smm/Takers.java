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

    /**
     * Notes that the calling thread takes variables.
     *
     * @param version version of the first one; those of the others follow it.
     */
    void add(final long version)
    {
        final int index = (int)version & COUNT - 1;
        threads[index] = Thread.currentThread();
        versions[index] = version;
    }

    /**
     * Does the same as {@link PortOwner#describe}.
     */
    String describe(final long version)
    {
        for (long first = version; first > version - COUNT; first--)
        {
            final int index = (int)first & COUNT - 1;
            final Thread thread = threads[index];
            if (versions[index] == first && null != thread)
            {
                return SchedLedger.describe(thread);
            }
        }
        return "a thread of the host";
    }
}
