/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * Memory of frames that their issuer copies when it sends them. It owns the rule that a frame is not overwritten before
 * it is sent. A frame that was sent at once is free at once, so the next frame takes its place, in the caches of its
 * thread. A frame that waits in a batch stays until the batch is sent.
 */
final class CopiedFrames extends FrameSlab
{
    /**
     * As {@link FrameSlab}.
     */
    CopiedFrames(final IsochronIssuer issuer, final int length, final int maxLength)
    {
        super(issuer, length, maxLength);
    }

    @Override
    boolean hasRoomBehindFrame(final int frameLength)
    {
        // At the start there is room once the batch is sent: then at most this frame waits, and it lies behind.
        return frameOffset + frameLength + maxLength <= length || IsochronIssuer.APPENDED != lastTicket ||
            tryEndBatch();
    }

    private boolean tryEndBatch()
    {
        final long ticket = issuer.endBatch();
        if (IsochronIssuer.BACK_PRESSURED == ticket)
        {
            return false;
        }
        lastTicket = ticket;
        return true;
    }

    @Override
    void frameIssued(final long ticket, final int frameLength)
    {
        if (IsochronIssuer.APPENDED == ticket)
        {
            goOn(frameLength);
        }
        else
        {
            frameOffset = 0;
        }
        lastTicket = ticket;
    }
}
