/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.isotach.HostExpelledException;
import org.isotach.niu.Marker;

/**
 * One barrier channel as one host sees it: where its credit is, and whose the channel is (Ironman section 6.5.5).
 * <p>
 * A state is that of the credit, and whether the application has registered the channel, and is still to receive a
 * completion. The application registers, participates and clears; the executor is told of completions; the LANai passes
 * the credit. Each does so on a thread of its own, by one compare-and-set.
 */
final class BarrierChannel
{
    // Where the credit is. SEND: it has to be sent, or, at the start, counts as sent without being asked for.
    // TRANSITION, READY: registered, and has participated, while an execution is under way that is none of its own.
    static final int SEND = 0;
    static final int NOT_HOLDING = 1;
    static final int TRANSITION = 2;
    static final int READY = 3;
    static final int HOLDING = 4;

    static final int REGISTERED = 8;
    private static final int MEMBER = 16;
    private static final int STRONG = 32;

    // The host has been expelled; no other state follows.
    private static final int EXPELLED = 64;

    // The application is told of a completion, and has not received that.
    private static final int NOTICE = 128;
    private static final int CREDIT_MASK = 7;
    private static final long NOT_JOINED = Long.MAX_VALUE;

    private final int channel;
    private final BarrierLedger ledger;
    private final Predicate<Marker> application;
    private final Predicate<Marker> executor;
    private final AtomicInteger state = new AtomicInteger(SEND);
    private final Credit credit = new Credit();
    private final Join join = new Join();
    private final Completion completion = new Completion()
    {
        @Override
        public long pass(final long pulse)
        {
            isCompletionUnpassed = false;
            return super.pass(pulse);
        }
    };

    // The first execution that this host takes part in.
    private volatile long joined = NOT_JOINED;

    private volatile boolean isUnsent;
    private boolean isCompletionUnsent;

    // The host has brought about a completion, and nobody has been told. Set by the executor, cleared by the LANai.
    private volatile boolean isCompletionUnpassed;

    // The last execution that this host has sent its credit for. Belongs to the LANai.
    private long lastSent = BarrierLedger.NONE;

    /**
     * @param channel     number of the channel.
     * @param ledger      of the channel.
     * @param application issues a marker, on a thread of the application, or says that there is no room.
     * @param executor    the same, on the thread of the executor.
     */
    BarrierChannel(
        final int channel,
        final BarrierLedger ledger,
        final Predicate<Marker> application,
        final Predicate<Marker> executor)
    {
        this.channel = channel;
        this.ledger = ledger;
        this.application = application;
        this.executor = executor;
    }

    boolean isRegistered()
    {
        return 0 != (state.get() & REGISTERED);
    }

    /**
     * Has the application participated, and not been told of the completion?
     */
    boolean isWaiting()
    {
        final int now = state();
        return (REGISTERED | NOT_HOLDING) == now || (REGISTERED | READY) == now;
    }

    /**
     * Can nothing but the application let the barrier be complete?
     */
    boolean isWaitedFor()
    {
        return (REGISTERED | HOLDING) == state();
    }

    /**
     * Credit state, and {@link #REGISTERED}.
     */
    int state()
    {
        return state.get() & (CREDIT_MASK | REGISTERED);
    }

    /**
     * As {@link #tryRegister}, for the channel that every host has from the beginning.
     *
     * @return false if the first execution is complete already, or the host has been expelled.
     */
    synchronized boolean registerFirst()
    {
        if (0 != (state.get() & EXPELLED) || !ledger.joinHoldingFirst())
        {
            return false;
        }
        joined = 0;
        state.set(HOLDING | REGISTERED | MEMBER | STRONG);
        return true;
    }

    /**
     * The application registers the channel; on the thread that receives.
     *
     * @return false if there is no room to do so at present.
     */
    synchronized boolean tryRegister(final BarrierMode mode)
    {
        while (true)
        {
            final int before = state.get();
            final int owned = REGISTERED | MEMBER | (BarrierMode.STRONG == mode ? STRONG : 0) | before & NOTICE;
            if (0 != (before & REGISTERED))
            {
                throw new IllegalStateException("barrier channel " + channel +
                    " is registered already: clearBarrier() it first");
            }
            if (0 != (before & EXPELLED))
            {
                throw new HostExpelledException(
                    "barrier channel " + channel + " cannot be registered: the host was expelled");
            }
            final boolean isMember = 0 != (before & MEMBER);
            final boolean isUnsentCredit = SEND == (before & CREDIT_MASK);
            if (!isMember && isUnsentCredit)
            {
                // Nobody else changes this state.
                joined = ledger.joinHolding();
                state.set(HOLDING | owned);
                return true;
            }
            if (!isMember)
            {
                return tryJoin(before, TRANSITION | owned);
            }
            if (state.compareAndSet(before, (isUnsentCredit ? HOLDING : TRANSITION) | owned))
            {
                return true;
            }
        }
    }

