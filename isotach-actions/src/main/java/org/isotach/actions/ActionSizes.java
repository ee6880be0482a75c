/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.IsochronTooLargeException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.IsochronLimit;
import org.isotach.smm.TakenVariables;

/**
 * How many words one action can reserve and read. It owns the rule that an action with more reads than a host may have
 * outstanding reserves what it only reads, too, and then gives it back.
 */
final class ActionSizes
{
    private static final int[] NOTHING = {};
    private static final int READS_PER_CAP = 4;

    private final int maxTaken;
    private final int maxSingle;
    private final int maxReads;
    private final String setting;
    private final int readCap;

    ActionSizes(final ClusterContext context)
    {
        final IsochronLimit limit = context.isochronLimit();
        maxTaken = Math.min(TakenVariables.MAX_CAPACITY, TakenVariables.maxCount(limit.length()));
        setting = limit.setting();
        readCap = context.readCap();
        // A READ or WRITE is less than twice as long as what gives a variable back.
        maxSingle = Math.max(1, maxTaken / 2);
        maxReads = Math.max(1, Math.min(readCap / READS_PER_CAP, maxSingle));
    }

    /**
     * Returns a number of READs or WRITEs of one word each for which one isochron certainly has room.
     */
    int maxSingle()
    {
        return maxSingle;
    }

    /**
     * Returns how many words one action can reserve.
     */
    int maxTaken()
    {
        return maxTaken;
    }

    /**
     * Refuses to reserve more words than one isochron can give back.
     *
     * @param what for messages.
     */
    void checkTaken(final Object what, final int words)
    {
        if (words > maxTaken)
        {
            throw new IsochronTooLargeException(what + " takes " + words + " words (expected: at most " + maxTaken +
                ", which one isochron can give back; raise " + setting + ')');
        }
    }

    /**
     * Refuses an action whose variables one isochron cannot take, read and give back.
     */
    void check(final Footprint footprint)
    {
        checkTaken(footprint, takesAll(footprint) ? footprint.words() : footprint.taken().length);
    }

    /**
     * Returns whether words are read with one operation, because there are too many for one each: each READ counts as
     * one of the outstanding reads of the host, and needs more of an isochron.
     */
    boolean isOneOperation(final int words)
    {
        return words > maxReads;
    }

    /**
     * Returns the words that an action reserves.
     */
    int[] toTake(final Footprint footprint)
    {
        return takesAll(footprint) ? footprint.all() : footprint.taken();
    }

    /**
     * Returns the words that an action reads and does not reserve.
     */
    int[] toRead(final Footprint footprint)
    {
        return takesAll(footprint) ? NOTHING : footprint.read();
    }

    private boolean takesAll(final Footprint footprint)
    {
        final int reads = footprint.read().length;
        if (reads < readCap)
        {
            return false;
        }
        if (footprint.words() > maxTaken)
        {
            throw new IsochronTooLargeException(footprint + " reads " + reads + " words, and has " +
                footprint.words() + " in all (expected: reads less than " + readCap + ", or has at most " + maxTaken +
                "; raise ClusterContext.readCap, or do it in several actions)");
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "ActionSizes{maxTaken=" + maxTaken + ", readCap=" + readCap + '}';
    }
}
