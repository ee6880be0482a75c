/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

import org.isotach.mbm.BarrierState.Refusal;
import org.isotach.niu.spi.Marker;

/**
 * One barrier channel as one host sees it: the place of its credit, and the ownership of the channel (Ironman section
 * 6.5.5).
 * <p>
 * The application registers, participates and clears; the executor is told of completions; the LANai passes the credit.
 * Each of them makes one step of the {@link BarrierState} on its own thread, with the consequences of that step.
 */
final class BarrierChannel
{
    private static final IntUnaryOperator PARTICIPATE_STRONG =
        now -> BarrierState.participate(now, BarrierMode.STRONG);
    private static final IntUnaryOperator PARTICIPATE_WEAK = now -> BarrierState.participate(now, BarrierMode.WEAK);
    private static final long NOT_JOINED = Long.MAX_VALUE;

    private final int channel;
    private final BarrierLedger ledger;
    private final Predicate<Marker> application;
    private final Predicate<Marker> executor;
    private final ChannelState state = new ChannelState();
    private final ChannelState.Membership membership = this::takesPartIn;
    private final Credit credit;
    private final Join join;
    private final BarrierCompletion completion;
    private final Runnable unsent;

    // The first execution in which this host takes part.
    private volatile long joined = NOT_JOINED;

    // True if there was no room for the credit. Set by the application or the executor, cleared by the executor.
    private volatile boolean isUnsent;

    // The last complete execution. Belongs to the executor.
    private long completed;

    // The last execution for which this host has sent its credit. Belongs to the LANai.
    private long lastSent = BarrierLedger.NONE;

    /**
     * @param channel     number of the channel.
     * @param ledger      the ledger of the channel.
     * @param application issues a marker on a thread of the application; false if there is no room.
     * @param executor    issues a marker on the thread of the executor; false if there is no room.
     * @param unsent      run when something waits for room, so that {@link #doWork()} has to be called.
     */
    BarrierChannel(
        final int channel,
        final BarrierLedger ledger,
        final Predicate<Marker> application,
        final Predicate<Marker> executor,
        final Runnable unsent)
    {
        this.unsent = unsent;
        this.channel = channel;
        this.ledger = ledger;
        this.application = application;
        this.executor = executor;
        credit = new Credit();
        join = new Join();
        completion = new BarrierCompletion(channel, ledger, unsent);
    }

    boolean isRegistered()
    {
        return BarrierState.isRegistered(state.get());
    }

    /**
     * Returns whether the application has participated, and has not been told of the completion.
     */
    boolean isWaiting()
    {
        return BarrierState.isWaiting(state.get());
    }

    /**
     * Returns whether only the application can let the barrier complete.
     */
    boolean isWaitedFor()
    {
        return BarrierState.isWaitedFor(state.get());
    }

    /**
     * Returns the state, see {@link BarrierState}.
     */
    int state()
    {
        return state.get();
    }

    /**
     * Does the same as {@link #tryRegister}, for the channel that every host has from the beginning.
     *
     * @return false if the first execution is already complete, or the host has been expelled.
     */
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

    /**
     * Registers the channel for the application; on the receiving thread.
     *
     * @return false if there is no room at present.
     */
    synchronized boolean tryRegister(final BarrierMode mode)
    {
        final int before = state.change(now -> BarrierState.registerMember(now, mode));
        checkAccepted(before);
        if (BarrierState.isMember(before))
        {
            return true;
        }
        // No other thread changes the state of a host that is not a member.
        final int after = BarrierState.register(before, mode);
        if (BarrierState.TRANSITION == BarrierState.credit(after))
        {
            return tryJoin(before, after);
        }
        joined = ledger.joinHolding();
        state.set(after);
        return true;
    }

    /**
     * Participates for the application.
     *
     * @return false if there is no room at present.
     */
    boolean tryParticipate(final BarrierMode mode)
    {
        final int before = state.change(BarrierMode.STRONG == mode ? PARTICIPATE_STRONG : PARTICIPATE_WEAK);
        checkAccepted(before);
        return BarrierState.TRANSITION == BarrierState.credit(before) ||
            issueCredit(application, BarrierState::takeBackParticipation);
    }

    /**
     * Clears the channel for the application; on the receiving thread.
     */
    void clear()
    {
        if (BarrierState.isRegistered(state.change(BarrierState::clear)))
        {
            sendCredit(application);
        }
    }

    /**
     * Notes that the application has received the notice of a completion.
     */
    void noticeReceived()
    {
        state.receiveNotice();
    }

    /**
     * Notes that an execution is complete; for the executor.
     *
     * @return true if the application is told.
     */
    boolean complete(final long execution)
    {
        completed = execution;
        final int before = state.complete(membership, execution);
        if (BarrierState.isRefusal(before) && Refusal.NO_PART_OF_IT == BarrierState.reason(before))
        {
            return false;
        }
        checkAccepted(before);
        if (BarrierState.isLeaving(before))
        {
            // An unregistered host no longer takes part in anything.
            completion.bring(ledger.creditAndLeave(0), executor);
        }
        else if (BarrierState.READY == BarrierState.credit(before))
        {
            sendCredit(executor);
        }
        return BarrierState.isTold(before);
    }

    private boolean takesPartIn(final long execution)
    {
        return execution >= joined;
    }

    /**
     * Sends markers for which there was no room; for the executor.
     *
     * @return the number of markers sent.
     */
    int doWork()
    {
        int work = 0;
        if (isUnsent)
        {
            isUnsent = false;
            work += sendCredit(executor);
        }
        return work + completion.sendUnsent(executor);
    }

    /**
     * Expels the host: no other host waits for its credit any more. For the thread that expels, which owns executor and
     * LANai; not while the application registers.
     *
     * @param markers receives the completion that the other hosts have to be told of.
     */
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
     * @param outcome the result of {@link ChannelState#change}.
     */
    private void checkAccepted(final int outcome)
    {
        if (BarrierState.isRefusal(outcome))
        {
            throw BarrierRefusal.exception(outcome, channel, completed);
        }
    }

    private boolean tryJoin(final int before, final int after)
    {
        joined = NOT_JOINED;
        state.set(after);
        boolean isIssued = false;
        try
        {
            isIssued = application.test(join);
        }
        finally
        {
            if (!isIssued)
            {
                state.set(before);
            }
        }
        return isIssued;
    }

    /**
     * Sends the credit if it has to be sent.
     *
     * @return the amount of work done, 0 if none.
     */
    private int sendCredit(final Predicate<Marker> issuer)
    {
        if (!BarrierState.hasToSend(state.change(BarrierState::sendCredit)))
        {
            return 0;
        }
        issueCredit(issuer, BarrierState::takeBackCredit);
        return isUnsent ? 0 : 1;
    }

    /**
     * Issues the credit, which counts as sent from here on. If that fails it is taken back, whatever the state of the
     * channel is by then.
     *
     * @return true if it was sent, or will be without the application.
     */
    private boolean issueCredit(final Predicate<Marker> issuer, final IntUnaryOperator takeBack)
    {
        boolean isIssued = false;
        try
        {
            isIssued = issuer.test(credit);
        }
        finally
        {
            if (!isIssued)
            {
                final int after = takeBack.applyAsInt(state.change(takeBack));
                isIssued = BarrierState.SEND == BarrierState.credit(after);
                if (isIssued)
                {
                    isUnsent = true;
                    unsent.run();
                }
            }
        }
        return isIssued;
    }

    @Override
    public String toString()
    {
        return "BarrierChannel{channel=" + channel + ", state=" + state + ", joined=" +
            joined + '}';
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
