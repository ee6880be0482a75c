/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * A host of a member stamps frames and puts them on a trunk; the member promises meanwhile. A frame is late if its
 * timestamp was promised before it was on the trunk.
 */
abstract class PromiseProgram
{
    private static final int FRAMES = 40;
    private static final int PROMISES = 40;
    private static final int DISTANCE = 2;
    private static final int STRIDE = 128;
    private static final int TIME = STRIDE;
    private static final int DEMAND = 2 * STRIDE;
    private static final int TRUNK = 3 * STRIDE;

    final Floor floor = new Floor(0, 2, false, new Doorbell());
    final OffHeapBuffer words = OffHeapBuffer.allocate(4 * STRIDE);
    final TokenManager tokenManager;
    final TokenWord word;
    private final Promiser promiser;

    // Written by one actor each, and read when both have ended.
    private final long[] stamps = new long[FRAMES];
    private final long[] promised = new long[PROMISES];
    private final long[] onTrunk = new long[PROMISES];

    PromiseProgram()
    {
        words.putLong(0, TokenManager.IDLE);
        tokenManager = new TokenManager(List.of(0), words, TIME, DEMAND, new int[]{ 0 }, floor);
        word = newWord();
        promiser = new Promiser(floor, tokenManager);
    }

    TokenWord newWord()
    {
        return new TokenWord(words, 0, tokenManager, floor);
    }

    /**
     * Pins the host, and returns the timestamp of a frame: R1.
     */
    long pinAndStamp()
    {
        return word.earliest(word.stop(), DISTANCE);
    }

    /**
     * Promises what is wanted, as far as that is possible: R2.
     */
    long promise(final long wanted)
    {
        floor.want(wanted);
        return promiser.promise();
    }

    final void sendAll()
    {
        for (int frame = 0; frame < FRAMES; frame++)
        {
            stamps[frame] = pinAndStamp();
            words.putLongRelease(TRUNK, frame + 1);
            word.release();
        }
    }

    final void promiseAll()
    {
        for (int i = 0; i < PROMISES; i++)
        {
            promised[i] = promise((i + 1L) * DISTANCE);
            // What is on the trunk now comes in front of the token.
            onTrunk[i] = words.getLongVolatile(TRUNK);
        }
    }

    /**
     * Returns whether a frame came behind a token that has promised its timestamp.
     */
    final boolean isOneLate()
    {
        boolean isLate = false;
        for (int i = 0; i < PROMISES; i++)
        {
            for (int frame = (int)onTrunk[i]; frame < FRAMES; frame++)
            {
                isLate |= stamps[frame] <= promised[i];
            }
        }
        return isLate;
    }
}
