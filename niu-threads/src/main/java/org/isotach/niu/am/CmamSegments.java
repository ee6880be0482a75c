/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * The segments of one member that messages fill, in any order (Hoe, FUNet, appendix A). Each message says where in the
 * segment it belongs, and the last one calls the end function. Belongs to the thread of the member.
 * <pre>
 *   segaddr: 0, 1 bit | number of the segment, 5 bits | offset in bytes, 26 bits
 * </pre>
 */
final class CmamSegments
{
    /**
     * In place of a segment: all are open.
     */
    static final int NONE = -1;

    /**
     * In place of a member: bytes may come from any.
     */
    static final int ANYONE = -1;

    static final int COUNT = 32;
    static final int SHIFT = 26;
    static final int OFFSET_MASK = (1 << SHIFT) - 1;
    private static final int ALIGNMENT_MASK = 7;

    private static final class CmamSegment
    {
        private boolean isOpen;
        private int alignedBase;
        private int remain;
        private CmamEndFunction function;
        private Object info;
        private int base;
        private int giver;

        int open(final int first, final int bytes, final int from)
        {
            isOpen = true;
            alignedBase = first & ~ALIGNMENT_MASK;
            remain = bytes;
            base = first;
            giver = from;
            return first & ALIGNMENT_MASK;
        }

        void close()
        {
            isOpen = false;
            function = null;
            info = null;
        }
    }

    private final CmamSegment[] segments = new CmamSegment[COUNT];

    CmamSegments()
    {
        for (int i = 0; i < COUNT; i++)
        {
            segments[i] = new CmamSegment();
        }
    }

    /**
     * Returns the length of the longest segment: the address of its last byte must not be one of the next segment.
     *
     * @param base where it begins.
     */
    static int maxBytes(final int base)
    {
        return OFFSET_MASK - Math.max(1, (base & ALIGNMENT_MASK) - 1);
    }

    /**
     * @param giver from whom bytes may come, {@link #ANYONE} for all members.
     * @return address of its first byte; {@link #NONE} if all segments are open.
     */
    int open(final int base, final int bytes, final CmamEndFunction function, final Object info, final int giver)
    {
        for (int i = 0; i < COUNT; i++)
        {
            final CmamSegment segment = segments[i];
            if (!segment.isOpen)
            {
                segment.function = function;
                segment.info = info;
                return i << SHIFT | segment.open(base, bytes, giver);
            }
        }
        return NONE;
    }

    /**
     * Uses a segment that is open for something else. What still comes from its former giver is dropped.
     *
     * @return address of its first byte.
     */
    int reopen(final int segaddr, final int base, final int bytes, final int giver)
    {
        return segaddr & ~OFFSET_MASK | find(segaddr).open(base, bytes, giver);
    }

    /**
     * Returns whether a segment takes what comes from a member.
     *
     * @throws IllegalStateException if it is not open.
     */
    boolean takesFrom(final int segaddr, final int node)
    {
        final int giver = find(segaddr).giver;
        return ANYONE == giver || giver == node;
    }

    /**
     * Returns whether all segments are open.
     */
    boolean isFull()
    {
        for (final CmamSegment segment : segments)
        {
            if (!segment.isOpen)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns where an address leads.
     *
     * @throws IllegalStateException if its segment is not open.
     */
    int place(final int segaddr)
    {
        return find(segaddr).alignedBase + (segaddr & OFFSET_MASK);
    }

    /**
     * Bytes have arrived.
     */
    void arrived(final int segaddr, final int bytes)
    {
        final CmamSegment segment = find(segaddr);
        segment.remain -= bytes;
        if (segment.remain <= 0)
        {
            final CmamEndFunction function = segment.function;
            final Object info = segment.info;
            segment.close();
            function.call(info, segment.base);
        }
    }

    /**
     * Closes a segment before its bytes have arrived.
     */
    void close(final int segaddr)
    {
        find(segaddr).close();
    }

    private CmamSegment find(final int segaddr)
    {
        final int number = segaddr >>> SHIFT;
        if (number >= COUNT || !segments[number].isOpen)
        {
            throw new IllegalStateException("segment " + number + " is not open: more bytes have arrived than were" +
                " asked for, or at an address that Cmam.openSegment() has not returned");
        }
        return segments[number];
    }

    @Override
    public String toString()
    {
        int open = 0;
        for (final CmamSegment segment : segments)
        {
            open += segment.isOpen ? 1 : 0;
        }
        return "CmamSegments{open=" + open + '}';
    }
}
