/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Brings frames to a {@link FrameRing} over wires with faults, to the places that were reserved for them: it is as if
 * the ring was at the receiver. Belongs to the {@code Lanai} of the sender.
 */
final class FrameChannel
{
    /**
     * In place of the number of a frame that has none.
     */
    static final long NO_NUMBER = -1;

    static final int HEADER_LENGTH = 4 * Long.BYTES + Byte.BYTES;

    private final FrameRing link;
    private final ReliableChannel channel;

    // What has arrived, for its link.
    private final FrameEntry arrived = new FrameEntry();

    FrameChannel(final FrameRing link, final FaultInjector injector)
    {
        this.link = link;
        channel = new ReliableChannel(injector, this::onFrame);
    }

    /**
     * As {@link FrameRing#publish}; the frame is on the link when {@link #work()} says so.
     *
     * @param number of the frame, see {@link FrameWatch#number(long)}; {@link #NO_NUMBER} if it has none.
     */
    void send(final long place, final long issue, final long number, final FrameEntry entry)
    {
        final ByteBuffer message = ByteBuffer.allocate(HEADER_LENGTH + entry.length);
        message.putLong(place).putLong(issue).putLong(number).putLong(entry.timestamp);
        message.put((byte)(entry.isForApplications ? 1 : 0));
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
        final ByteBuffer header = ByteBuffer.wrap(message);
        final long place = header.getLong();
        final long issue = header.getLong();
        final long number = header.getLong();
        if (NO_NUMBER != number)
        {
            link.watch().number(link.published() + 1, number);
        }
        arrived.timestamp = header.getLong();
        arrived.isForApplications = 0 != header.get();
        arrived.length = message.length - HEADER_LENGTH;
        if (null == arrived.buffer || arrived.buffer.capacity() < arrived.length)
        {
            arrived.buffer = OffHeapBuffer.allocate(Math.max(arrived.length, OffHeapBuffer.CACHE_LINE_LENGTH));
        }
        arrived.buffer.putBytes(0, message, HEADER_LENGTH, arrived.length);
        link.publish(place, issue, arrived);
    }
}
