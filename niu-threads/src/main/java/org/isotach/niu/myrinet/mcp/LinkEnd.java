/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.SlotReader;
import org.isotach.niu.link.SlotRing;
import org.isotach.niu.link.SlotWriter;

/**
 * One end of a cable, which carries packets both ways, in chunks. A packet may be on several cables at the same time:
 * its first chunk goes on while its last one has not been sent. A cable has room for few chunks; when they are taken,
 * the sender waits. The last chunk of a packet ends with its checksum ({@link Crc8}).
 * <pre>
 *   chunk:  length, 32 bits | first, last, 32 bits | bytes | in the last one: CRC-8
 * </pre>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread at a time. That of the other end may be another.
 */
final class LinkEnd extends Padded
{
    private static final int HEADER_LENGTH = Long.BYTES;
    private static final int CRC_LENGTH = 1;
    private static final int FIRST = 1;
    private static final int LAST = 2;

    private final SlotWriter out;
    private final SlotReader in;
    private final int maxLength;

    private int sentCrc;
    private boolean isHeld;
    private int length;
    private int flags;
    private int receivedCrc;

    private LinkEnd(final SlotRing out, final SlotRing in)
    {
        this.out = out.writer();
        this.in = in.reader();
        maxLength = out.contentLength() - HEADER_LENGTH - CRC_LENGTH;
    }

    /**
     * Makes a cable.
     *
     * @param chunks     that it has room for each way.
     * @param slotLength memory for each of them in bytes.
     * @return both ends.
     */
    static LinkEnd[] newCable(final int chunks, final int slotLength)
    {
        final SlotRing there = new SlotRing(chunks, slotLength);
        final SlotRing back = new SlotRing(chunks, slotLength);
        return new LinkEnd[] { new LinkEnd(there, back), new LinkEnd(back, there) };
    }

    /**
     * Returns how long a chunk may be.
     */
    int maxLength()
    {
        return maxLength;
    }

    /**
     * Sends a chunk.
     *
     * @param isFirst  true if a packet begins with it.
     * @param isLast   true if a packet ends with it.
     * @param syndrome what was wrong with the checksum when the packet arrived here; 0 if nothing, or if the packet
     *                 begins here.
     * @return false if there is no room.
     */
    boolean trySend(
        final OffHeapBuffer source,
        final int from,
        final int amount,
        final boolean isFirst,
        final boolean isLast,
        final int syndrome)
    {
        final int index = out.tryClaim();
        if (SlotWriter.NO_ROOM == index)
        {
            return false;
        }
        final OffHeapBuffer slot = out.buffer();
        final int bytes = index + HEADER_LENGTH;
        source.copyTo(from, slot, bytes, amount);
        sentCrc = Crc8.of(isFirst ? 0 : sentCrc, slot, bytes, amount);
        if (isLast)
        {
            // A new checksum must not hide that the packet was damaged before.
            slot.putByte(bytes + amount, (byte)(sentCrc ^ syndrome));
        }
        slot.putInt(index, amount + (isLast ? CRC_LENGTH : 0));
        slot.putInt(index + Integer.BYTES, (isFirst ? FIRST : 0) | (isLast ? LAST : 0));
        out.commit();
        out.flush();
        return true;
    }

    /**
     * Returns whether there is a chunk, which stays until {@link #release()}.
     */
    boolean hasChunk()
    {
        if (!isHeld && in.next())
        {
            isHeld = true;
            flags = in.buffer().getInt(in.offset() + Integer.BYTES);
            length = in.buffer().getInt(in.offset()) - (isLast() ? CRC_LENGTH : 0);
            receivedCrc = Crc8.of(isFirst() ? 0 : receivedCrc, in.buffer(), offset(), length);
        }
        return isHeld;
    }

    /**
     * Gives the chunk back.
     */
    void release()
    {
        isHeld = false;
        in.release();
    }

    OffHeapBuffer buffer()
    {
        return in.buffer();
    }

    int offset()
    {
        return in.offset() + HEADER_LENGTH;
    }

    int length()
    {
        return length;
    }

    boolean isFirst()
    {
        return 0 != (flags & FIRST);
    }

    boolean isLast()
    {
        return 0 != (flags & LAST);
    }

    /**
     * Returns, with the last chunk of a packet, what is wrong with its checksum.
     *
     * @return 0 if nothing.
     */
    int syndrome()
    {
        return (receivedCrc ^ in.buffer().getByte(offset() + length)) & 0xFF;
    }

    @Override
    public String toString()
    {
        return "LinkEnd{out=" + out + ", in=" + in + '}';
    }
}
