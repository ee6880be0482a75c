/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;

/**
 * What a token says of frames: for each member, how many were on the trunk to it when so much was promised. Belongs to
 * the owner of the trunks.
 */
final class FrameCounts
{
    private final Sequence[] onTrunks;
    private long[] counts;
    private long[] next;
    private long counted;

    /**
     * @param onTrunks of each trunk: the number of the last frame that was put on it; null for this member.
     */
    FrameCounts(final Sequence[] onTrunks)
    {
        this.onTrunks = onTrunks;
        counts = new long[onTrunks.length];
        next = new long[onTrunks.length];
    }

    /**
     * Counts the frames on each trunk. All frames up to what is promised are on them, and those that are counted are in
     * front of each token that comes from now on.
     *
     * @return for each member, frames on the trunk to it. The caller must not change it.
     */
    long[] of(final long promised)
    {
        if (promised > counted)
        {
            counted = promised;
            for (int member = 0; member < counts.length; member++)
            {
                counts[member] = onTrunk(member);
            }
        }
        return counts;
    }

    private long onTrunk(final int member)
    {
        // What the trunk has taken. Partner: TrunkQueue.offer().
        return null == onTrunks[member] ? 0 : onTrunks[member].get() + 1;
    }

    /**
     * Puts the counts into a frame that carries a token, and is itself among them.
     *
     * @param carriedTo member that gets it.
     */
    void putNext(final OffHeapBuffer record, final int index, final int carriedTo)
    {
        for (int member = 0; member < next.length; member++)
        {
            next[member] = onTrunk(member) + (carriedTo == member ? 1 : 0);
            record.putLong(index + member * Long.BYTES, next[member]);
        }
    }

    /**
     * The frame is on its trunk.
     *
     * @param promised by the token that it carries.
     */
    void keepNext(final long promised)
    {
        final long[] kept = next;
        next = counts;
        counts = kept;
        counted = promised;
    }
}
