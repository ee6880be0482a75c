/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Brings frames to a {@link FrameRing} whose sender and receiver share no memory, over wires with faults: the receiver
 * has frames of its own, one per slot of the link. Belongs to the {@code Lanai} of the sender.
 */
final class FrameChannel
{
    /**
     * In place of the number of a frame that has none.
     */
    static final long NO_NUMBER = -1;

    static final int HEADER_LENGTH = 3 * Long.BYTES + Byte.BYTES;

    private final FrameRing link;
    private final OffHeapBuffer[] received;
    private final ReliableChannel channel;

    // What has arrived, for its link.
    private final FrameEntry arrived = new FrameEntry();

    FrameChannel(final FrameRing link, final FaultInjector injector)
    {
        this.link = link;
        received = new OffHeapBuffer[link.size()];
        channel = new ReliableChannel(injector, this::onFrame);
    }

    /**
     * As {@link FrameRing#publish}; the frame is on the link when {@link #work()} says so.
     *
     * @param number of the frame, see {@link FrameRing#number}; {@link #NO_NUMBER} if it has none.
     */
    void send(final long issue, final long number, final FrameEntry entry)
    {
        final ByteBuffer message = ByteBuffer.allocate(HEADER_LENGTH + entry.length);
        message.putLong(issue).putLong(number).putLong(entry.timestamp).put((byte)(entry.isForApplications ? 1 : 0));
        if (entry.length > 0)
        {
            entry.buffer.getBytes(entry.offset, message.array(), HEADER_LENGTH, entry.length);
        }
        channel.send(message.array());
    }

    /**
     * Moves frames on.
     *
     * @return true if all are on the link.
     */
    boolean work()
    {
        return channel.work();
    }

    private void onFrame(final byte[] message)
    {
        final int length = message.length - HEADER_LENGTH;
        // The slot is free, and so is its frame: the sender had a credit for it.
        final int slot = (int)(link.published() + 1) & received.length - 1;
        if (null == received[slot] || received[slot].capacity() < length)
        {
            received[slot] = OffHeapBuffer.allocate(Math.max(length, OffHeapBuffer.CACHE_LINE_LENGTH));
        }
        received[slot].putBytes(0, message, HEADER_LENGTH, length);
        final ByteBuffer header = ByteBuffer.wrap(message);
        final long issue = header.getLong();
        final long number = header.getLong();
        if (NO_NUMBER != number)
        {
            link.number(number);
        }
        arrived.timestamp = header.getLong();
        arrived.isForApplications = 0 != header.get();
        arrived.buffer = received[slot];
        arrived.length = length;
        link.publish(issue, arrived);
    }
}
