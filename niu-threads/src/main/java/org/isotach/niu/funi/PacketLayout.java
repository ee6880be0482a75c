/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * The content of a slot (Hoe, FUNet, section 3.2.2, figures of the message blocks). Tag and header are written by the
 * library; a program reaches its own words only.
 * <pre>
 *   0            8        12        16
 *   +------------+--------+---------+--------------------- - - -
 *   | tag        | header | -       | up to 21 words
 *   +------------+--------+---------+---------+----------+---- -
 *   notice of a put:                | pointer | argument | length
 *
 *   tag:    group id, 11 bits from bit 48 on | incarnation of the member that has sent it, 48 bits
 *   header: put, 1 bit | 0, 1 bit | type, 9 bits | words, 5 bits | node of the receiver, 16 bits
 * </pre>
 * With its sequence a slot has the 128 bytes of the paper.
 */
final class PacketLayout
{
    static final int SLOT_LENGTH = 128;
    static final int MAX_WORDS = 21;
    static final int TYPES = 512;
    static final int NODES = 1 << 16;
    static final int TAG_OFFSET = 0;
    static final int HEADER_OFFSET = 8;
    static final int BODY_OFFSET = 16;
    static final int POINTER_OFFSET = BODY_OFFSET;
    static final int ARGUMENT_OFFSET = BODY_OFFSET + Long.BYTES;
    static final int LENGTH_OFFSET = ARGUMENT_OFFSET + Long.BYTES;

    private static final int TRANSFER = 1 << 31;
    private static final int TYPE_SHIFT = 21;
    private static final int WORDS_SHIFT = 16;
    private static final int WORDS_MASK = 0x1f;
    private static final int GROUP_SHIFT = 48;

    private PacketLayout()
    {
    }

    static long tag(final int group, final long incarnation)
    {
        return (long)group << GROUP_SHIFT | incarnation & (1L << GROUP_SHIFT) - 1;
    }

    /**
     * Returns the incarnation of the member that has a tag.
     */
    static long incarnation(final long tag)
    {
        return tag & (1L << GROUP_SHIFT) - 1;
    }

    static int header(final boolean isTransfer, final int type, final int words, final int node)
    {
        return (isTransfer ? TRANSFER : 0) | type << TYPE_SHIFT | words << WORDS_SHIFT | node;
    }

    static boolean isTransfer(final int header)
    {
        return header < 0;
    }

    static int type(final int header)
    {
        return header >>> TYPE_SHIFT & TYPES - 1;
    }

    static int words(final int header)
    {
        return header >>> WORDS_SHIFT & WORDS_MASK;
    }

    static int node(final int header)
    {
        return header & NODES - 1;
    }
}
