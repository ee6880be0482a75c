/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.Predicate;

import org.isotach.niu.link.StartWords;
import org.isotach.niu.spi.Marker;

/**
 * A barrier channel at one host of a cluster with members. It owns the rule that each change of the ledger is a notice,
 * also one that completes nothing: the changes of a host come in the order in which it has made them, those of all
 * hosts in the order of their pulses. Until its member joins, a host that registers is a member from the beginning.
 */
final class ChannelOfMember extends BarrierChannel
{
    private final int host;
    private final LedgerCopy ledger;
    private final StartWords startWords;
    private final Change credit = new Credit();
    private final Change join = new Change(Notice.JOIN);
    private final Change joinHolding = new Change(Notice.JOIN_HOLDING);
    private final Change joinFirst = new Change(Notice.JOIN_FIRST);

    // Of the last change. Belong to the LANai.
    private long lastPulse = BarrierLedger.NONE;
    private int number;

    // How often this host has asked to join, and how many of these joins have come back as notices. The notice of an
    // earlier one may come when the host has left since, and has asked again. The one who registers writes the first
    // number, the executor the second one.
    private volatile int asked;
    private volatile int known;

    // The first execution was complete when this host wanted to take part in it.
    private volatile boolean isTooLate;

    /**
     * @param channel     number of the channel.
     * @param host        number of the host.
     * @param ledger      the copy of this host.
     * @param startWords  what hosts begin with.
     * @param application issues a marker on a thread of the application; false if there is no room.
     * @param executor    issues a marker on the thread of the executor; false if there is no room.
     * @param unsent      run when something waits for room, so that {@link #doWork()} has to be called.
     */
    ChannelOfMember(
        final int channel,
        final int host,
        final LedgerCopy ledger,
        final StartWords startWords,
        final Predicate<Marker> application,
        final Predicate<Marker> executor,
        final Runnable unsent)
    {
        super(channel, application, executor, unsent, false);
        this.host = host;
        this.ledger = ledger;
        this.startWords = startWords;
    }

    @Override
    Marker credit()
    {
        return credit;
    }

    @Override
    Marker join()
    {
        return join;
    }

    @Override
    synchronized boolean registerFirst()
    {
        final int before = state.get();
        if (isTooLate || 0 != (before & BarrierState.EXPELLED))
        {
            return false;
        }
        if (!BarrierState.isMember(before) && !tryBegin(BarrierState.FIRST))
        {
            tryJoin(before, BarrierState.FIRST, joinFirst);
        }
        return true;
    }

    @Override
    boolean isJoining()
    {
        // Volatile. Partner: onNotice().
        return !isTooLate && (!BarrierState.isMember(state.get()) || known != asked);
    }

    @Override
    boolean tryJoin(final int before, final int after, final Marker join)
    {
        // Volatile, before the state that shows a member. Partner: takesPartIn().
        asked++;
        boolean isIssued = false;
        try
        {
            isIssued = super.tryJoin(before, after, join);
        }
        finally
        {
            if (!isIssued)
            {
                asked--;
            }
        }
        return isIssued;
    }

    @Override
    boolean takesPartIn(final long execution)
    {
        // Volatile, after the state was read. Partner: tryJoin().
        return known == asked && super.takesPartIn(execution);
    }

    @Override
    boolean tryJoinHolding(final int before, final int after)
    {
        return tryBegin(after) || tryJoin(before, after, joinHolding);
    }

    /**
     * Makes this host a member from the beginning, unless its member has joined.
     */
    private boolean tryBegin(final int after)
    {
        if (!startWords.tryAdd(host, 1L << channel))
        {
            return false;
        }
        joined = 0;
        state.set(after);
        return true;
    }

    @Override
    void left()
    {
        // A member until all copies have its last credit.
        sendCredit(executor);
    }

    @Override
    long onNotice(final long notice)
    {
        final int changing = Notice.host(notice);
        final int kind = Notice.changeKind(notice);
        if (host == changing && Notice.CREDIT > kind)
        {
            if (Notice.JOIN_FIRST == kind && 0 != ledger.execution())
            {
                isTooLate = true;
            }
            else
            {
                joined = ledger.execution();
                // Volatile: the execution. Partner: isJoining().
                known++;
            }
        }
        return told(ledger.apply(kind, changing));
    }

    @Override
    long onExpelled(final int expelled)
    {
        return told(ledger.expel(expelled));
    }

    private long told(final long execution)
    {
        return BarrierLedger.NONE != execution && complete(execution) ? execution : BarrierLedger.NONE;
    }

    @Override
    synchronized void giveUp(final Collection<Marker> markers)
    {
        // All others find by themselves that the host is gone.
        state.change(BarrierState::expel);
    }

    /**
     * A change of the ledger by this host.
     */
    private class Change implements Marker
    {
        private final int kind;
        private long notice;

        Change(final int kind)
        {
            this.kind = kind;
        }

        int kind()
        {
            return kind;
        }

        @Override
        public long pass(final long pulse)
        {
            number = lastPulse == pulse ? number + 1 : 0;
            lastPulse = pulse;
            notice = Notice.change(channel, host, number, kind());
            return pulse;
        }

        @Override
        public long notice()
        {
            return notice;
        }
    }

    /**
     * The credit of this host, its last one if it has cleared the channel.
     */
    private final class Credit extends Change
    {
        Credit()
        {
            super(Notice.CREDIT);
        }

        @Override
        int kind()
        {
            return BarrierState.isLeaving(state.change(BarrierState::leave)) ? Notice.LEAVE : Notice.CREDIT;
        }
    }
}
