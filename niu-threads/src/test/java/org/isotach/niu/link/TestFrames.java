/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * Frames that no isochron has made.
 */
public final class TestFrames
{
    private TestFrames()
    {
    }

    public static FrameEntry entry(final long timestamp, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final FrameEntry entry = new FrameEntry();
        entry.timestamp = timestamp;
        entry.buffer = buffer;
        entry.offset = offset;
        entry.length = length;
        return entry;
    }
}
