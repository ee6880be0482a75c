/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;

/**
 * What another member says at the start. It owns the rule that both have the same version, topology, members, sizes
 * and models before anything else goes over their trunk. Belongs to the owner of the trunks.
 */
final class Greeting
{
    private static final int NOT_GREETED = -1;

    private final int member;
    private final Map<String, String> common;
    private final Map<String, String> there = new TreeMap<>();
    private Map<String, String> here = Map.of();

    // Number of texts about what all have in common that the other member sends.
    private int expected = NOT_GREETED;
    private boolean isGreeted;
    private boolean isReady;

    /**
     * @param member number of the other member.
     * @param common what all members must have in common, in words.
     */
    Greeting(final int member, final Map<String, String> common)
    {
        this.member = member;
        this.common = common;
    }

    /**
     * Returns the length in bytes of the longest record.
     */
    static int maxRecordLength()
    {
        return recordLength(SetUp.MAX_BYTES, SetUp.MAX_BYTES);
    }

    private static int recordLength(final int first, final int second)
    {
        return TrunkRecord.THIRD + first + second + Long.BYTES - 1 & -Long.BYTES;
    }

    void sayHello(final int own, final TrunkQueue queue)
    {
        queue.say(TrunkRecord.HELLO, own, (long)TrunkRecord.FORMAT << Integer.SIZE | common.size());
        say(common, queue);
    }

    /**
     * Sets how the models are set up here, before anything is read, and says so.
     */
    void sayModels(final int own, final Map<String, String> models, final TrunkQueue queue)
    {
        here = models;
        say(models, queue);
        queue.say(TrunkRecord.READY, own, models.size());
    }

    private static void say(final Map<String, String> texts, final TrunkQueue queue)
    {
        texts.forEach((what, value) ->
        {
            final byte[] first = what.getBytes(StandardCharsets.UTF_8);
            final byte[] second = value.getBytes(StandardCharsets.UTF_8);
            final int length = recordLength(first.length, second.length);
            final OffHeapBuffer record = OffHeapBuffer.allocate(length);
            record.putInt(TrunkRecord.TYPE, TrunkRecord.SET_UP);
            record.putInt(TrunkRecord.SECOND, first.length);
            record.putInt(TrunkRecord.SECOND + Integer.BYTES, second.length);
            record.putBytes(TrunkRecord.THIRD, first, 0, first.length);
            record.putBytes(TrunkRecord.THIRD + first.length, second, 0, second.length);
            queue.send(record, length, null, 0, 0);
        });
    }

    private static String text(final OffHeapBuffer record, final int offset, final int length)
    {
        final byte[] text = new byte[length];
        record.getBytes(offset, text, 0, length);
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Checks what comes before this member knows that the other one has the same as it. If a trunk has no room, a
     * member that takes part no more says only that.
     *
     * @throws IsotachException when it is something else.
     */
    void check(final int type)
    {
        if (!isGreeted && TrunkRecord.HELLO != type && TrunkRecord.VIEW != type && TrunkRecord.LEFT != type &&
            !(NOT_GREETED != expected && TrunkRecord.SET_UP == type))
        {
            throw new IsotachException(NOT_GREETED == expected ?
                "its first record is of type " + type + " (expected: HELLO)" :
                "its record of type " + type + " comes before it has said what all members must have in common " +
                "(expected: SET_UP)");
        }
    }

    /**
     * A record of the greeting has come.
     *
     * @throws IsotachException when it is from another member, or one that differs.
     */
    void onRecord(final int type, final OffHeapBuffer buffer, final int offset)
    {
        switch (type)
        {
            case TrunkRecord.HELLO:
                onHello(buffer, offset);
                break;
            case TrunkRecord.SET_UP:
                onSetUp(buffer, offset);
                break;
            default:
                onReady();
                break;
        }
    }

    /**
     * It may come twice, with all that follows.
     */
    private void onHello(final OffHeapBuffer buffer, final int offset)
    {
        final int from = buffer.getInt(offset + TrunkRecord.FIRST);
        // This first: members of other versions are told apart by nothing else.
        final int format = buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES);
        if (TrunkRecord.FORMAT != format)
        {
            throw new IsotachException("its records are of format " + format + ", and those here of format " +
                TrunkRecord.FORMAT + ": give all members the same version of isotach");
        }
        if (member != from)
        {
            throw new IsotachException("member " + from + " is at the other end of its trunk");
        }
        expected = buffer.getInt(offset + TrunkRecord.SECOND);
        isGreeted = false;
        there.clear();
    }

    private void onSetUp(final OffHeapBuffer buffer, final int offset)
    {
        final int first = buffer.getInt(offset + TrunkRecord.SECOND);
        final int second = buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES);
        there.put(text(buffer, offset + TrunkRecord.THIRD, first),
            text(buffer, offset + TrunkRecord.THIRD + first, second));
        if (!isGreeted && expected == there.size())
        {
            checkSame("it differs", common);
            there.clear();
            isGreeted = true;
        }
    }

    /**
     * @throws IsotachException with what differs.
     */
    private void checkSame(final String what, final Map<String, String> own)
    {
        final String difference = SetUp.difference(own, there);
        if (null != difference)
        {
            throw new IsotachException(what + ": " + difference + "; give all members the same");
        }
    }

    private void onReady()
    {
        checkSame("it has other models", here);
        isReady = true;
    }

    /**
     * Returns whether the other member has all its models.
     */
    boolean isOver()
    {
        return isReady;
    }

    @Override
    public String toString()
    {
        return "Greeting{member=" + member + ", greeted=" + isGreeted + ", ready=" + isReady + '}';
    }
}
