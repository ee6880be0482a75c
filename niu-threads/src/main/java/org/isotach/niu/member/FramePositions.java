/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;

/**
 * What a token says of frames: for each member, how far the trunk to it was filled with them when so much was promised.
 * Whoever has got so much of the stream has all of them. Belongs to the owner of the trunks.
 */
final class FramePositions
{
    private final Sequence[] onTrunks;
    private long[] positions;
    private long[] next;
    private long promised;

    /**
     * @param onTrunks of each trunk: the position behind the last frame that was put on it, 0 if there is none; null
     *                 for this member.
     */
    FramePositions(final Sequence[] onTrunks)
    {
        this.onTrunks = onTrunks;
        positions = new long[onTrunks.length];
        next = new long[onTrunks.length];
    }

    /**
     * Looks how far each trunk is filled. All frames up to what is promised are in front of that, and that is in front
     * of each token that comes from now on.
     *
     * @return for each member, the position on the trunk to it. The caller must not change it.
     */
    long[] of(final long promise)
    {
        if (promise > promised)
        {
            promised = promise;
            for (int member = 0; member < positions.length; member++)
            {
                positions[member] = onTrunk(member);
            }
        }
        return positions;
    }

    private long onTrunk(final int member)
    {
        // What the trunk has taken. Partner: TrunkQueue.raise().
        return null == onTrunks[member] ? 0 : onTrunks[member].get();
    }

    /**
     * Puts the positions into a frame that carries a token. Its own one is not known yet: its receiver puts it there.
     */
    void putNext(final OffHeapBuffer record, final int index)
    {
        for (int member = 0; member < next.length; member++)
        {
            next[member] = onTrunk(member);
            record.putLong(index + member * Long.BYTES, next[member]);
        }
    }

    /**
     * The frame is on its trunk.
     *
     * @param promise  that it carries.
     * @param member   that gets it.
     * @param position of the frame.
     */
    void keepNext(final long promise, final int member, final long position)
    {
        next[member] = position;
        final long[] kept = next;
        next = positions;
        positions = kept;
        promised = promise;
    }
}
