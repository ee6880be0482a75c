/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The memory of the frames of an {@link Isochron}: one frame is being assembled, and the others were issued. A frame
 * may become {@code maxLength} long, and is contiguous. So a frame is issued only if that much room follows it or, if
 * the rest after it is too short, is free at the start of the slab. Belongs to the application thread of the isochron.
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
     * @param issuer    takes the frames over.
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
     * Returns the memory, which the first call allocates.
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
     * Returns the start of the frame that is being assembled, or that will be next.
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
