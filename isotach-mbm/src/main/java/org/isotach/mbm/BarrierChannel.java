/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.mbm.BarrierState.Refusal;
import org.isotach.niu.spi.Marker;

/**
 * One barrier channel as one host sees it: the place of its credit, and the ownership of the channel (Ironman section
 * 6.5.5).
 * <p>
 * The application registers, participates and clears; the executor is told of completions; the LANai passes the credit.
 * Each of them makes one step of the {@link BarrierState} on its own thread, with the consequences of that step. This
 * class owns these steps; its subclasses bring their consequences to the {@link BarrierLedger}.
 */
abstract class BarrierChannel
{
    private static final IntUnaryOperator PARTICIPATE_STRONG =
        now -> BarrierState.participate(now, BarrierMode.STRONG);
    private static final IntUnaryOperator PARTICIPATE_WEAK = now -> BarrierState.participate(now, BarrierMode.WEAK);

    /**
     * In place of an execution: the host has asked to become a member, and is none yet.
     */
    static final long NOT_JOINED = Long.MAX_VALUE;

    final int channel;
    final Predicate<Marker> application;
    final Predicate<Marker> executor;
    final Runnable unsent;
    final ChannelState state = new ChannelState();

    // The first execution in which this host takes part.
    volatile long joined = NOT_JOINED;

    private final boolean leavesAtOnce;
    private final ChannelState.Membership membership = this::takesPartIn;

    // True if there was no room for the credit. Set by the application or the executor, cleared by the executor.
    private volatile boolean isUnsent;

    // The last complete execution. Belongs to the executor.
    private long completed;

    /**
     * @param channel      number of the channel.
     * @param application  issues a marker on a thread of the application; false if there is no room.
     * @param executor     issues a marker on the thread of the executor; false if there is no room.
     * @param unsent       run when something waits for room, so that {@link #doWork()} has to be called.
     * @param leavesAtOnce true if a host that is told of a completion, and has cleared the channel, is a member no more
     *                     from that moment on.
     */
    BarrierChannel(
        final int channel,
        final Predicate<Marker> application,
        final Predicate<Marker> executor,
        final Runnable unsent,
        final boolean leavesAtOnce)
    {
        this.unsent = unsent;
        this.channel = channel;
        this.application = application;
        this.executor = executor;
        this.leavesAtOnce = leavesAtOnce;
    }

    /**
     * Returns the credit of this host, which {@link #sendCredit} issues.
     */
    abstract Marker credit();

    /**
     * Makes this host a member that holds its credit.
     *
     * @param before the state before.
     * @param after  the state to set.
     * @return false if there is no room at present: the state is as before.
     */
    abstract boolean tryJoinHolding(int before, int after);

    /**
     * Returns the marker by which this host becomes a member in the middle of an execution.
     */
    abstract Marker join();

    /**
     * This host has been told of a completion, is not registered, and has been a member until then; for the executor.
     */
    abstract void left();

    /**
     * Takes a notice of this channel; for the executor.
     *
     * @return the execution of whose completion the application is told, {@link BarrierLedger#NONE} if it is told
     *         nothing.
     */
    abstract long onNotice(long notice);

    /**
     * Another host has been expelled; for the executor, at the same point in logical time at all hosts.
     *
     * @return as {@link #onNotice}.
     */
    abstract long onExpelled(int host);

    /**
     * Returns whether this host has registered, and the others do not know yet that it is a member.
     */
    abstract boolean isJoining();

    /**
     * Expels the host: no other host waits for its credit any more. For the thread that expels, which owns executor and
     * LANai; not while the application registers.
     *
     * @param markers receives the completion that the other hosts have to be told of.
     */
    abstract void giveUp(Collection<Marker> markers);

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
    abstract boolean registerFirst();

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
        return BarrierState.TRANSITION == BarrierState.credit(after) ? tryJoin(before, after, join()) :
            tryJoinHolding(before, after);
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
            try
            {
                sendCredit(application);
            }
            catch (final ClusterClosedException ex)
            {
                // The executor sends it: hosts that are open wait for the credit of one that is closed.
                return;
            }
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
    final boolean complete(final long execution)
    {
        completed = execution;
        final int before = state.complete(membership, execution, leavesAtOnce);
        if (BarrierState.isRefusal(before) && Refusal.NO_PART_OF_IT == BarrierState.reason(before))
        {
            return false;
        }
        checkAccepted(before);
        if (BarrierState.isLeaving(before))
        {
            // An unregistered host no longer takes part in anything.
            left();
        }
        else if (BarrierState.READY == BarrierState.credit(before))
        {
            sendCredit(executor);
        }
        return BarrierState.isTold(before);
    }

    /**
     * Returns whether an execution concerns this host, if it is a member; for the executor.
     */
    boolean takesPartIn(final long execution)
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
        return work;
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

    /**
     * Asks to become a member. No other thread changes the state of a host that is not one.
     *
     * @return false if there is no room at present: the state is as before.
     */
    boolean tryJoin(final int before, final int after, final Marker join)
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
    final int sendCredit(final Predicate<Marker> issuer)
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
            isIssued = issuer.test(credit());
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
}
