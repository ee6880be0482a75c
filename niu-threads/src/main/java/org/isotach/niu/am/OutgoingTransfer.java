/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;

/**
 * A transfer that is being sent, cut into pieces of one packet each. The last piece, with the handler, is sent when all
 * others have been answered: so all bytes are there when the handler runs.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class OutgoingTransfer
{
    private final Requester requester;
    private final Regions[] regions;
    private final int maxLength;
    private int target;
    private int handler;
    private OffHeapBuffer source;
    private int offset;
    private int length;
    private long pointer;
    private long argument;
    private int sent;
    private boolean isOpen;

    /**
     * @param regions   memory of all hosts, by number.
     * @param maxLength number of bytes in one packet.
     */
    OutgoingTransfer(final Requester requester, final Regions[] regions, final int maxLength)
    {
        this.regions = regions;
        this.requester = requester;
        this.maxLength = maxLength;
    }

    /**
     * Begins, or goes on with what was begun with the same values.
     */
    void begin(
        final int to,
        final int thenHandler,
        final OffHeapBuffer from,
        final int fromOffset,
        final int byteCount,
        final long toPointer,
        final long word)
    {
        if (!isOpen || 0 == sent)
        {
            target = to;
            handler = thenHandler;
            source = from;
            offset = fromOffset;
            length = byteCount;
            pointer = toPointer;
            argument = word;
            sent = 0;
            isOpen = true;
        }
        else if (target != to || handler != thenHandler || source != from || offset != fromOffset ||
            length != byteCount || pointer != toPointer || argument != word)
        {
            throw new IllegalStateException("a transfer of " + length + " bytes to host " + target +
                " has begun, and " + sent +
                " are sent: call tryTransfer() with the same arguments until it returns true");
        }
    }

    /**
     * Sends what can be sent, if the memory of the target is registered.
     *
     * @return true if everything is sent.
     */
    boolean advance()
    {
        regions[target].check(pointer, length);
        if (0 == sent)
        {
            // Of a transfer before.
            requester.takeLostPiece();
        }
        while (length - sent > maxLength)
        {
            checkWhole();
            if (!requester.tryTransfer(target, AmPacket.PIECE, AmPacket.NO_HANDLER, source, offset + sent, maxLength,
                pointer + sent, maxLength, argument))
            {
                return false;
            }
            sent += maxLength;
        }
        checkWhole();
        if (requester.pieces() > 0 || !requester.tryTransfer(target, AmPacket.REQUEST_TRANSFER, handler, source,
            offset + sent, length - sent, pointer, length, argument))
        {
            return false;
        }
        return true;
    }

    int target()
    {
        return target;
    }

    void end()
    {
        isOpen = false;
        source = null;
    }

    private void checkWhole()
    {
        if (requester.takeLostPiece())
        {
            throw new IsotachException("a transfer of " + length + " bytes to host " + target + " has failed after " +
                sent + " bytes: its memory there is not registered any more");
        }
    }

    @Override
    public String toString()
    {
        return "the rest of " + length + " bytes to host " + target + ", of which " + sent + " are sent";
    }
}
