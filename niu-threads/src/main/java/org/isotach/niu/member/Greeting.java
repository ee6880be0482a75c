/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;

/**
 * What another member says at the start. It owns the rule that both have the same topology, members, sizes and models
 * before anything else goes over their trunk. Belongs to the owner of the trunks.
 */
final class Greeting
{
    private final int member;
    private final long commonHash;
    private long modelsHash;
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

    long commonHash()
    {
        return commonHash;
    }

    /**
     * Sets the hash of the models here, before anything is read.
     */
    void models(final long hash)
    {
        modelsHash = hash;
    }

    /**
     * @throws IsotachException when something else has come first.
     */
    void check(final int type)
    {
        if (!isGreeted && TrunkRecord.HELLO != type)
        {
            throw new IsotachException("its first record is of type " + type + " (expected: HELLO)");
        }
    }

    void onHello(final OffHeapBuffer buffer, final int offset)
    {
        compare(buffer, offset, commonHash, "topology, members or sizes");
        isGreeted = true;
    }

    void onReady(final OffHeapBuffer buffer, final int offset)
    {
        compare(buffer, offset, modelsHash, "models or page maps");
        isReady = true;
    }

    /**
     * Returns whether the other member has all its models.
     */
    boolean isOver()
    {
        return isReady;
    }

    private void compare(final OffHeapBuffer buffer, final int offset, final long expected, final String what)
    {
        final int from = buffer.getInt(offset + TrunkRecord.FIRST);
        if (member != from || expected != buffer.getLong(offset + TrunkRecord.SECOND))
        {
            throw new IsotachException(member == from ? "it has other " + what + ": give all members the same" :
                "member " + from + " is at the other end of its trunk");
        }
    }

    @Override
    public String toString()
    {
        return "Greeting{member=" + member + ", greeted=" + isGreeted + ", ready=" + isReady + '}';
    }
}
