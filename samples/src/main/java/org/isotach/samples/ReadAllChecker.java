/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks the results of write-all/read-all: all values that one isochron reads are equal, and they are those of the
 * last write before it, so they are not older than the host's own last write, nor than any write seen before.
 * <pre>
 *   63     55                                23                     0
 *   +------+---------------------------------+----------------------+
 *   |writer|  number of the write, from 1    |  random number       |
 *   +------+---------------------------------+----------------------+
 * </pre>
 */
final class ReadAllChecker
{
    private static final int RANDOM_BITS = 24;
    private static final int COUNT_BITS = 32;

    private final int hosts;
    private final AtomicLong reads = new AtomicLong();
    private final Violations violations = new Violations();

    ReadAllChecker(final int hosts)
    {
        this.hosts = hosts;
    }

    /**
     * The checks of one host, for one thread.
     */
    Reader reader(final int host)
    {
        return new Reader(host);
    }

    /**
     * Values that were read and checked.
     */
    long reads()
    {
        return reads.get();
    }

    Violations violations()
    {
        return violations;
    }

    final class Reader
    {
        private final int host;
        private final long[] seen = new long[hosts];
        private long written;

        private Reader(final int host)
        {
            this.host = host;
        }

        /**
         * The value to be written next.
         */
        long nextValue(final int random)
        {
            written++;
            return (long)host << RANDOM_BITS + COUNT_BITS | written << RANDOM_BITS |
                random & (1L << RANDOM_BITS) - 1;
        }

        /**
         * Checks the values that one isochron has read, after the last value was written.
         */
        void check(final long[] values)
        {
            reads.getAndAdd(values.length);
            for (int i = 1; i < values.length; i++)
            {
                if (values[i] != values[0])
                {
                    violations.add("host " + host + " has read different values in one isochron: " +
                        Arrays.toString(values));
                    return;
                }
            }
            final int writer = (int)(values[0] >>> RANDOM_BITS + COUNT_BITS);
            final long count = values[0] >>> RANDOM_BITS & (1L << COUNT_BITS) - 1;
            if (writer >= hosts || 0 == count)
            {
                violations.add("host " + host + " has read 0x" + Long.toHexString(values[0]) + ", which no host wrote");
                return;
            }
            final long expected = writer == host ? written : seen[writer];
            if (count < expected || writer == host && count > expected)
            {
                violations.add("host " + host + " has read write " + count + " of host " + writer + " after write " +
                    expected);
            }
            seen[writer] = Math.max(seen[writer], count);
        }
    }
}
