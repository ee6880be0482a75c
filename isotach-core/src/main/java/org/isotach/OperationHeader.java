/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * The first word of every operation in a frame.
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------+---------------+-------------------------------+
 *   |    opcode     |   reserved    |             host              |
 *   +---------------+---------------+-------------------------------+
 *   |                            address                            |
 *   +---------------------------------------------------------------+
 * </pre>
 * The bits are those of one 64-bit word, least significant first. The upper four bits of the opcode name the family:
 * the model that executes the operation. What follows the first word, and how long it is, is up to the family.
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

    private static final int HOST_SHIFT = 16;
    private static final int ADDRESS_SHIFT = 32;

    private OperationHeader()
    {
    }

    /**
     * Puts a header together.
     *
     * @param opcode  0..255.
     * @param host    0..65535, its meaning depends on the opcode.
     * @param address its meaning depends on the opcode.
     * @return the header.
     */
    public static long encode(final int opcode, final int host, final int address)
    {
        return (long)address << ADDRESS_SHIFT | (long)host << HOST_SHIFT | opcode;
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
