/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;

/**
 * The form of a record that says how something is set up: two texts, what it is and its value.
 */
final class SetUpRecord
{
    private SetUpRecord()
    {
    }

    /**
     * Returns the length in bytes of the longest record.
     */
    static int maxLength()
    {
        return length(SetUp.MAX_BYTES, SetUp.MAX_BYTES);
    }

    private static int length(final int first, final int second)
    {
        return TrunkRecord.THIRD + first + second + Long.BYTES - 1 & -Long.BYTES;
    }

    /**
     * Says all texts, a record for each.
     */
    static void say(final Map<String, String> texts, final TrunkQueue queue)
    {
        texts.forEach((what, value) ->
        {
            final byte[] first = what.getBytes(StandardCharsets.UTF_8);
            final byte[] second = value.getBytes(StandardCharsets.UTF_8);
            final int length = length(first.length, second.length);
            final OffHeapBuffer record = OffHeapBuffer.allocate(length);
            record.putInt(TrunkRecord.TYPE, TrunkRecord.SET_UP);
            record.putInt(TrunkRecord.SECOND, first.length);
            record.putInt(TrunkRecord.SECOND + Integer.BYTES, second.length);
            record.putBytes(TrunkRecord.THIRD, first, 0, first.length);
            record.putBytes(TrunkRecord.THIRD + first.length, second, 0, second.length);
            queue.send(record, length, null, 0, 0);
        });
    }

    /**
     * Puts the texts of a record into those that were said before.
     */
    static void read(final OffHeapBuffer buffer, final int offset, final Map<String, String> into)
    {
        final int first = buffer.getInt(offset + TrunkRecord.SECOND);
        final int second = buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES);
        into.put(text(buffer, offset + TrunkRecord.THIRD, first),
            text(buffer, offset + TrunkRecord.THIRD + first, second));
    }

    private static String text(final OffHeapBuffer record, final int offset, final int length)
    {
        final byte[] text = new byte[length];
        record.getBytes(offset, text, 0, length);
        return new String(text, StandardCharsets.UTF_8);
    }
}
