/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * The sums of messages that one poll has handed to a handler, until the receiver asks for them one by one. With a poll
 * for each message, a protocol would pay for each what it pays for several in the programs of its users.
 */
final class PolledSums extends Padded
{
    /**
     * Messages of a poll, as in the samples of Aeron.
     */
    static final int LIMIT = 10;

    private final long[] sums = new long[LIMIT];
    private int added;
    private int taken;

    boolean isEmpty()
    {
        return taken == added;
    }

    /**
     * Called by the handler, at most {@link #LIMIT} times before all are taken.
     */
    void add(final long sum)
    {
        if (isEmpty())
        {
            taken = 0;
            added = 0;
        }
        sums[added++] = sum;
    }

    long take()
    {
        return sums[taken++];
    }
}