    /**
     * The application participates.
     *
     * @return false if there is no room to do so at present.
     */
    boolean tryParticipate(final BarrierMode mode)
    {
        while (true)
        {
            final int before = state.get();
            checkMayParticipate(before, mode);
            if (TRANSITION == (before & CREDIT_MASK))
            {
                if (state.compareAndSet(before, with(before, READY)))
                {
                    return true;
                }
            }
            else if (state.compareAndSet(before, with(before, NOT_HOLDING)))
            {
                return issueCredit(application, HOLDING);
            }
        }
    }

    /**
     * The application gives the channel up; on the thread that receives.
     */
    void clear()
    {
        while (true)
        {
            final int before = state.get();
            if (0 == (before & REGISTERED))
            {
                return;
            }
            final int credits = before & CREDIT_MASK;
            final boolean hasCredit = HOLDING == credits || SEND == credits;
            if (state.compareAndSet(before, with(before & ~REGISTERED, hasCredit ? SEND : NOT_HOLDING)))
            {
                sendCredit(application);
                return;
            }
        }
    }

    /**
     * The application has received the notice of a completion.
     */
    void noticeReceived()
    {
        state.getAndUpdate(now -> now & ~NOTICE);
    }

    /**
     * An execution is complete; for the executor.
     *
     * @return true if the application is to be told.
     */
    boolean complete(final long execution)
    {
        while (true)
        {
            // The state first: a host that joins says from when on before it shows that it does.
            final int before = state.get();
            final int credits = before & CREDIT_MASK;
            if (0 == (before & MEMBER) || execution < joined)
            {
                return false;
            }
            if (NOT_HOLDING == credits && 0 == (before & REGISTERED))
            {
                if (state.compareAndSet(before, NOT_HOLDING | before & NOTICE))
                {
                    leave();
                    return false;
                }
            }
            else if (NOT_HOLDING == credits)
            {
                if (state.compareAndSet(before, with(before, HOLDING) | NOTICE))
                {
                    return true;
                }
            }
            else if (TRANSITION == credits)
            {
                if (state.compareAndSet(before, with(before, HOLDING)))
                {
                    return false;
                }
            }
            else if (READY == credits)
            {
                if (state.compareAndSet(before, with(before, SEND)))
                {
                    sendCredit(executor);
                    return false;
                }
            }
            else
            {
                throw new IllegalStateException("execution " + execution + " of barrier channel " + channel +
                    " is complete without the credit of this host: state " + credits);
            }
        }
    }

    /**
     * Sends what there was no room for; for the executor.
     *
     * @return how much was sent, 0 if nothing.
     */
    int doWork()
    {
        int work = 0;
        if (isUnsent)
        {
            isUnsent = false;
            work += sendCredit(executor);
        }
        if (isCompletionUnsent)
        {
            isCompletionUnsent = !executor.test(completion);
            work += isCompletionUnsent ? 0 : 1;
        }
        return work;
    }

    /**
     * The host is being expelled: nobody waits for its credit any more. For whoever expels, who owns executor and
     * LANai; not while the application registers.
     *
     * @param markers the completion that others have to be told of is added to.
     */
    synchronized void giveUp(final Collection<Marker> markers)
    {
        // A member that has asked to join, and whose marker was not passed, is none yet.
        if (0 != (state.getAndSet(EXPELLED) & MEMBER) && NOT_JOINED != joined)
        {
            final long execution = ledger.expel(lastSent);
            if (BarrierLedger.NONE != execution)
            {
                completion.execution = execution;
                isCompletionUnpassed = true;
            }
        }
        if (isCompletionUnpassed)
        {
            markers.add(completion);
        }
    }

