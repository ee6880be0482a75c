/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * How much the links of a cluster take.
 *
 * @param frames    most frames that are not given back, a power of two.
 * @param length    bytes of a link in the beginning, a power of two.
 * @param maxLength bytes that it may get, a power of two, and a multiple of length.
 */
public record LinkSize(int frames, int length, int maxLength)
{
    private static final int FIRST_BYTES_PER_FRAME = 128;
    private static final int SMALLEST = 512;
    private static final int BATCHES_PER_HALF = 4;

    /**
     * A size for links that become longer when they need to.
     *
     * @param frames    most frames that are not given back, a power of two.
     * @param maxLength bytes that it may get, a power of two.
     */
    public static LinkSize growing(final int frames, final int maxLength)
    {
        final long length = Math.max(SMALLEST, (long)frames * FIRST_BYTES_PER_FRAME);
        return new LinkSize(frames, (int)Math.min(length, maxLength), maxLength);
    }

    /**
     * A size for links that take one frame.
     *
     * @param frameLength of its operations in bytes.
     */
    public static LinkSize ofOne(final int frameLength)
    {
        int length = SMALLEST;
        while (maxFrameLength(length) < frameLength)
        {
            length *= 2;
        }
        return new LinkSize(1, length, length);
    }

    /**
     * The longest frame that a ring can always take once it is empty.
     *
     * @param length of the ring in bytes.
     * @return length of its operations in bytes.
     */
    public static int maxFrameLength(final int length)
    {
        return length / 2 - OffHeapBuffer.CACHE_LINE_LENGTH - FrameDescriptor.HEADER_LENGTH & -Long.BYTES;
    }

    /**
     * The longest frame that a link can always take once it is empty.
     *
     * @return length of its operations in bytes.
     */
    public int maxFrameLength()
    {
        return maxFrameLength(maxLength);
    }

    /**
     * The longest frame of isochrons that could as well be apart. There is room for it beside another one, wherever
     * that is, so whoever holds a frame, and waits for what is in the next one, waits for nothing that has no room; and
     * beside several, so that a receiver gives back room for it before it has received nearly everything.
     *
     * @return length of its operations in bytes, for one operation at least.
     */
    public int maxBatchLength()
    {
        return Math.max(Long.BYTES, maxFrameLength(maxLength / BATCHES_PER_HALF));
    }
}
