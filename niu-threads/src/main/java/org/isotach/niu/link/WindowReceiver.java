/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The receiving end of a {@link SlidingWindow}. It takes the packet that comes next, drops all others, and answers each
 * with the sequence number that it waits for, which acknowledges all before it. It acknowledges a message when that is
 * given back, so what its owner has done with the message comes before.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the receiving host at a time.
 */
public final class WindowReceiver extends Padded implements PacketReader
{
    private final PacketReader packets;
    private final PacketWriter acknowledgements;
    private long expected;
    private boolean isHeld;

    WindowReceiver(final PacketLink packets, final PacketLink acknowledgements)
    {
        this.packets = packets.reader();
        this.acknowledgements = acknowledgements.writer();
    }

    /**
     * {@inheritDoc} Acknowledges the previous one, so call this until it returns false.
     */
    @Override
    public boolean next()
    {
        if (isHeld)
        {
            isHeld = false;
            acknowledge();
        }
        while (packets.next())
        {
            final long sequence = packets.buffer().getLong(packets.offset());
            if (sequence == expected)
            {
                expected++;
                isHeld = true;
                return true;
            }
            acknowledge();
        }
        return false;
    }

    private void acknowledge()
    {
        final int index = acknowledgements.tryClaim(Long.BYTES);
        // If there is no room, the sender finds other answers, and asks again after them.
        if (PacketWriter.NO_ROOM != index)
        {
            acknowledgements.buffer().putLong(index, expected);
            acknowledgements.commit();
        }
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return packets.buffer();
    }

    @Override
    public int offset()
    {
        return packets.offset() + SlidingWindow.SEQUENCE_LENGTH;
    }

    @Override
    public int length()
    {
        return packets.length() - SlidingWindow.SEQUENCE_LENGTH;
    }

    @Override
    public long corruptPackets()
    {
        return packets.corruptPackets();
    }

    /**
     * Lets one tick pass for the answers that are late. Call this regularly.
     */
    public void tick()
    {
        acknowledgements.tick();
    }

    /**
     * Returns how many messages were taken.
     *
     * @return number of messages since the beginning.
     */
    public long received()
    {
        return expected;
    }

    @Override
    public String toString()
    {
        return "WindowReceiver{received=" + expected + '}';
    }
}
