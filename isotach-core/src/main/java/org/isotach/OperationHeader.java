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
 * the model that executes the operation. The length counts the 8-byte words of the operation, this one included; it is
 * 0 if they are more than 255, and then the lower half of the second word is the length in bytes. So everybody can step
 * over an operation; what follows the first word is up to the family.
 * A frame is one or more operations behind each other, each 8-byte aligned, in issue order.
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
    private static final int LENGTH_SHIFT = 8;
    private static final int HOST_SHIFT = 16;
    private static final int ADDRESS_SHIFT = 32;

    private OperationHeader()
    {
    }

    /**
     * Puts a header together.
     *
     * @param opcode  0..255.
     * @param length  of the operation with its header in bytes, a multiple of 8; if it is more than 2040, the family
     *                puts it into the lower half of the second word, too.
     * @param host    0..65535, its meaning depends on the opcode.
     * @param address its meaning depends on the opcode.
     * @return the header.
     */
    public static long encode(final int opcode, final int length, final int host, final int address)
    {
        final int words = length <= MAX_SHORT_LENGTH ? length / Long.BYTES : 0;
        return (long)address << ADDRESS_SHIFT | (long)host << HOST_SHIFT | words << LENGTH_SHIFT | opcode;
    }

    /**
     * Is the length in the second word, because it does not fit the header?
     *
     * @param header of the operation.
     * @return true if it is.
     */
    public static boolean isLong(final long header)
    {
        return 0 == ((int)header >>> LENGTH_SHIFT & 0xFF);
    }

    /**
     * Length of the operation at an index.
     *
     * @param frame  that holds it.
     * @param offset index in bytes of the operation.
     * @return in bytes, with the header.
     */
    public static int length(final OffHeapBuffer frame, final int offset)
    {
        final int words = (int)frame.getLong(offset) >>> LENGTH_SHIFT & 0xFF;
        return 0 == words ? (int)frame.getLong(offset + LENGTH) : words * Long.BYTES;
    }

    /**
     * The opcode.
     *
     * @param header of the operation.
     * @return 0..255.
     */
    public static int opcode(final long header)
    {
        return (int)header & 0xFF;
    }

    /**
     * The family, that is the model which executes the operation.
     *
     * @param header of the operation.
     * @return 0..15.
     */
    public static int family(final long header)
    {
        return (int)header >> 4 & 0xF;
    }

    /**
     * The host field.
     *
     * @param header of the operation.
     * @return 0..65535.
     */
    public static int host(final long header)
    {
        return (int)header >>> HOST_SHIFT;
    }

    /**
     * The address field.
     *
     * @param header of the operation.
     * @return the address.
     */
    public static int address(final long header)
    {
        return (int)(header >>> ADDRESS_SHIFT);
    }
}
