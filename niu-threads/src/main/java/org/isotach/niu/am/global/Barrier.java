/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.HostExpelledException;

/**
 * How far a host has come in the barriers. In round r each host tells the host 2^r places behind it that it has come,
 * and goes on when the one 2^r places before it has: so after log P rounds each host has heard of all others, by way of
 * them. Rounds are counted, because messages of later barriers may come before those of this one.
 * <p>
 * A barrier whose call has failed is still under way: the next call goes on where that one ended.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class Barrier
{
    private final int self;
    private final Members members;
    private final Account account;
    private final long[] arrived;
    private long barriers;
    private int round;
    private boolean isSent;

    Barrier(final int self, final Members members, final Account account)
    {
        this.self = self;
        this.members = members;
        this.account = account;
        arrived = new long[Integer.SIZE - Integer.numberOfLeadingZeros(members.size() - 1)];
        round = arrived.length;
    }

    /**
     * Begins a barrier, unless one is under way.
     */
    void begin()
    {
        if (arrived.length == round)
        {
            barriers++;
            round = 0;
            isSent = false;
        }
    }

    boolean isOver()
    {
        return arrived.length == round;
    }

    int round()
    {
        return round;
    }

    boolean isSent()
    {
        return isSent;
    }

    void sent()
    {
        isSent = true;
    }

    /**
     * Returns the host that is told in this round.
     */
    int partner()
    {
        return (self + (1 << round)) % members.size();
    }

    /**
     * Another host has come so far.
     */
    void arrive(final int inRound)
    {
        arrived[inRound]++;
    }

    /**
     * Returns whether the round is over. With a host that was expelled no round ends any more.
     */
    boolean hasArrived()
    {
        if (arrived[round] >= barriers)
        {
            return true;
        }
        final int expelled = members.anyExpelled();
        if (Members.NONE != expelled)
        {
            throw new HostExpelledException("host " + expelled + " was expelled: host " + self +
                " cannot come through a barrier of all " + members.size() +
                " hosts any more; go on without barriers, or in a new cluster");
        }
        account.checkWhole();
        return false;
    }

    void nextRound()
    {
        round++;
        isSent = false;
    }

    @Override
    public String toString()
    {
        return isOver() ? barriers + " barriers" : "host " +
            Math.floorMod(self - (1 << round), members.size()) + " in round " + (round + 1) + " of " + arrived.length +
            " of a barrier";
    }
}
