/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Memory of frames that are copied when they are sent: free at once, unless a batch waits in it.
 */
class CopiedFramesTest
{
    private static final int MAX_LENGTH = 64;
    private static final int LENGTH = 4 * MAX_LENGTH;

    private final RecordingIssuer issuer = new RecordingIssuer();
    private final FrameSlab slab = new CopiedFrames(issuer, LENGTH, MAX_LENGTH);

    @Test
    void shouldUseTheSameMemoryForEverythingThatIsSentAtOnce()
    {
        for (long ticket = 0; ticket < 100; ticket++)
        {
            issue(ticket, MAX_LENGTH);
            assertEquals(0, slab.frameOffset());
            assertEquals(ticket, slab.lastTicket());
        }
        assertEquals(List.of(), issuer.calls, "nothing has to be freed");
        assertEquals(0, issuer.retirementRequests);
    }

    @Test
    void shouldGoOnBehindAFrameThatWaitsInABatch()
    {
        issue(IsochronIssuer.APPENDED, 8);
        assertEquals(8, slab.frameOffset());
        issue(IsochronIssuer.APPENDED, 64);
        assertEquals(72, slab.frameOffset());
        assertEquals(IsochronIssuer.APPENDED, slab.lastTicket());
    }

    @Test
    void shouldBeginAtTheStartBehindABatchThatIsSent()
    {
        issue(IsochronIssuer.APPENDED, 64);
        issue(7, 64);
        assertEquals(0, slab.frameOffset());
        assertEquals(7, slab.lastTicket());
    }

    @Test
    void shouldEndTheBatchWhenTheNextFrameMayNotFitBehind()
    {
        issue(IsochronIssuer.APPENDED, 64);
        issue(IsochronIssuer.APPENDED, 64);
        assertTrue(slab.hasRoomBehindFrame(64), "to the byte");
        assertEquals(List.of(), issuer.calls);
        issuer.batchTicket = IsochronIssuer.BACK_PRESSURED;
        assertFalse(slab.hasRoomBehindFrame(64 + 8));
        assertEquals(IsochronIssuer.APPENDED, slab.lastTicket());
        assertEquals(128, slab.frameOffset(), "the frame stays where it is");

        issuer.batchTicket = 9L;
        assertTrue(slab.hasRoomBehindFrame(64 + 8));
        assertEquals(9, slab.lastTicket());
        assertEquals(128, slab.frameOffset());
    }

    @Test
    void shouldEndABatchOnce()
    {
        issue(IsochronIssuer.APPENDED, 64);
        issue(IsochronIssuer.APPENDED, 64);
        issuer.batchTicket = 9L;
        assertTrue(slab.hasRoomBehindFrame(64 + 8));
        assertTrue(slab.hasRoomBehindFrame(64 + 8), "the frame was refused, and comes again");
        assertEquals(List.of("endBatch"), issuer.calls);
    }

    @Test
    void shouldGoToTheStartBehindTheFirstFrameOfABatchAtTheEnd()
    {
        issue(IsochronIssuer.APPENDED, 64);
        issue(IsochronIssuer.APPENDED, 64);
        issue(IsochronIssuer.APPENDED, 64);
        assertEquals(LENGTH - MAX_LENGTH, slab.frameOffset());
        issuer.batchTicket = 9L;
        issue(IsochronIssuer.APPENDED, 8);
        assertEquals(0, slab.frameOffset());
    }

    private void issue(final long ticket, final int length)
    {
        assertTrue(slab.hasRoomBehindFrame(length));
        slab.frameIssued(ticket, length);
    }
}
