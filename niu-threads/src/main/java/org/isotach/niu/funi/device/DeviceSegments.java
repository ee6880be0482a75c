/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Memory of a member that other members of its gang may read and write, besides the memory that the member itself has
 * for its queues. The device of the member asks for each {@link RemoteAccess} that arrives, so the rights are checked
 * where the memory is. Methods are called by threads that serve devices. What they throw goes to the error handler of
 * the cluster, and the access is denied.
 */
public interface DeviceSegments
{
    /**
     * Denies everything.
     */
    DeviceSegments NONE = new DeviceSegments()
    {
        @Override
        public boolean tryWrite(
            final int segment, final int offset, final OffHeapBuffer source, final int from, final int length)
        {
            return false;
        }

        @Override
        public boolean tryRead(
            final int segment, final int offset, final OffHeapBuffer target, final int to, final int length)
        {
            return false;
        }
    };

    /**
     * Copies bytes into a segment, if that is allowed.
     *
     * @param segment number of the segment, 0..65535.
     * @param offset  index in bytes in it, any number.
     * @param source  the bytes.
     * @param from    index in bytes in that.
     * @param length  0..{@value RemoteAccess#MAX_LENGTH} bytes.
     * @return false if it is not allowed, and nothing was copied.
     */
    boolean tryWrite(int segment, int offset, OffHeapBuffer source, int from, int length);

    /**
     * Copies bytes out of a segment, if that is allowed.
     *
     * @param segment number of the segment, 0..65535.
     * @param offset  index in bytes in it, any number.
     * @param target  where the bytes go.
     * @param to      index in bytes in that.
     * @param length  0..{@value RemoteAccess#MAX_LENGTH} bytes.
     * @return false if it is not allowed, and nothing was copied.
     */
    boolean tryRead(int segment, int offset, OffHeapBuffer target, int to, int length);
}
