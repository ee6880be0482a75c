/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * The size of the links of a cluster.
 *
 * @param frames    largest number of frames that are not given back, a power of two.
 * @param length    initial length of a link in bytes, a power of two.
 * @param maxLength largest length in bytes, a power of two, and a multiple of length.
 */
public record LinkSize(int frames, int length, int maxLength)
{
    private static final int FIRST_BYTES_PER_FRAME = 128;
    private static final int SMALLEST = 512;
    private static final int BATCHES_PER_HALF = 4;

    /**
     * Returns a size for links that grow as needed.
     *
     * @param frames    largest number of frames that are not given back, a power of two.
     * @param maxLength largest length in bytes, a power of two.
     */
    public static LinkSize growing(final int frames, final int maxLength)
    {
        final long length = Math.max(SMALLEST, (long)frames * FIRST_BYTES_PER_FRAME);
        return new LinkSize(frames, (int)Math.min(length, maxLength), maxLength);
    }

    /**
     * Returns a size for links that take one frame.
     *
     * @param frameLength length of its operations in bytes.
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
     * Returns the longest frame that always fits a ring once it is empty.
     *
     * @param length length of the ring in bytes.
     * @return length of its operations in bytes.
     */
    public static int maxFrameLength(final int length)
    {
        return length / 2 - OffHeapBuffer.CACHE_LINE_LENGTH - FrameDescriptor.HEADER_LENGTH & -Long.BYTES;
    }

    /**
     * Returns the longest frame that always fits a link once it is empty.
     *
     * @return length of its operations in bytes.
     */
    public int maxFrameLength()
    {
        return maxFrameLength(maxLength);
    }

    /**
     * Returns the longest frame of isochrons that could also be sent separately. It always fits beside another one, so
     * a thread that holds a frame while waiting for the next one never waits for a frame without room. It also fits
     * beside several, so a receiver gives back room for it before it has received nearly everything.
     *
     * @return length of its operations in bytes, for one operation at least.
     */
    public int maxBatchLength()
    {
        return Math.max(Long.BYTES, maxFrameLength(maxLength / BATCHES_PER_HALF));
    }
}
