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
 * What another member says at the start. It owns the rule that both have the same topology, members, sizes and models
 * before anything else goes over their trunk. Belongs to the owner of the trunks.
 */
final class Greeting
{
    private final int member;
    private final long commonHash;
    private final Map<String, String> there = new TreeMap<>();
    private Map<String, String> here = Map.of();
    private boolean isGreeted;
    private boolean isReady;

    /**
     * @param member     number of the other member.
     * @param commonHash of what all members must have in common.
     */
    Greeting(final int member, final long commonHash)
    {
        this.member = member;
        this.commonHash = commonHash;
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
        queue.say(TrunkRecord.HELLO, own, commonHash);
    }

    /**
     * Sets how the models are set up here, before anything is read, and says so.
     */
    void sayModels(final int own, final Map<String, String> models, final TrunkQueue queue)
    {
        here = models;
        models.forEach((what, value) ->
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
        queue.say(TrunkRecord.READY, own, models.size());
    }

    private static String text(final OffHeapBuffer record, final int offset, final int length)
    {
        final byte[] text = new byte[length];
        record.getBytes(offset, text, 0, length);
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Checks what comes first. If a trunk has no room, a member that takes part no more says only that.
     *
     * @throws IsotachException when it is something else.
     */
    void check(final int type)
    {
        if (!isGreeted && TrunkRecord.HELLO != type && TrunkRecord.VIEW != type && TrunkRecord.LEFT != type)
        {
            throw new IsotachException("its first record is of type " + type + " (expected: HELLO)");
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

    private void onHello(final OffHeapBuffer buffer, final int offset)
    {
        final int from = buffer.getInt(offset + TrunkRecord.FIRST);
        if (member != from || commonHash != buffer.getLong(offset + TrunkRecord.SECOND))
        {
            throw new IsotachException(member == from ?
                "it has another topology, other members, or another linkRingSize, linkLength, maxIsochronLength or " +
                "readCap: give all members the same" :
                "member " + from + " is at the other end of its trunk");
        }
        isGreeted = true;
    }

    private void onSetUp(final OffHeapBuffer buffer, final int offset)
    {
        final int first = buffer.getInt(offset + TrunkRecord.SECOND);
        final int second = buffer.getInt(offset + TrunkRecord.SECOND + Integer.BYTES);
        there.put(text(buffer, offset + TrunkRecord.THIRD, first),
            text(buffer, offset + TrunkRecord.THIRD + first, second));
    }

    private void onReady()
    {
        final String difference = SetUp.difference(here, there);
        if (null != difference)
        {
            throw new IsotachException("it has other models: " + difference + "; give all members the same");
        }
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
