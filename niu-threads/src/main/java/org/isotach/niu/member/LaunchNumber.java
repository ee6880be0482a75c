/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of a launch of a cluster: the sum of what its members have drawn, and told each other when they joined. It
 * owns the rule that all members of one launch have the same number, and those of another launch another one.
 * That is true only if all of them hear the same incarnation of each: when one member alone is launched again while
 * others join, two of them may know different numbers. Then no view is in force for both, so expulsions fail, or go
 * apart; all members have to be launched again.
 * <p>
 * Threadsafe.
 */
public final class LaunchNumber
{
    private final long own = ThreadLocalRandom.current().nextLong();
    private final AtomicLong sum = new AtomicLong(own);
    private final AtomicInteger missing;

    /**
     * @param members number of members.
     */
    public LaunchNumber(final int members)
    {
        missing = new AtomicInteger(members - 1);
    }

    /**
     * Returns what this member has drawn.
     */
    long own()
    {
        return own;
    }

    /**
     * Another member has told what it has drawn. Call it once for each.
     */
    void add(final long other)
    {
        sum.addAndGet(other);
        // Volatile, last: the sum. Partner: isComplete().
        missing.decrementAndGet();
    }

    /**
     * Returns whether all other members have told what they have drawn. One that was out before has not, perhaps only
     * not to this member.
     */
    public boolean isComplete()
    {
        return 0 == missing.get();
    }

    /**
     * Returns the number; if it is not complete, one that no launch has.
     */
    public long get()
    {
        return sum.get();
    }

    @Override
    public String toString()
    {
        return "LaunchNumber{" + Long.toHexString(sum.get()) + ", missing=" + missing + '}';
    }
}
