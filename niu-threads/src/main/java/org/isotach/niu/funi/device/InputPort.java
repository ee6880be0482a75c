/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The input port of a device, with few buffers for the packets of all other ones. A sender takes a credit first: data
 * leaves the last one for an acknowledgement. Acknowledgements have a lane of their own, in which they overtake data
 * (Hoe, FUNet, sections 2.10 and 5.6). With one priority both share one lane, and all buffers: that can end in a
 * deadlock, which is what it is for.
 * <pre>
 *   credits in use | claimed, data | claimed, acknowledgements | data lane | lane of acknowledgements
 *   buffer: number of packets of the lane up to this one, 8 bytes; on a line of its own | packet
 * </pre>
 * Any thread may send; one thread at a time receives.
 */
final class InputPort
{
    static final int NO_CREDIT = -1;

    private static final int DATA = 0;
    private static final int ACKS = 1;
    private static final int LANES = 2;
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int CREDITS = 0;
    private static final int CLAIMED = 2 * LINE;
    private static final int BUFFERS = 6 * LINE;
    private static final int BUFFER_LENGTH = LINE + Packet.LENGTH;

    private final OffHeapBuffer memory;
    private final int buffers;
    private final boolean isOnePriority;

    // Of the receiver, by lane.
    private final long[] taken = new long[LANES];

    InputPort(final int buffers, final boolean isOnePriority)
    {
        this.buffers = buffers;
        this.isOnePriority = isOnePriority;
        memory = OffHeapBuffer.allocate(BUFFERS + (long)LANES * buffers * BUFFER_LENGTH);
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    private int lane(final boolean isAck)
    {
        return isAck && !isOnePriority ? ACKS : DATA;
    }

    /**
     * Takes a credit, and a buffer.
     *
     * @return index of the packet in the memory, which {@link #send} is to be called with; {@link #NO_CREDIT} if there
     * is none.
     */
    int tryClaim(final boolean isAck)
    {
        final int limit = isAck || isOnePriority ? buffers : buffers - 1;
        long used;
        do
        {
            // Acquire: the buffers that were given back are free. Partner: release().
            used = memory.getLongVolatile(CREDITS);
            if (used >= limit)
            {
                return NO_CREDIT;
            }
        }
        while (!memory.compareAndSetLong(CREDITS, used, used + 1));
        final int lane = lane(isAck);
        final int counter = CLAIMED + lane * LINE;
        long number;
        do
        {
            number = memory.getLongVolatile(counter);
        }
        while (!memory.compareAndSetLong(counter, number, number + 1));
        // Whoever has a credit finds the buffer free: a lane has as many as there are credits.
        final int index = buffer(lane, number);
        memory.putLong(index + Long.BYTES, number + 1);
        return index + LINE;
    }

    void send(final int index)
    {
        final int buffer = index - LINE;
        // Release: the packet. Partner: has().
        memory.putLongRelease(buffer, memory.getLong(buffer + Long.BYTES));
    }

    private int buffer(final int lane, final long number)
    {
        return BUFFERS + (lane * buffers + (int)(number % buffers)) * BUFFER_LENGTH;
    }

    private boolean has(final boolean isAck)
    {
        final int lane = lane(isAck);
        final int index = buffer(lane, taken[lane]);
        // Acquire: the packet. Partner: send().
        return memory.getLongVolatile(index) == taken[lane] + 1 &&
            isAck == (0 != (memory.getInt(index + LINE + Packet.FLAGS) & Packet.ACK));
    }

    boolean hasData()
    {
        return has(false);
    }

    /**
     * Returns whether an acknowledgement can be taken: with one priority only if no data is before it.
     */
    boolean hasAck()
    {
        return has(true);
    }

    int first(final boolean isAck)
    {
        final int lane = lane(isAck);
        return buffer(lane, taken[lane]) + LINE;
    }

    /**
     * Gives the buffer of the first packet, and its credit, back.
     */
    void release(final boolean isAck)
    {
        taken[lane(isAck)]++;
        long used;
        do
        {
            used = memory.getLongVolatile(CREDITS);
        }
        // Release: the buffer was read. Partner: tryClaim().
        while (!memory.compareAndSetLong(CREDITS, used, used - 1));
    }

    @Override
    public String toString()
    {
        return "InputPort{buffers=" + buffers + ", used=" + memory.getLongVolatile(CREDITS) + ", taken=" + taken[DATA] +
            '+' + taken[ACKS] + '}';
    }
}
