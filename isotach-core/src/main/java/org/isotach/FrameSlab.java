/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The memory of the frames of an {@link Isochron}, of which one at a time is assembled, the others were issued. A frame
 * may become {@code maxLength} long, and is contiguous. So the frame in front of it is issued only when there is as
 * much behind it, or at the start of the slab if the rest behind it is too short. Belongs to the application thread of
 * the isochron.
 */
abstract class FrameSlab extends Padded
{
    final IsochronIssuer issuer;
    final int length;
    final int maxLength;
    OffHeapBuffer buffer;
    int frameOffset;
    long lastTicket = IsochronIssuer.EXECUTED;

    /**
     * @param issuer    that takes the frames over.
     * @param length    in bytes, at least three times maxLength.
     * @param maxLength largest length of a frame in bytes, a multiple of 8.
     */
    FrameSlab(final IsochronIssuer issuer, final int length, final int maxLength)
    {
        this.issuer = issuer;
        this.length = length;
        this.maxLength = maxLength;
    }

    /**
     * The memory, which is allocated by the first call.
     */
    final OffHeapBuffer buffer()
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
    final int frameOffset()
    {
        return frameOffset;
    }

    /**
     * The ticket of the frame that was issued last, {@link IsochronIssuer#EXECUTED} if there was none.
     */
    final long lastTicket()
    {
        return lastTicket;
    }

    /**
     * Returns whether the frame may be issued, so that there is room for a next one of any length. If not, makes room
     * where that is possible, or asks for some.
     *
     * @param frameLength length of the frame that is assembled.
     */
    abstract boolean hasRoomBehindFrame(int frameLength);

    /**
     * The frame was issued: the next one begins after it.
     *
     * @param ticket      as {@link IsochronIssuer#tryIssue} returned it, neither {@link IsochronIssuer#EXECUTED}, after
     *                    which the memory of the frame is free, nor {@link IsochronIssuer#BACK_PRESSURED}.
     * @param frameLength length of the frame.
     */
    abstract void frameIssued(long ticket, int frameLength);

    /**
     * Moves past the frame, or to the start.
     */
    final void goOn(final int frameLength)
    {
        final int end = frameOffset + frameLength;
        frameOffset = length - end < maxLength ? 0 : end;
    }
}
