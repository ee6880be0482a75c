/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The threads that have taken variables last without a port, for messages: who is to assign a version? Written by the
 * owner of the host, read by any thread; all plain, so what others read may be out of date.
 */
final class Takers
{
    // A power of two.
    private static final int COUNT = 64;

    private final Thread[] threads = new Thread[COUNT];
    private final long[] versions = new long[COUNT];

    /**
     * The calling thread takes variables.
     *
     * @param version of the first one; those of the others follow.
     */
    void add(final long version)
    {
        final int index = (int)version & COUNT - 1;
        threads[index] = Thread.currentThread();
        versions[index] = version;
    }

    /**
     * As {@link PortOwner#describe}.
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
