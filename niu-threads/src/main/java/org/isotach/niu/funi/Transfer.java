/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.CopyResult;

/**
 * The put or get that is under way to one node with one priority, and the results of those before it. The side that has
 * asked for it copies, each byte once, a piece at a time, so that it goes on to take packets meanwhile.
 */
final class Transfer
{
    /**
     * Number of transfers whose results are kept.
     */
    static final int KEPT = 64;

    private final byte[] results = new byte[KEPT];
    private long begun;
    private boolean isOpen;
    private boolean isPut;
    private GangMemory memory;
    private OffHeapBuffer local;
    private long firstPointer;
    private long pointer;
    private int index;
    private int length;
    private int rest;
    private int type;
    private long argument;

    /**
     * @param put      true to copy to the other member, false to copy from it.
     * @param remote   its memory.
     * @param place    where in its memory.
     * @param buffer   memory of this member.
     * @param offset   where in that.
     * @param count    length in bytes.
     * @param ofNotice type of the notice.
     * @param word     argument of the notice.
     */
    void begin(
        final boolean put,
        final GangMemory remote,
        final long place,
        final OffHeapBuffer buffer,
        final int offset,
        final int count,
        final int ofNotice,
        final long word)
    {
        begun++;
        isOpen = true;
        isPut = put;
        memory = remote;
        firstPointer = place;
        pointer = place;
        local = buffer;
        index = offset;
        length = count;
        rest = count;
        type = ofNotice;
        argument = word;
    }

    boolean isOpen()
    {
        return isOpen;
    }

    boolean isPut()
    {
        return isPut;
    }

    /**
     * Returns the number of transfers, and so that of the last one.
     */
    long begun()
    {
        return begun;
    }

    /**
     * Returns the type of the notice.
     */
    int type()
    {
        return type;
    }

    /**
     * Returns where the next byte is, or is to be, at the other member.
     */
    long pointer()
    {
        return pointer;
    }

    /**
     * Returns the memory of this member.
     */
    OffHeapBuffer local()
    {
        return local;
    }

    /**
     * Returns where the next byte is, or is to be, in the memory of this member.
     */
    int index()
    {
        return index;
    }

    /**
     * Returns how many bytes have not been moved.
     */
    int rest()
    {
        return rest;
    }

    /**
     * Notes that some bytes have been moved, or are about to be.
     */
    void move(final int piece)
    {
        pointer += piece;
        index += piece;
        rest -= piece;
    }

    TransferStatus copy(final int pieceLength)
    {
        final int piece = Math.min(rest, pieceLength);
        final CopyResult result = isPut ? memory.copyIn(pointer, local, index, piece, rest) :
            memory.copyOut(pointer, local, index, piece, rest);
        if (CopyResult.DONE != result)
        {
            return TransferStatus.DENIED;
        }
        move(piece);
        return 0 == rest ? TransferStatus.DONE : TransferStatus.PENDING;
    }

    /**
     * Writes the notice of a put (Hoe, FUNet, section 3.2.4).
     */
    void writeNotice(final OffHeapBuffer buffer, final int content, final long tag, final int node)
    {
        buffer.putLong(content + PacketLayout.TAG_OFFSET, tag);
        buffer.putInt(content + PacketLayout.HEADER_OFFSET, PacketLayout.header(true, type, 0, node));
        writeNotice(buffer, content);
    }

    /**
     * Writes what the notice of a put says, without the header.
     */
    void writeNotice(final OffHeapBuffer buffer, final int content)
    {
        buffer.putLong(content + PacketLayout.POINTER_OFFSET, firstPointer);
        buffer.putLong(content + PacketLayout.ARGUMENT_OFFSET, argument);
        buffer.putLong(content + PacketLayout.LENGTH_OFFSET, length);
    }

    void end(final TransferStatus result)
    {
        isOpen = false;
        results[(int)(begun % KEPT)] = (byte)result.ordinal();
        memory = null;
        local = null;
    }

    /**
     * @return null if that is not known, or not any more.
     */
    TransferStatus status(final long number)
    {
        if (number < 1 || number > begun || number <= begun - KEPT)
        {
            return null;
        }
        if (number == begun && isOpen)
        {
            return TransferStatus.PENDING;
        }
        switch (results[(int)(number % KEPT)])
        {
            case 1:
                return TransferStatus.DONE;
            case 2:
                return TransferStatus.DENIED;
            default:
                return TransferStatus.PEER_DOWN;
        }
    }
}
