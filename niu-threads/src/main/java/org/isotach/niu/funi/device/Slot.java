/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * A slot of a queue in user memory: 32 words of 32 bits (Hoe, FUNet, sections 3.2.2 to 3.2.4).
 * <pre>
 *   message:            header | up to 21 words
 *   transfer, to send:  header | source | destination | argument | with source 0: payload, up to 16 words
 *   its notice:         header | 0      | destination | argument | in DRAIN mode: payload
 *   access:             header | place | number | segment and length | offset | to write: up to 16 words
 *
 *   header: transfer, 1 bit | mark, 1 bit | type, 9 bits | length in words, 5 bits | node, 16 bits
 * </pre>
 * These are not in the paper: the last words of a slot, which say who has sent it; and accesses to segments of another
 * member ({@link RemoteAccess}), whose header has both bits.
 */
public final class Slot
{
    /**
     * Length of a slot in bytes.
     */
    public static final int LENGTH = 128;

    /**
     * Most words of a message.
     */
    public static final int MAX_WORDS = 21;

    /**
     * Most words of a transfer.
     */
    public static final int MAX_TRANSFER_WORDS = 16;

    /**
     * Number of types, for each priority: the paper says 256 in one place, but its field has nine bits.
     */
    public static final int TYPES = 512;

    /**
     * Most slots of a queue.
     */
    public static final int MAX_SLOTS = 1 << 16;

    /**
     * Index in bytes of the first word of a message.
     */
    public static final int BODY = 4;

    /**
     * Index in bytes of the destination of a transfer.
     */
    public static final int DESTINATION = 8;

    /**
     * Index in bytes of the argument of a transfer.
     */
    public static final int ARGUMENT = 12;

    /**
     * Index in bytes of the payload of a transfer whose source is the slot itself.
     */
    public static final int PAYLOAD = 16;

    /**
     * Index in bytes of a word that devices hand on, if the slot is marked.
     */
    public static final int LIBRARY = 116;

    /**
     * Index in bytes of an incarnation: in a received slot that of the member that has sent it; in a slot to send that
     * is marked, that of the member that shall get it, or 0 for whoever is that node. A packet for a member that is not
     * there any more is dropped.
     */
    public static final int INCARNATION = 120;

    /**
     * Index in bytes of the node that has sent a received slot.
     */
    public static final int SENDER = 124;

    /**
     * A bit of the header that the paper does not use: devices hand it on, and libraries may set it in messages.
     */
    public static final int MARK = 1 << 30;

    static final int SOURCE = 4;
    static final int TRANSFER_ALIGNMENT = 16;

    private static final int TRANSFER = 1 << 31;
    private static final int TYPE_SHIFT = 21;
    private static final int LENGTH_SHIFT = 16;
    private static final int LENGTH_MASK = 0x1f;
    private static final int NODE_MASK = 0xffff;

    private Slot()
    {
    }

    /**
     * Makes a header. Bits that do not fit are lost, as in the registers.
     *
     * @param isTransfer true for a transfer.
     * @param type       0..511.
     * @param words      0..31; the device cuts what it cannot send.
     * @param node       of the receiver.
     * @return the header.
     */
    public static int header(final boolean isTransfer, final int type, final int words, final int node)
    {
        return (isTransfer ? TRANSFER : 0) | (type & TYPES - 1) << TYPE_SHIFT | (words & LENGTH_MASK) << LENGTH_SHIFT |
            node & NODE_MASK;
    }

    /**
     * Returns whether this is the header of a transfer.
     *
     * @param header of a slot.
     * @return true if so.
     */
    public static boolean isTransfer(final int header)
    {
        return TRANSFER == (header & (TRANSFER | MARK));
    }

    /**
     * Returns whether this is the header of a message.
     */
    static boolean isMessage(final int header)
    {
        return 0 == (header & TRANSFER);
    }

    /**
     * Returns the header of a message as it is sent: with at most {@link #MAX_WORDS}.
     */
    static int cut(final int header)
    {
        return words(header) <= MAX_WORDS ? header :
            header & ~(LENGTH_MASK << LENGTH_SHIFT) | MAX_WORDS << LENGTH_SHIFT;
    }

    /**
     * Returns whether this is the header of an access to a segment, or of its answer.
     */
    static boolean isAccess(final int header)
    {
        return (TRANSFER | MARK) == (header & (TRANSFER | MARK));
    }

    /**
     * Returns the type.
     *
     * @param header of a slot.
     * @return 0..511.
     */
    public static int type(final int header)
    {
        return header >>> TYPE_SHIFT & TYPES - 1;
    }

    /**
     * Returns the length.
     *
     * @param header of a slot.
     * @return 0..31 words.
     */
    public static int words(final int header)
    {
        return header >>> LENGTH_SHIFT & LENGTH_MASK;
    }

    /**
     * Returns the node of the receiver.
     *
     * @param header of a slot.
     * @return 0..65535.
     */
    public static int node(final int header)
    {
        return header & NODE_MASK;
    }

    /**
     * Returns as many words as a transfer with this header has: a multiple of 4, at most 16.
     */
    static int transferWords(final int header)
    {
        return Math.min(MAX_TRANSFER_WORDS, words(header) & -4);
    }
}
