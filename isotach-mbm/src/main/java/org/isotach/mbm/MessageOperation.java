/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;

/**
 * Layout of an isotach message in a frame, after its {@link OperationHeader}.
 * <pre>
 *              0        8        16
 *   unicast    | header | lengths| message ...                    host = the receiver
 *   multicast  | header | lengths| receivers, a bit each ... | message ...
 * </pre>
 * The address field of the header is the number of the handler. The lower half of the second word is the length of the
 * operation, the upper half is the length of the message. Everything is padded to 8 bytes.
 */
final class MessageOperation
{
    static final int FAMILY = 1;

    private static final int BASE = FAMILY << 4;
    private static final int TO_HANDLER = 1;
    private static final int MULTICAST = 2;
    private static final int OPCODE_WITHOUT_FLAGS = 0xFF & ~(TO_HANDLER | MULTICAST);
    private static final int ALL_BUT_LENGTH = ~0xFF00;
    private static final int LENGTHS_OFFSET = OperationHeader.LENGTH;
    private static final int RECEIVERS_OFFSET = 2 * Long.BYTES;

    private MessageOperation()
    {
    }

    static int opcode(final boolean isToHandler, final boolean isMulticast)
    {
        return BASE | (isToHandler ? TO_HANDLER : 0) | (isMulticast ? MULTICAST : 0);
    }

    /**
     * Returns the length of the operation in bytes.
     *
     * @param receiverWords 0 for unicast, {@link #receiverWords} for multicast.
     */
    static int length(final int messageLength, final int receiverWords)
    {
        return RECEIVERS_OFFSET + receiverWords * Long.BYTES + (messageLength + Long.BYTES - 1 & -Long.BYTES);
    }

    /**
     * Returns the length in bytes of the longest message to one host that fits into an isochron.
     *
     * @param isochronLength length of the isochron in bytes, a multiple of 8.
     */
    static int longestMessage(final int isochronLength)
    {
        return isochronLength - RECEIVERS_OFFSET;
    }

    static int receiverWords(final int hostCount)
    {
        return (hostCount + Long.SIZE - 1) / Long.SIZE;
    }

    static void write(
        final OffHeapBuffer frame,
        final int offset,
        final int opcode,
        final int target,
        final int handler,
        final int length,
        final int messageLength)
    {
        frame.putLongs(
            offset,
            OperationHeader.encode(opcode, length, target, handler),
            (long)messageLength << Integer.SIZE | length);
    }

    static void writeReceivers(final OffHeapBuffer frame, final int offset, final int word, final long hosts)
    {
        frame.putLong(offset + RECEIVERS_OFFSET + word * Long.BYTES, hosts);
    }

    /**
     * Returns whether an operation is one of the four above. Others of the family are unknown.
     */
    static boolean isMessage(final long header)
    {
        return BASE == ((int)header & OPCODE_WITHOUT_FLAGS);
    }

    static boolean isToHandler(final long header)
    {
        return 0 != (header & TO_HANDLER);
    }

    /**
     * Returns whether an operation is a message to the mailbox of a host.
     */
    static boolean isToMailbox(final OffHeapBuffer frame, final int offset, final long header, final int host)
    {
        // Mostly it is for this host alone. That is one comparison, of all bits of the lower half but the length.
        return isOnlyToMailbox(header, host) ||
            isMessage(header) && !isToHandler(header) && isTo(frame, offset, header, host);
    }

    private static boolean isOnlyToMailbox(final long header, final int host)
    {
        return (BASE | host << Short.SIZE) == ((int)header & ALL_BUT_LENGTH);
    }

    /**
     * Returns whether an operation is a message to the mailbox of a host alone, has its length in its header, and fits.
     */
    static boolean isShortToMailbox(final long header, final int host, final int maxLength)
    {
        return isOnlyToMailbox(header, host) && !OperationHeader.isLong(header) &&
            OperationHeader.shortLength(header) <= maxLength;
    }

    static boolean isTo(final OffHeapBuffer frame, final int offset, final long header, final int host)
    {
        if (0 == (header & MULTICAST))
        {
            return OperationHeader.host(header) == host;
        }
        final int word = offset + RECEIVERS_OFFSET + host / Long.SIZE * Long.BYTES;
        return 0 != (frame.getLong(word) & 1L << host);
    }

    static int messageLength(final OffHeapBuffer frame, final int offset)
    {
        return (int)(frame.getLong(offset + LENGTHS_OFFSET) >>> Integer.SIZE);
    }

    static int messageOffset(final int offset, final long header, final int receiverWords)
    {
        return offset + RECEIVERS_OFFSET + (0 == (header & MULTICAST) ? 0 : receiverWords * Long.BYTES);
    }
}
