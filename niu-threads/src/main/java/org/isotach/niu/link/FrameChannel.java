/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Brings frames to a {@link FrameRing} over wires with faults, to the places that were reserved for them, as if the
 * ring were at the receiver. Belongs to the {@code Lanai} of the sender.
 */
final class FrameChannel implements FrameCarrier
{
    static final int HEADER_LENGTH = 4 * Long.BYTES + Byte.BYTES;

    private final FrameRing link;
    private final ReliableChannel channel;

    // The frame that has arrived, for its link.
    private final FrameEntry arrived = new FrameEntry();

    FrameChannel(final FrameRing link, final FaultInjector injector)
    {
        this.link = link;
        channel = new ReliableChannel(injector, this::onFrame);
    }

    @Override
    public void send(final long place, final long issue, final FrameEntry entry)
    {
        final ByteBuffer message = ByteBuffer.allocate(HEADER_LENGTH + entry.length);
        message.putLong(place).putLong(issue).putLong(entry.number).putLong(entry.timestamp);
        message.put((byte)(entry.isForApplications ? 1 : 0));
        if (entry.length > 0)
        {
            entry.buffer.getBytes(entry.offset, message.array(), HEADER_LENGTH, entry.length);
        }
        channel.send(message.array());
    }

    @Override
    public boolean work()
    {
        return channel.work();
    }

    private void onFrame(final byte[] message)
    {
        final ByteBuffer header = ByteBuffer.wrap(message);
        final long place = header.getLong();
        final long issue = header.getLong();
        arrived.number = header.getLong();
        arrived.timestamp = header.getLong();
        arrived.isForApplications = 0 != header.get();
        arrived.length = message.length - HEADER_LENGTH;
        if (null == arrived.buffer || arrived.buffer.capacity() < arrived.length)
        {
            arrived.buffer = OffHeapBuffer.allocate(Math.max(arrived.length, OffHeapBuffer.CACHE_LINE_LENGTH));
        }
        arrived.buffer.putBytes(0, message, HEADER_LENGTH, arrived.length);
        link.send(place, issue, arrived);
    }
}
