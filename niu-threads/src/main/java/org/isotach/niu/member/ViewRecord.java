/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.View;

/**
 * What one member says of those that a view puts out: how far it has heard each of them, and how far each had filled
 * each trunk with frames by then. Views are rare, so these objects are made anew.
 *
 * @param number    of the view.
 * @param members   of the view, a bit each.
 * @param described a bit for each member that it says something of.
 * @param heard     for each member that is described, the pulse up to which it was heard.
 * @param decidedIn for each member that is described, the number of the view in which that was decided, 0 if none.
 * @param positions for each member that is described, on the trunk to each member.
 */
record ViewRecord(int number, int members, int described, long[] heard, int[] decidedIn, long[][] positions)
{
    private static final int HEADER_LENGTH = 3 * Long.BYTES;

    /**
     * Begins a record that describes nobody.
     *
     * @param count number of members of the cluster.
     */
    static ViewRecord of(final View view, final int described, final int count)
    {
        return new ViewRecord(view.number(), view.members(), described,
            new long[count], new int[count], new long[count][count]);
    }

    /**
     * Returns the length in bytes of the longest one.
     *
     * @param count number of members of the cluster.
     */
    static int maxLength(final int count)
    {
        // All memory of a record goes over the trunk.
        return length(count - 1, count) + OffHeapBuffer.CACHE_LINE_LENGTH - 1 & -OffHeapBuffer.CACHE_LINE_LENGTH;
    }

    private static int length(final int describedCount, final int count)
    {
        return HEADER_LENGTH + describedCount * (count + 2) * Long.BYTES;
    }

    boolean describes(final int member)
    {
        return 0 != (described >>> member & 1);
    }

    boolean isOf(final View view)
    {
        return number == view.number() && members == view.members();
    }

    /**
     * Writes it, as {@link TrunkRecord#VIEW} lays it out.
     */
    OffHeapBuffer write()
    {
        final int count = heard.length;
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(length(Integer.bitCount(described), count));
        buffer.putInt(TrunkRecord.TYPE, TrunkRecord.VIEW);
        buffer.putInt(TrunkRecord.FIRST, 0);
        buffer.putInt(TrunkRecord.SECOND, number);
        buffer.putInt(TrunkRecord.SECOND + Integer.BYTES, members);
        buffer.putLong(TrunkRecord.THIRD, described);
        int at = HEADER_LENGTH;
        for (int member = 0; member < count; member++)
        {
            if (describes(member))
            {
                buffer.putLong(at, heard[member]);
                buffer.putLong(at + Long.BYTES, decidedIn[member]);
                at += 2 * Long.BYTES;
                for (int to = 0; to < count; to++)
                {
                    buffer.putLong(at, positions[member][to]);
                    at += Long.BYTES;
                }
            }
        }
        return buffer;
    }

    /**
     * Reads it.
     *
     * @param count number of members of the cluster.
     */
    static ViewRecord read(final OffHeapBuffer buffer, final int offset, final int count)
    {
        final ViewRecord record = new ViewRecord(
            buffer.getInt(offset + TrunkRecord.SECOND),
            buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES),
            (int)buffer.getLong(offset + TrunkRecord.THIRD),
            new long[count],
            new int[count],
            new long[count][count]);
        int at = offset + HEADER_LENGTH;
        for (int member = 0; member < count; member++)
        {
            if (record.describes(member))
            {
                record.heard[member] = buffer.getLong(at);
                record.decidedIn[member] = (int)buffer.getLong(at + Long.BYTES);
                at += 2 * Long.BYTES;
                for (int to = 0; to < count; to++)
                {
                    record.positions[member][to] = buffer.getLong(at);
                    at += Long.BYTES;
                }
            }
        }
        return record;
    }
}
