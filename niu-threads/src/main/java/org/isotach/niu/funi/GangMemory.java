/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Arrays;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DeviceSegments;
import org.isotach.niu.link.CopyResult;
import org.isotach.niu.link.Segment;
import org.isotach.niu.link.SegmentTable;

/**
 * The memory of one member of a gang that the others may reach. Threadsafe.
 */
final class GangMemory implements DeviceSegments
{
    static final int MAX_SEGMENTS = 256;

    // Nobody has it: SegmentTable.
    private static final long NO_KEY = 0;

    private final int node;
    private final SegmentTable table = new SegmentTable(MAX_SEGMENTS);

    // By number of the segment; replaced as a whole.
    private volatile long[] keys = {};

    // By number; null if it was closed.
    private SharedSegment[] segments = {};
    private boolean isClosed;

    GangMemory(final int node)
    {
        this.node = node;
    }

    synchronized SharedSegment open(final OffHeapBuffer buffer, final Rights rights)
    {
        if (isClosed)
        {
            // The caller has found its queue pair open; what it makes now, nobody would close any more.
            throw new IllegalStateException("node " + node + " is closed: it can make no segments any more");
        }
        final int number = keys.length;
        final Segment segment =
            MAX_SEGMENTS == number ? null : table.tryOpen(buffer, 0, buffer.capacity(), rights.access());
        if (null == segment)
        {
            throw new IllegalStateException("node " + node + " has made " + MAX_SEGMENTS +
                " segments, which is the limit: use larger ones for longer");
        }
        final long[] all = Arrays.copyOf(keys, number + 1);
        all[number] = segment.key();
        segments = Arrays.copyOf(segments, number + 1);
        segments[number] = new SharedSegment(node, number, segment, this::forget);
        // Release: the keys. Partner: key().
        keys = all;
        return segments[number];
    }

    synchronized void closeAll()
    {
        isClosed = true;
        for (final SharedSegment segment : segments)
        {
            if (null != segment)
            {
                segment.close();
            }
        }
    }

    private synchronized void forget(final int number)
    {
        segments[number] = null;
    }

    CopyResult copyIn(
        final long pointer, final OffHeapBuffer source, final int from, final int length, final int whole)
    {
        return table.copyIn(
            key(SharedSegment.number(pointer)), SharedSegment.offset(pointer), source, from, length, whole);
    }

    CopyResult copyOut(
        final long pointer, final OffHeapBuffer target, final int to, final int length, final int whole)
    {
        return table.copyOut(
            key(SharedSegment.number(pointer)), SharedSegment.offset(pointer), target, to, length, whole);
    }

    @Override
    public boolean tryWrite(
        final int segment, final int offset, final OffHeapBuffer source, final int from, final int length)
    {
        return CopyResult.DONE == table.copyIn(key(segment), offset, source, from, length);
    }

    @Override
    public boolean tryRead(
        final int segment, final int offset, final OffHeapBuffer target, final int to, final int length)
    {
        return CopyResult.DONE == table.copyOut(key(segment), offset, target, to, length);
    }

    private long key(final int number)
    {
        // Acquire: the keys. Partner: open().
        final long[] all = keys;
        return number < all.length ? all[number] : NO_KEY;
    }

    @Override
    public String toString()
    {
        return "GangMemory{node=" + node + ", segments=" + keys.length + '}';
    }
}
