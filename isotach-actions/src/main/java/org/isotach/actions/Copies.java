/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

import org.isotach.smm.LocalMemory;

/**
 * The copies of some variables at one host. They say when it is time to look at the variables again, and no more: what
 * other members have written may not be here yet. Belongs to the thread that waits.
 */
final class Copies
{
    private final LocalMemory memory;
    private final int[] addresses;
    private final long[] noted;
    private final long[] now;
    private boolean areNoted;

    /**
     * @param memory    of the host.
     * @param addresses of the variables.
     */
    Copies(final LocalMemory memory, final int[] addresses)
    {
        this.memory = memory;
        this.addresses = addresses;
        noted = new long[addresses.length];
        now = new long[addresses.length];
    }

    /**
     * Notes the values, if all of them are here, and none is reserved. Call this before looking at the variables:
     * changes from then on count.
     */
    void note()
    {
        areNoted = memory.tryReadLocal(addresses, noted);
    }

    /**
     * Returns whether there are values to compare with: then no change is missed.
     */
    boolean areNoted()
    {
        return areNoted;
    }

    /**
     * Returns whether there are other values now.
     */
    boolean haveChanged()
    {
        return memory.tryReadLocal(addresses, now) && !(areNoted && Arrays.equals(noted, now));
    }

    @Override
    public String toString()
    {
        return "Copies{variables=" + addresses.length + ", areNoted=" + areNoted + '}';
    }
}
