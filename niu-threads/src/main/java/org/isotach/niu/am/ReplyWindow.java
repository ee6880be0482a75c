/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The last request of one other host in each of D instances, and its reply, which is kept until the next request of the
 * instance has arrived (Martin, HPAM, section 5.2.1): a repeated request gets it once more, and runs no handler.
 * <p>
 * If requests are handled in order, the place of the reply holds a request that has arrived before its turn.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class ReplyWindow extends Padded
{
    private static final int NO_REPLY = 0;

    private final int peer;
    private final int stride;
    private final boolean isOneBit;
    private final OffHeapBuffer packets;
    private final int[] lengths;
    private final long[] ids;
    private final int[] heldLengths;
    private int held;
    private long nextId = 1;
    private long lastBroadcast;

    /**
     * See {@link RequestWindow}.
     */
    ReplyWindow(final int peer, final int depth, final int longest, final boolean isOneBit)
    {
        this.peer = peer;
        stride = RequestWindow.stride(longest);
        this.isOneBit = isOneBit;
        packets = OffHeapBuffer.allocate((long)depth * stride);
        lengths = new int[depth];
        ids = new long[depth];
        heldLengths = new int[depth];
    }

    int peer()
    {
        return peer;
    }

    OffHeapBuffer packets()
    {
        return packets;
    }

    int offset(final int instance)
    {
        return instance * stride;
    }

    /**
     * Returns whether a request is the next one of its instance. One bit only tells it from the last one.
     */
    boolean isNext(final int instance, final long id)
    {
        return isOneBit ? id != ids[instance] : id > ids[instance];
    }

    boolean hasReply(final int instance, final long id)
    {
        return id == ids[instance] && NO_REPLY != lengths[instance];
    }

    void begin(final int instance, final long id)
    {
        ids[instance] = id;
        lengths[instance] = NO_REPLY;
    }

    long id(final int instance)
    {
        return ids[instance];
    }

    void replied(final int instance, final int length)
    {
        lengths[instance] = length;
    }

    int replyLength(final int instance)
    {
        return lengths[instance];
    }

    boolean isTurn(final long id)
    {
        return id == nextId;
    }

    void turnTaken()
    {
        nextId++;
    }

    /**
     * Keeps a request that has begun, and whose turn has not come.
     */
    void hold(final int instance, final AmPacket packet, final int length)
    {
        AmPacket.copy(packet.buffer(), packet.offset(), packets, offset(instance), length);
        heldLengths[instance] = length;
        held++;
    }

    /**
     * Moves the request whose turn it is to other memory, if it is kept here.
     *
     * @return its instance, {@link RequestWindow#NONE} if it is not here.
     */
    int release(final OffHeapBuffer target)
    {
        if (0 == held)
        {
            return RequestWindow.NONE;
        }
        for (int instance = 0; instance < heldLengths.length; instance++)
        {
            if (0 != heldLengths[instance] && ids[instance] == nextId)
            {
                AmPacket.copy(packets, offset(instance), target, 0, heldLengths[instance]);
                heldLengths[instance] = 0;
                held--;
                return instance;
            }
        }
        return RequestWindow.NONE;
    }

    boolean tryTakeBroadcast(final long id)
    {
        final boolean isNew = id > lastBroadcast;
        lastBroadcast = Math.max(lastBroadcast, id);
        return isNew;
    }

    @Override
    public String toString()
    {
        return "ReplyWindow{peer=" + peer + ", held=" + held + '}';
    }
}