    private void checkMayParticipate(final int now, final BarrierMode mode)
    {
        if (0 != (now & EXPELLED))
        {
            throw new HostExpelledException(
                "barrier channel " + channel + " can complete without this host: the host was expelled");
        }
        if (0 == (now & REGISTERED))
        {
            throw new IllegalStateException("barrier channel " + channel +
                " is not registered at this host: Mailbox.registerBarrier() it first");
        }
        final BarrierMode registered = 0 != (now & STRONG) ? BarrierMode.STRONG : BarrierMode.WEAK;
        if (registered != mode)
        {
            throw new IllegalStateException("barrier channel " + channel + " is registered as " + registered +
                ", not as " + mode);
        }
        final int credits = now & CREDIT_MASK;
        if (HOLDING != credits && TRANSITION != credits || 0 != (now & NOTICE))
        {
            throw new IllegalStateException("the last barrier on channel " + channel +
                " is not complete at this host: receive its completion first");
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
     * @return how much was done, 0 if nothing.
     */
    private int sendCredit(final Predicate<Marker> issuer)
    {
        int before;
        do
        {
            before = state.get();
            if (SEND != (before & CREDIT_MASK) || 0 == (before & MEMBER))
            {
                return 0;
            }
        }
        while (!state.compareAndSet(before, with(before, NOT_HOLDING)));
        issueCredit(issuer, SEND);
        return isUnsent ? 0 : 1;
    }

    /**
     * The credit counts as sent from here on; if that fails it is taken back, into whatever has become of the channel.
     *
     * @param unsent what the host has then if the application has done nothing in between.
     */
    private boolean issueCredit(final Predicate<Marker> issuer, final int unsent)
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
                isIssued = takeBackCredit(unsent);
            }
        }
        return isIssued;
    }

    /**
     * @return true if the credit will be sent without the application.
     */
    private boolean takeBackCredit(final int unsent)
    {
        while (true)
        {
            final int before = state.get();
            final int credits = before & CREDIT_MASK;
            int after = with(before, SEND);
            if (TRANSITION == credits)
            {
                after = with(before, HOLDING);
            }
            else if (NOT_HOLDING == credits && 0 != (before & REGISTERED))
            {
                after = with(before, unsent);
            }
            if (state.compareAndSet(before, after))
            {
                final boolean isLeftToExecutor = SEND == (after & CREDIT_MASK);
                if (isLeftToExecutor)
                {
                    isUnsent = true;
                }
                return isLeftToExecutor;
            }
        }
    }

    /**
     * An unregistered host takes part in nothing any more.
     */
    private void leave()
    {
        final long execution = ledger.creditAndLeave(0);
        if (BarrierLedger.NONE != execution)
        {
            completion.execution = execution;
            isCompletionUnpassed = true;
            isCompletionUnsent = !executor.test(completion);
        }
    }

    private static int with(final int state, final int credits)
    {
        return state & ~CREDIT_MASK | credits;
    }

    @Override
    public String toString()
    {
        return "BarrierChannel{channel=" + channel + ", state=" + Integer.toBinaryString(state.get()) + ", joined=" +
            joined + '}';
    }

    /**
     * The completion of an execution rides on the token of the host that has brought it about.
     */
    private class Completion implements Marker
    {
        long execution;

        @Override
        public long pass(final long pulse)
        {
            return ledger.complete(pulse);
        }

        @Override
        public final long notice()
        {
            return Notice.barrier(channel, execution);
        }
    }

    /**
     * The credit of this host.
     */
    private final class Credit extends Completion
    {
        @Override
        public long pass(final long pulse)
        {
            lastSent = ledger.execution();
            execution = isLeaving() ? ledger.creditAndLeave(pulse) : ledger.credit(pulse);
            return BarrierLedger.NONE == execution ? NO_NOTICE : super.pass(pulse);
        }

        /**
         * Who does not complete the execution tells nobody, and no frame of its host has a later timestamp. Who has
         * given the channel up ceases to be a member in {@link #pass}.
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

        private boolean isLeaving()
        {
            int before;
            do
            {
                before = state.get();
                if (NOT_HOLDING != (before & CREDIT_MASK) || 0 != (before & REGISTERED))
                {
                    return false;
                }
            }
            while (!state.compareAndSet(before, NOT_HOLDING));
            return true;
        }
    }

    /**
     * This host becomes a member in the middle of an execution.
     */
    private final class Join extends Completion
    {
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
