/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.memory.OffHeapBuffer;

/**
 * The first word of every operation in a frame.
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------+---------------+-------------------------------+
 *   |    opcode     |    length     |             host              |
 *   +---------------+---------------+-------------------------------+
 *   |                            address                            |
 *   +---------------------------------------------------------------+
 * </pre>
 * The bits are those of one 64-bit word, least significant first. The upper four bits of the opcode name the family:
 * the model that executes the operation. The length counts the 8-byte words of the operation, including this one. It is
 * 0 if there are more than 255 words; then the lower half of the second word is the length in bytes. So any reader can
 * step over an operation. The family defines everything after the first word. A frame is one or more operations in
 * issue order, each 8-byte aligned.
 */
public final class OperationHeader
{
    /**
     * Length of the header in bytes.
     */
    public static final int LENGTH = Long.BYTES;

    /**
     * Number of operation families; family numbers are 0..15.
     */
    public static final int FAMILY_COUNT = 16;

    private static final int MAX_SHORT_LENGTH = 255 * Long.BYTES;
    private static final int WORD_SHIFT = 3;
    private static final int LENGTH_SHIFT = 8;
    private static final int HOST_SHIFT = 16;
    private static final int ADDRESS_SHIFT = 32;

    private OperationHeader()
    {
    }

    /**
     * Encodes a header.
     *
     * @param opcode  0..255.
     * @param length  of the operation with its header in bytes, a multiple of 8; if it is more than 2040, the family
     *                also puts it into the lower half of the second word.
     * @param host    0..65535; its meaning depends on the opcode.
     * @param address its meaning depends on the opcode.
     * @return the header.
     */
    public static long encode(final int opcode, final int length, final int host, final int address)
    {
        final int words = length <= MAX_SHORT_LENGTH ? length >> WORD_SHIFT : 0;
        return (long)address << ADDRESS_SHIFT | (long)host << HOST_SHIFT | words << LENGTH_SHIFT | opcode;
    }

    /**
     * Returns whether the length is in the second word, because it does not fit the header.
     *
     * @param header header of the operation.
     * @return true if it is.
     */
    public static boolean isLong(final long header)
    {
        return 0 == ((int)header >>> LENGTH_SHIFT & 0xFF);
    }

    /**
     * Returns the length that is in the header.
     *
     * @param header header of the operation.
     * @return length in bytes, with the header; 0 if it {@link #isLong}.
     */
    public static int shortLength(final long header)
    {
        return ((int)header >>> LENGTH_SHIFT & 0xFF) * Long.BYTES;
    }

    /**
     * Returns the length of the operation at an index.
     *
     * @param frame  memory that holds the operation.
     * @param offset index in bytes of the operation.
     * @return length in bytes, with the header.
     */
    public static int length(final OffHeapBuffer frame, final int offset)
    {
        final int words = (int)frame.getLong(offset) >>> LENGTH_SHIFT & 0xFF;
        return 0 == words ? (int)frame.getLong(offset + LENGTH) : words * Long.BYTES;
    }

    /**
     * Returns the length of the operation at an index, for whoever steps over it in a frame that anyone may have
     * written.
     *
     * @param frame  memory that holds the operation.
     * @param offset index in bytes of the operation.
     * @param limit  index in bytes of the end of the frame.
     * @return length in bytes, with the header; 0 if the operation has none that is a positive multiple of 8 and ends
     * within the frame. Then nobody knows where the next operation begins.
     */
    public static int lengthWithin(final OffHeapBuffer frame, final int offset, final int limit)
    {
        return lengthWithin(frame.getLong(offset), frame, offset, limit);
    }

    /**
     * Does the same as {@link #lengthWithin(OffHeapBuffer, int, int)} for a reader that has the header.
     *
     * @param header header of the operation.
     * @param frame  memory that holds the operation.
     * @param offset index in bytes of the operation.
     * @param limit  index in bytes of the end of the frame.
     * @return as there.
     */
    public static int lengthWithin(
        final long header, final OffHeapBuffer frame, final int offset, final int limit)
    {
        final int rest = limit - offset;
        if (isLong(header))
        {
            return rest < 2 * Long.BYTES ? 0 : longLengthWithin((int)frame.getLong(offset + LENGTH), rest);
        }
        // A positive multiple of 8.
        final int length = shortLength(header);
        return length <= rest ? length : 0;
    }

    private static int longLengthWithin(final int length, final int rest)
    {
        return length > 0 && length <= rest && 0 == length % Long.BYTES ? length : 0;
    }

    /**
     * Returns the opcode.
     *
     * @param header header of the operation.
     * @return 0..255.
     */
    public static int opcode(final long header)
    {
        return (int)header & 0xFF;
    }

    /**
     * Returns the family: the model that executes the operation.
     *
     * @param header header of the operation.
     * @return 0..15.
     */
    public static int family(final long header)
    {
        return (int)header >> 4 & 0xF;
    }

    /**
     * Returns the host field.
     *
     * @param header header of the operation.
     * @return 0..65535.
     */
    public static int host(final long header)
    {
        return (int)header >>> HOST_SHIFT;
    }

    /**
     * Returns the address field.
     *
     * @param header header of the operation.
     * @return the address.
     */
    public static int address(final long header)
    {
        return (int)(header >>> ADDRESS_SHIFT);
    }
}
