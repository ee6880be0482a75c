/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * Memory of frames that are read in place until their issuer reports that they are retired. It owns the rule that none
 * is overwritten before. Frames lie one after the other, wrap around, and become free in the order in which they were
 * issued.
 */
final class KeptFrames extends FrameSlab
{
    private static final int FETCH_LENGTH = 1024;
    private static final int SMALL_LENGTH = FETCH_LENGTH / 4;

    // Frames that their destinations may still read, oldest first: the ticket of each from the issuer, and the position
    // after it. Positions count bytes from the start and never wrap; offset = position % length.
    private final long[] issuedSequences;
    private final long[] issuedEnds;
    private final int windowMask;
    private long issuedHead;
    private long issuedTail;
    private long freePosition;
    private long framePosition;
    private long fetchedPosition;

    /**
     * As {@link FrameSlab}.
     *
     * @param window    largest number of frames on their way, a power of two.
     */
    KeptFrames(final IsochronIssuer issuer, final int length, final int maxLength, final int window)
    {
        super(issuer, length, maxLength);
        issuedSequences = new long[window];
        issuedEnds = new long[window];
        windowMask = window - 1;
    }

    @Override
    boolean hasRoomBehindFrame(final int frameLength)
    {
        return isRoomBehindFrame(frameLength) || tryMakeRoom(frameLength);
    }

    private boolean tryMakeRoom(final int frameLength)
    {
        freeRetired();
        final boolean hasRoom = isRoomBehindFrame(frameLength);
        if (!hasRoom)
        {
            issuer.requestRetirement();
        }
        return hasRoom;
    }

    private boolean isRoomBehindFrame(final int frameLength)
    {
        return isRoomInWindow() && nextFramePosition(frameLength) + maxLength - freePosition <= length;
    }

    private boolean isRoomInWindow()
    {
        return issuedTail - issuedHead <= windowMask;
    }

    private void freeRetired()
    {
        final long retired = issuer.retired();
        while (issuedHead < issuedTail && issuedSequences[(int)issuedHead & windowMask] <= retired)
        {
            freePosition = issuedEnds[(int)issuedHead & windowMask];
            issuedHead++;
        }
        if (issuedHead == issuedTail)
        {
            freePosition = framePosition;
        }
    }

    private long nextFramePosition(final int frameLength)
    {
        final int rest = length - frameOffset - frameLength;
        return framePosition + frameLength + (rest < maxLength ? rest : 0);
    }

    @Override
    void frameIssued(final long ticket, final int frameLength)
    {
        framePosition = nextFramePosition(frameLength);
        issuedSequences[(int)issuedTail & windowMask] = ticket;
        issuedEnds[(int)issuedTail & windowMask] = framePosition;
        issuedTail++;
        lastTicket = ticket;
        goOn(frameLength);
        if (frameLength <= SMALL_LENGTH)
        {
            fetchAhead();
        }
    }

    /**
     * Issuing takes a fence, which waits until the frame has been written. Writing to a cache line of the slab that
     * other hosts have read takes long. So this fetches several lines at a time by writing to them; a large frame does
     * that by itself. The next frame may use this memory.
     */
    private void fetchAhead()
    {
        if (fetchedPosition - framePosition < FETCH_LENGTH / 2)
        {
            final int lines = OffHeapBuffer.CACHE_LINE_LENGTH;
            final int limit = frameOffset + Math.min(FETCH_LENGTH, maxLength);
            final int fetched = (int)Math.max(fetchedPosition - framePosition, 0);
            int offset = frameOffset + fetched + lines - 1 & -lines;
            while (offset < limit)
            {
                buffer.putLong(offset, 0);
                offset += lines;
            }
            fetchedPosition = framePosition + offset - frameOffset;
        }
    }
}
