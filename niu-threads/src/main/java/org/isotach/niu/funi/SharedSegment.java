/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.function.IntConsumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.Segment;

/**
 * Memory of one member of a gang that the others may reach with {@link QueuePair#tryPut} and {@link QueuePair#tryGet},
 * as far as its rights go.
 * <p>
 * Segments are numbered in the order in which a member makes them, so members that make the same ones in the same order
 * have the same pointers, except for the node (Hoe, FUNet, section 1.2.1: an object has the same address on every
 * node). Numbers are never used again. Threadsafe.
 */
public final class SharedSegment implements AutoCloseable
{
    private static final int NODE_SHIFT = 48;
    private static final int NUMBER_SHIFT = 32;
    private static final int NUMBER_MASK = 0xffff;

    private final int node;
    private final int number;
    private final Segment segment;
    private final IntConsumer end;

    /**
     * @param end forgets the segment with the number.
     */
    SharedSegment(final int node, final int number, final Segment segment, final IntConsumer end)
    {
        this.node = node;
        this.number = number;
        this.segment = segment;
        this.end = end;
    }

    /**
     * Returns a pointer into this segment, for other members.
     *
     * @param offset index in bytes, 0..length.
     * @return the pointer; one to the next byte is larger by 1.
     * @throws IndexOutOfBoundsException if the segment has no such index.
     */
    public long pointer(final int offset)
    {
        return pointer(node, offset);
    }

    /**
     * Returns a pointer to the same place in the memory of another member, which makes the same segments in the same
     * order.
     *
     * @param ofNode number of the other member.
     * @param offset index in bytes, 0..length.
     * @return the pointer; one to the next byte is larger by 1.
     * @throws IllegalArgumentException  if there cannot be such a member.
     * @throws IndexOutOfBoundsException if the segment has no such index.
     */
    public long pointer(final int ofNode, final int offset)
    {
        if (ofNode < 0 || ofNode >= PacketLayout.NODES)
        {
            throw new IllegalArgumentException(
                "node: " + ofNode + " (expected: 0.." + (PacketLayout.NODES - 1) + ')');
        }
        if (offset < 0 || offset > segment.length())
        {
            throw new IndexOutOfBoundsException("offset: " + offset + " (expected: 0.." + segment.length() + ')');
        }
        return (long)ofNode << NODE_SHIFT | (long)number << NUMBER_SHIFT | offset;
    }

    /**
     * Returns the index to which a pointer points.
     *
     * @param pointer into a segment.
     * @return the index in bytes in its memory.
     */
    public static int offset(final long pointer)
    {
        return (int)pointer;
    }

    /**
     * Returns the member to whose memory a pointer points.
     *
     * @param pointer into a segment.
     * @return number of the member in its gang.
     */
    public static int node(final long pointer)
    {
        return (int)(pointer >>> NODE_SHIFT);
    }

    static int number(final long pointer)
    {
        return (int)(pointer >>> NUMBER_SHIFT) & NUMBER_MASK;
    }

    /**
     * Returns the memory.
     *
     * @return always the same object.
     */
    public OffHeapBuffer memory()
    {
        return segment.buffer();
    }

    /**
     * Lets nobody reach the memory any more, and waits for copies that are under way: pieces of transfers, which fail
     * then. Does nothing the second time.
     */
    @Override
    public void close()
    {
        segment.close();
        end.accept(number);
    }

    @Override
    public String toString()
    {
        return "SharedSegment{node=" + node + ", number=" + number + ", length=" + segment.length() + ", access=" +
            segment.access() + '}';
    }
}
