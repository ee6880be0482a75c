/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.Predicate;

import org.isotach.niu.spi.Marker;

/**
 * A barrier channel at one host, where all hosts are in this JVM. It owns the rule that the host whose change completes
 * an execution tells all others, with a notice on its own token.
 */
final class SharedChannel extends BarrierChannel
{
    private final SharedLedger ledger;
    private final Credit credit;
    private final Join join;
    private final BarrierCompletion completion;

    // The last execution for which this host has sent its credit. Belongs to the LANai.
    private long lastSent = BarrierLedger.NONE;

    /**
     * @param channel     number of the channel.
     * @param ledger      the ledger of the channel.
     * @param application issues a marker on a thread of the application; false if there is no room.
     * @param executor    issues a marker on the thread of the executor; false if there is no room.
     * @param unsent      run when something waits for room, so that {@link #doWork()} has to be called.
     */
    SharedChannel(
        final int channel,
        final SharedLedger ledger,
        final Predicate<Marker> application,
        final Predicate<Marker> executor,
        final Runnable unsent)
    {
        super(channel, application, executor, unsent, true);
        this.ledger = ledger;
        credit = new Credit();
        join = new Join();
        completion = new BarrierCompletion(channel, ledger, unsent);
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
        if (0 != (state.get() & BarrierState.EXPELLED) || !ledger.joinHoldingFirst())
        {
            return false;
        }
        joined = 0;
        state.set(BarrierState.FIRST);
        return true;
    }

    @Override
    boolean isJoining()
    {
        return BarrierState.isMember(state.get()) && NOT_JOINED == joined;
    }

    @Override
    boolean tryJoinHolding(final int before, final int after)
    {
        joined = ledger.joinHolding();
        state.set(after);
        return true;
    }

    @Override
    void left()
    {
        completion.bring(ledger.creditAndLeave(0), executor);
    }

    @Override
    long onNotice(final long notice)
    {
        final long execution = Notice.execution(notice);
        return complete(execution) ? execution : BarrierLedger.NONE;
    }

    /**
     * The thread that expels has told the ledger.
     */
    @Override
    long onExpelled(final int host)
    {
        return BarrierLedger.NONE;
    }

    @Override
    int doWork()
    {
        return super.doWork() + completion.sendUnsent(executor);
    }

    @Override
    synchronized void giveUp(final Collection<Marker> markers)
    {
        // A member that has asked to join, and whose marker has not been passed, is not yet a member.
        if (BarrierState.isMember(state.change(BarrierState::expel)) && NOT_JOINED != joined)
        {
            completion.bring(ledger.expel(lastSent));
        }
        completion.giveUp(markers);
    }

    /**
     * The credit of this host.
     */
    private final class Credit extends BarrierMarker
    {
        Credit()
        {
            super(channel, ledger);
        }

        @Override
        public long pass(final long pulse)
        {
            lastSent = ledger.execution();
            final boolean isLast = BarrierState.isLeaving(state.change(BarrierState::leave));
            execution = isLast ? ledger.creditAndLeave(pulse) : ledger.credit(pulse);
            return BarrierLedger.NONE == execution ? NO_NOTICE : super.pass(pulse);
        }

        /**
         * A host that does not complete the execution tells no other host, and no frame of it has a later timestamp. A
         * host that has cleared the channel ceases to be a member in {@link #pass}.
         */
        @Override
        public boolean tryPassWithoutToken(final long last)
        {
            final long sent = isRegistered() ? ledger.tryCredit(last) : BarrierLedger.NONE;
            if (BarrierLedger.NONE == sent)
            {
                return false;
            }
            lastSent = sent;
            return true;
        }
    }

    /**
     * The marker by which this host becomes a member in the middle of an execution.
     */
    private final class Join extends BarrierMarker
    {
        Join()
        {
            super(channel, ledger);
        }

        @Override
        public long pass(final long pulse)
        {
            final long result = ledger.join(pulse);
            execution = result < 0 ? ~result : result;
            joined = execution;
            lastSent = execution;
            return result < 0 ? super.pass(pulse) : NO_NOTICE;
        }
    }
}
