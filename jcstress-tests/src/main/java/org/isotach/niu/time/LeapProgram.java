/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;

/**
 * A host of a group stamps frames and puts them on a link; time leaps meanwhile. A frame is late if its pulse had ended
 * before it was on the link.
 */
abstract class LeapProgram
{
    private static final int FRAMES = 40;
    private static final int LEAPS = 40;
    static final int DISTANCE = 2;
    private static final int LENGTH_OF_LEAP = LeapingTokenManager.SHORTEST_LEAP + 1;
    private static final int STRIDE = 128;
    private static final int TIME = STRIDE;
    private static final int DEMAND = 2 * STRIDE;
    private static final int LINK = 3 * STRIDE;

    final OffHeapBuffer words = OffHeapBuffer.allocate(4 * STRIDE);
    final LeapingTokenManager tokenManager;
    final TokenWord word;

    // Written by one actor each, and read when both have ended.
    private final long[] stamps = new long[FRAMES];
    private final long[] ended = new long[LEAPS];
    private final long[] onLink = new long[LEAPS];

    LeapProgram()
    {
        words.putLong(0, TokenManager.IDLE);
        tokenManager = newTokenManager(List.of(0, 1), TIME, DEMAND, new int[]{ 0 });
        word = newWord();
    }

    LeapingTokenManager newTokenManager(
        final List<Integer> switches, final int timeIndex, final int demandIndex, final int[] inputs)
    {
        return new LeapingTokenManager(switches, words, timeIndex, demandIndex, inputs);
    }

    TokenWord newWord()
    {
        return new LeapingTokenWord(words, 0, tokenManager);
    }

    /**
     * Pins the host, and returns the timestamp of a frame.
     */
    long pinAndStamp()
    {
        return word.earliest(word.stop(), DISTANCE);
    }

    final void sendAll()
    {
        for (int frame = 0; frame < FRAMES; frame++)
        {
            stamps[frame] = pinAndStamp();
            words.putLongRelease(LINK, frame + 1);
            word.release();
        }
    }

    final void leapAll()
    {
        for (int i = 0; i < LEAPS; i++)
        {
            ended[i] = tokenManager.advanceTo(tokenManager.time() + LENGTH_OF_LEAP);
            // What is on the link now came before the pulse had ended.
            onLink[i] = words.getLongVolatile(LINK);
        }
    }

    /**
     * Returns whether a frame came when its pulse had ended.
     */
    final boolean isOneLate()
    {
        boolean isLate = false;
        for (int i = 0; i < LEAPS; i++)
        {
            for (int frame = (int)onLink[i]; frame < FRAMES; frame++)
            {
                isLate |= stamps[frame] <= ended[i];
            }
        }
        return isLate;
    }
}
