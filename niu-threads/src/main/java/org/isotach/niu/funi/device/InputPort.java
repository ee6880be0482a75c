/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The input port of a device, with few buffers for the packets of all other ones. A sender takes a credit first: data
 * leaves the last one for an acknowledgement. Acknowledgements have a lane of their own, in which they overtake data
 * (Hoe, FUNet, sections 2.10 and 5.6). With one priority both share one lane, and all buffers: that can end in a
 * deadlock, which is what it is for.
 * <pre>
 *   claims: buffer that is claimed next, of acknowledgements, 8 bits | of data, 8 bits | credits in use, 8 bits
 *
 *   data lane | lane of acknowledgements
 *   buffer: 1 if it has a packet, 8 bytes; on a line of its own | packet
 * </pre>
 * Any thread may send; one thread at a time receives.
 */
final class InputPort extends Padded
{
    static final int NO_CREDIT = -1;

    private static final int DATA = 0;
    private static final int ACKS = 1;
    private static final int LANES = 2;
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int BUFFERS = LINE;
    private static final int BUFFER_LENGTH = LINE + Packet.LENGTH;
    private static final int FIELD_BITS = 8;
    private static final int FIELD = (1 << FIELD_BITS) - 1;
    private static final VarHandle CLAIMS;

    static
    {
        try
        {
            CLAIMS = MethodHandles.lookup().findVarHandle(InputPort.class, "claims", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final OffHeapBuffer memory;
    private final int buffers;
    private final boolean isOnePriority;
    private final int ackLane;

    // Of the receiver, by lane: where the next packet comes.
    private int firstData;
    private int firstAck;

    private volatile int claims;

    InputPort(final int buffers, final boolean isOnePriority)
    {
        this.buffers = buffers;
        this.isOnePriority = isOnePriority;
        ackLane = isOnePriority ? DATA : ACKS;
        memory = OffHeapBuffer.allocate(BUFFERS + (long)LANES * buffers * BUFFER_LENGTH);
        firstData = index(DATA, 0);
        firstAck = index(ackLane, 0);
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    private int index(final int lane, final int buffer)
    {
        return BUFFERS + (lane * buffers + buffer) * BUFFER_LENGTH;
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
        final int lane = isAck ? ackLane : DATA;
        final int shift = FIELD_BITS * (1 + lane);
        int before;
        int buffer;
        int after;
        do
        {
            // Acquire: the buffers that were given back are free. Partner: release().
            before = claims;
            if ((before & FIELD) >= limit)
            {
                return NO_CREDIT;
            }
            // Whoever has a credit finds the buffer free: a lane has as many as there are credits.
            buffer = before >>> shift & FIELD;
            final int next = buffer + 1 == buffers ? 0 : buffer + 1;
            after = (before & ~(FIELD << shift) | next << shift) + 1;
        }
        while (!CLAIMS.compareAndSet(this, before, after));
        return index(lane, buffer) + LINE;
    }

    void send(final int index)
    {
        // Release: the packet. Partner: has().
        memory.putLongRelease(index - LINE, 1);
    }

    private boolean has(final int index)
    {
        // Acquire: the packet. Partner: send().
        return 0 != memory.getLongVolatile(index);
    }

    boolean hasData()
    {
        return has(firstData) && (!isOnePriority || !isAck(firstData));
    }

    /**
     * Returns whether an acknowledgement can be taken: with one priority only if no data is before it.
     */
    boolean hasAck()
    {
        return has(firstAck) && (!isOnePriority || isAck(firstAck));
    }

    private boolean isAck(final int index)
    {
        return 0 != (memory.getInt(index + LINE + Packet.FLAGS) & Packet.ACK);
    }

    /**
     * Returns whether nothing has come, and nothing is about to come. For any thread.
     */
    boolean isEmpty()
    {
        return 0 == (claims & FIELD);
    }

    int first(final boolean isAck)
    {
        return (isAck ? firstAck : firstData) + LINE;
    }

    /**
     * Gives the buffer of the first packet, and its credit, back.
     */
    void release(final boolean isAck)
    {
        final int index = isAck ? firstAck : firstData;
        final int lane = isAck ? ackLane : DATA;
        memory.putLong(index, 0);
        final int next = index == index(lane, buffers - 1) ? index(lane, 0) : index + BUFFER_LENGTH;
        if (DATA == lane)
        {
            firstData = next;
        }
        if (ackLane == lane)
        {
            firstAck = next;
        }
        // Release: the buffer was read, and has no packet. Partner: tryClaim().
        CLAIMS.getAndAdd(this, -1);
    }

    @Override
    public String toString()
    {
        return "InputPort{buffers=" + buffers + ", used=" + (claims & FIELD) + '}';
    }
}
