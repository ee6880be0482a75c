/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The memory of the frames of an {@link Isochron}, of which one at a time is assembled, and the window of those that
 * were issued and may still be read by their destinations. Frames lie one behind the other, go round, and become free
 * in the order in which they were issued. Belongs to the application thread of the isochron.
 * <p>
 * A frame may become {@code maxLength} long, and is contiguous. So the frame in front of it is issued only when there
 * is as much behind it, or at the start of the slab if the rest behind it is too short.
 */
final class FrameSlab extends Padded
{
    private static final int FETCH_LENGTH = 1024;
    private static final int SMALL_LENGTH = FETCH_LENGTH / 4;

    private final IsochronIssuer issuer;
    private final int length;
    private final int maxLength;

    // Frames that may still be read by their destinations, oldest first: what the issuer called each of them, and
    // the position behind it. Positions count bytes from the start and never wrap; offset = position % length.
    private final long[] issuedSequences;
    private final long[] issuedEnds;
    private final int windowMask;
    private long issuedHead;
    private long issuedTail;
    private long freePosition;
    private long framePosition;
    private long fetchedPosition;

    private OffHeapBuffer buffer;
    private int frameOffset;
    private long lastSequence = IsochronIssuer.EXECUTED;
    private long lastNumber = -1;

    /**
     * @param issuer    that says what is free.
     * @param length    in bytes, at least three times maxLength.
     * @param maxLength largest length of a frame in bytes, a multiple of 8.
     * @param window    largest number of frames on their way, a power of two.
     */
    FrameSlab(final IsochronIssuer issuer, final int length, final int maxLength, final int window)
    {
        this.issuer = issuer;
        this.length = length;
        this.maxLength = maxLength;
        issuedSequences = new long[window];
        issuedEnds = new long[window];
        windowMask = window - 1;
    }

    /**
     * The memory, which is allocated by the first call.
     */
    OffHeapBuffer buffer()
    {
        if (null == buffer)
        {
            buffer = OffHeapBuffer.allocate(length);
        }
        return buffer;
    }

    /**
     * Where the frame begins that is assembled, or is the next to be.
     */
    int frameOffset()
    {
        return frameOffset;
    }

    /**
     * What the issuer called the frame that was issued last, {@link IsochronIssuer#EXECUTED} if there was none.
     */
    long lastSequence()
    {
        return lastSequence;
    }

    /**
     * May the frame be issued, is there room for a next one of any length? If there is not, makes room where that is
     * possible, or asks for some.
     *
     * @param frameLength of the frame that is assembled.
     */
    boolean hasRoomBehindFrame(final int frameLength)
    {
        return isRoomBehindFrame(frameLength) || tryMakeRoom(frameLength);
    }

    private boolean tryMakeRoom(final int frameLength)
    {
        freeRetired();
        if (!isRoomBehindFrame(frameLength) && IsochronIssuer.APPENDED == lastSequence && isRoomInWindow())
        {
            final long sequence = issuer.endBatch();
            if (IsochronIssuer.BACK_PRESSURED != sequence)
            {
                lastSequence = sequence;
                addIssued(sequence);
                freeRetired();
            }
        }
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
        if (issuedHead == issuedTail && IsochronIssuer.APPENDED != lastSequence)
        {
            freePosition = framePosition;
        }
    }

    private long nextFramePosition(final int frameLength)
    {
        final int rest = length - frameOffset - frameLength;
        return framePosition + frameLength + (rest < maxLength ? rest : 0);
    }

    /**
     * The frame was issued: the next one begins behind it.
     *
     * @param sequence    as {@link IsochronIssuer#tryIssue} returned it, neither {@link IsochronIssuer#EXECUTED}, after
     *                    which the memory of the frame is free, nor {@link IsochronIssuer#BACK_PRESSURED}.
     * @param frameLength of the frame.
     */
    void frameIssued(final long sequence, final int frameLength)
    {
        if (IsochronIssuer.APPENDED == sequence)
        {
            // To those that were appended before, in other batches.
            addIssued(issuer.lastNumber());
            framePosition = nextFramePosition(frameLength);
        }
        else
        {
            framePosition = nextFramePosition(frameLength);
            addIssued(sequence);
        }
        lastSequence = sequence;
        final int end = frameOffset + frameLength;
        frameOffset = length - end < maxLength ? 0 : end;
        if (frameLength <= SMALL_LENGTH)
        {
            fetchAhead();
        }
    }

    /**
     * The frames up to here are free when the one of this number is.
     */
    private void addIssued(final long sequence)
    {
        if (sequence > lastNumber)
        {
            lastNumber = sequence;
            issuedSequences[(int)issuedTail & windowMask] = sequence;
            issuedEnds[(int)issuedTail & windowMask] = framePosition;
            issuedTail++;
        }
    }

    /**
     * To issue takes a fence, which waits until the frame has been written, and a line of the slab that was read by
     * other hosts takes its time. So lines are fetched several at a time, by writing to them; a large frame does that
     * by itself. It is memory that the next frame may use.
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
