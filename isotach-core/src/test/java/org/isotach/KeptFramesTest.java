/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The borders of the slab and of its window, to the byte and to the frame, where frames are read where they lie.
 */
class KeptFramesTest
{
    private static final int MAX_LENGTH = 64;
    private static final int LENGTH = 4 * MAX_LENGTH;

    private final RecordingIssuer issuer = new RecordingIssuer();
    private final FrameSlab slab = slab(16);

    @Test
    void shouldGoOnBehindAFrameWhenTheRestIsJustLongEnough()
    {
        issue(0, 64);
        issue(1, 64);
        issue(2, 64);

        assertEquals(LENGTH - MAX_LENGTH, slab.frameOffset());
    }

    @Test
    void shouldGoBackToTheStartWhenTheRestIsTooShort()
    {
        issue(0, 64);
        issue(1, 64);
        slab.frameIssued(2, 64 - 8);
        assertEquals(LENGTH - MAX_LENGTH - 8, slab.frameOffset());
        issuer.retired = 1;
        assertTrue(slab.hasRoomBehindFrame(16));
        slab.frameIssued(3, 16);

        assertEquals(0, slab.frameOffset());
    }

    @Test
    void shouldHaveRoomWhenTheNextFrameEndsWhereTheOldestBegins()
    {
        issue(0, 64);
        issue(1, 64);
        assertTrue(slab.hasRoomBehindFrame(64));
        assertFalse(slab.hasRoomBehindFrame(64 + 8));
        assertEquals(1, issuer.retirementRequests);
    }

    @Test
    void shouldCountTheRestThatNobodyUsesWhenItGoesRound()
    {
        issue(0, 64);
        issue(1, 64);
        issuer.retired = 0;
        issue(2, 64);
        // At 192: with 8 bytes more the next frame begins at 0, where 64 bytes are free, up to frame 1.
        assertTrue(slab.hasRoomBehindFrame(8));
        slab.frameIssued(3, 8);
        assertEquals(0, slab.frameOffset());

        // The next one would lie over frame 1.
        assertFalse(slab.hasRoomBehindFrame(8));
        issuer.retired = 1;
        assertTrue(slab.hasRoomBehindFrame(8));
    }

    @Test
    void shouldHaveNoRoomWhenTheWindowIsFull()
    {
        final FrameSlab narrow = slab(2);
        assertTrue(narrow.hasRoomBehindFrame(8));
        narrow.frameIssued(0, 8);
        assertTrue(narrow.hasRoomBehindFrame(8));
        narrow.frameIssued(1, 8);
        assertFalse(narrow.hasRoomBehindFrame(8));

        issuer.retired = 0;
        assertTrue(narrow.hasRoomBehindFrame(8));
    }

    @Test
    void shouldFreeFramesUpToTheOneThatIsRetired()
    {
        issue(5, 64);
        issue(6, 64);
        issuer.retired = 4;
        assertFalse(slab.hasRoomBehindFrame(64 + 8));
        issuer.retired = 5;
        assertTrue(slab.hasRoomBehindFrame(64));
        slab.frameIssued(7, 64);

        // Frame 6 is not free: it begins at 64, and the next one at 192, behind which there is room up to there.
        assertTrue(slab.hasRoomBehindFrame(64));
        slab.frameIssued(8, 64);
        assertFalse(slab.hasRoomBehindFrame(8));
    }

    @Test
    void shouldFetchNothingBehindWhatTheNextFrameMayUse()
    {
        final FrameSlab filled = slab(16);
        for (int i = 0; i < LENGTH; i += Long.BYTES)
        {
            filled.buffer().putLong(i, -1);
        }
        filled.frameIssued(0, 64);

        for (int i = 0; i < LENGTH; i += Long.BYTES)
        {
            assertEquals(64 == i ? 0 : -1, filled.buffer().getLong(i), "at " + i);
        }
    }

    private FrameSlab slab(final int window)
    {
        final FrameSlab made = new KeptFrames(issuer, LENGTH, MAX_LENGTH, window);
        made.buffer();
        return made;
    }

    private void issue(final long ticket, final int length)
    {
        assertTrue(slab.hasRoomBehindFrame(length));
        slab.frameIssued(ticket, length);
    }
}
