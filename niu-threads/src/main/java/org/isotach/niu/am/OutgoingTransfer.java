/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;

/**
 * A transfer that is being sent. It owns the rule that all bytes are there when its handler runs (Martin, HPAM, section
 * 4).
 * <p>
 * On links without faults this host copies the bytes to where they belong, and then sends the notice: a packet that
 * runs the handler, and carries none of them. On links with faults packets carry them, a piece in each. The last piece,
 * with the handler, is sent when all others have been answered. A packet with no more than a few bytes is the faster
 * way on all links.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class OutgoingTransfer
{
    /**
     * The longest transfer whose bytes its packet carries on links without faults.
     */
    static final int MAX_CARRIED = 256;

    private final Requester requester;
    private final Regions[] regions;
    private final int maxLength;
    private final int maxCarried;
    private final int copyLength;
    private final boolean isInOrder;
    private int target;
    private int handler;
    private OffHeapBuffer source;
    private int offset;
    private int length;
    private long pointer;
    private long argument;
    private int sent;
    private boolean isOpen;
    private boolean hasCopied;

    OutgoingTransfer(final Requester requester, final Program program)
    {
        this.requester = requester;
        regions = program.regions();
        final AmContext context = program.context();
        maxLength = context.maxTransferLength();
        maxCarried = context.directTransfers() && !program.hasFaults() ?
            Math.min(MAX_CARRIED, maxLength) : Integer.MAX_VALUE;
        copyLength = context.variants().copyLength;
        isInOrder = context.inOrder();
    }

    /**
     * Begins, or goes on with what was begun with the same values. A transfer to a host that is gone has ended, so
     * another one may begin.
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
        if (!isOpen || 0 == sent || requester.isGone(target))
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
        if (0 == sent)
        {
            regions[target].check(pointer, length);
        }
        else if (!regions[target].has(pointer, length))
        {
            // It was there when the transfer began: no mistake of the caller.
            throw lost();
        }
        return length > maxCarried ? advanceDirectly() : advanceInPackets();
    }

    /**
     * Called before each try to go on, also before one that does not come to {@link #advance()}.
     */
    void beginTry()
    {
        hasCopied = false;
    }

    /**
     * Returns whether the last try was not hindered: the next one goes on at once.
     */
    boolean hasCopied()
    {
        return hasCopied;
    }

    private boolean advanceDirectly()
    {
        if (sent < length)
        {
            // Nothing is copied for a notice that could not be sent. In order: not before what was sent earlier, which
            // its receiver may handle with the memory as it is.
            if (0 == sent && !requester.hasRoom(target) || isInOrder && requester.outstanding(target) > 0)
            {
                return false;
            }
            final int piece = Math.min(copyLength, length - sent);
            if (!regions[target].tryCopyInDirectly(source, offset + sent, piece, pointer + sent))
            {
                throw lost();
            }
            sent += piece;
            if (sent < length)
            {
                hasCopied = true;
                return false;
            }
        }
        // Release: the bytes, by the commit of the packet in RecordWriter.publish(). Partner: RecordReader.look(),
        // before the handler runs. The packet is sent again if it gets no answer; the bytes are not.
        return requester.tryTransfer(
            target, AmPacket.REQUEST_TRANSFER, handler, source, offset, 0, pointer, length, argument);
    }

    private boolean advanceInPackets()
    {
        if (0 == sent)
        {
            // Of a transfer to this host before, which has failed: none of its pieces may fail later, as if it were one
            // of this one.
            if (requester.pieces(target) > 0)
            {
                return false;
            }
            requester.takeLostPiece(target);
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
        if (requester.pieces(target) > 0 || !requester.tryTransfer(target, AmPacket.REQUEST_TRANSFER, handler,
            source, offset + sent, length - sent, pointer, length, argument))
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
        if (requester.takeLostPiece(target))
        {
            throw lost();
        }
    }

    private IsotachException lost()
    {
        return new IsotachException("a transfer of " + length + " bytes to host " + target + " has failed after " +
            sent + " bytes: its memory there is not registered any more");
    }

    @Override
    public String toString()
    {
        return toString("host " + target);
    }

    /**
     * Says what is left.
     *
     * @param receiver number and name of the receiver.
     */
    String toString(final String receiver)
    {
        return "the rest of " + length + " bytes to " + receiver + ", of which " + sent + " are sent";
    }
}
