/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.isotach.Isochron;
import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.CounterCells;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.trace.HostRecorder;

/**
 * The host as seen by one isochron: issues it and waits for it.
 */
sealed class ApplicationIssuer implements IsochronIssuer permits ConfinedIssuer
{
    // The objects to wait for; their strings are made for messages only.
    private final Object room = new Object()
    {
        @Override
        public String toString()
        {
            return "room to issue " + issuing;
        }
    };
    private final Object execution = new Object()
    {
        @Override
        public String toString()
        {
            return "the execution of " + (APPENDED != awaited ? progress.describe(awaited) :
                batch.hasUnflushed() ? "its last isochrons" : progress.describe(batch.ticket()));
        }
    };
    private final Issuer issuer;
    private final IssueProgress progress;
    private final FrameBatch batch;
    private final Handlers handlers;
    private final FailurePoll failurePoll;
    private final CounterCells counters;
    private final ClusterEvents events;
    private final HostRecorder recorder;
    private final long thread;
    private final LongSupplier pulse;
    private final Waiter roomWaiter;
    private final Waiter executionWaiter;
    private final BooleanSupplier isIssued = this::isIssued;
    private final BooleanSupplier isExecuted = this::isAwaitedExecuted;
    private IsochronFrame issuing;

    // Published when the thread waits, for the units that read it.
    private long awaited;

    /**
     * What all issuers of a host have in common.
     *
     * @param issuer       of the host.
     * @param handlers     of the cluster.
     * @param failurePolls creates the polls for calls that fail.
     * @param counters     creates the counters of a thread.
     * @param events       told how long isochrons wait for room.
     * @param recorder     of the host, null for none.
     * @param pulse        logical time of the host.
     * @param waiters      creates waiters of the host, which wake up when a probe says so, or after any change if there
     *                     is none.
     */
    record Common(
        Issuer issuer,
        Handlers handlers,
        Supplier<FailurePoll> failurePolls,
        Function<Object, CounterCells> counters,
        ClusterEvents events,
        HostRecorder recorder,
        LongSupplier pulse,
        Function<BooleanSupplier, Waiter> waiters)
    {
    }

    /**
     * @param common what it has in common with others.
     * @param batch  for the isochrons that are issued here.
     */
    ApplicationIssuer(final Common common, final FrameBatch batch)
    {
        issuer = common.issuer;
        this.batch = batch;
        handlers = common.handlers;
        failurePoll = common.failurePolls.get();
        counters = common.counters.apply(this);
        events = common.events;
        recorder = common.recorder;
        thread = null == recorder ? HostRecorder.NO_ISSUE : recorder.nextNumber();
        pulse = common.pulse;
        progress = issuer.progress;
        // If this host issues one isochron at a time, it waits for the progress of others.
        roomWaiter = common.waiters.apply(issuer.isOneInFlight() ? progress::areAllExecuted : null);
        executionWaiter = common.waiters.apply(isExecuted);
    }

    /**
     * Called with the isochron of this issuer, before any thread gets it.
     *
     * @return the isochron.
     */
    Isochron confine(final Isochron isochron)
    {
        return isochron;
    }

    boolean isOf(final Issuer issuerOfHost)
    {
        return issuer == issuerOfHost;
    }

    @Override
    public long tryIssue(final IsochronFrame isochron)
    {
        final long sequence = null == recorder ? tryIssueUncounted(isochron) : tryIssueRecorded(isochron);
        if (BACK_PRESSURED != sequence)
        {
            counters.increment(Counter.ISOCHRONS_ISSUED);
        }
        return sequence;
    }

    private long tryIssueRecorded(final IsochronFrame isochron)
    {
        // Taken before issuing: the isochron may already be executed when the event is recorded.
        final long number = recorder.nextNumber();
        final long time = pulse.getAsLong();
        final long sequence = tryIssueUncounted(isochron);
        if (BACK_PRESSURED != sequence)
        {
            recorder.issued(number, thread, time, isochron.buffer(), isochron.offset(), isochron.length());
        }
        return sequence;
    }

    private long tryIssueUncounted(final IsochronFrame isochron)
    {
        if (!batch.tryAppend(isochron))
        {
            return issuer.tryIssue(isochron, batch);
        }
        return batch.isClosedForGood() && !issuer.confirm(isochron, batch) ? issuer.tryIssue(isochron, batch) :
            APPENDED;
    }

    @Override
    public void issue(final IsochronFrame isochron)
    {
        issuing = isochron;
        final ClusterEvents.Span span = events.beginNoRoom(isochron.hostId());
        try
        {
            roomWaiter.awaitChange(isIssued, room);
        }
        finally
        {
            issuing = null;
            if (null != span)
            {
                span.end(null);
            }
        }
    }

    private boolean isIssued()
    {
        return issuing.tryIssue();
    }

    private boolean isAwaitedExecuted()
    {
        return isExecuted(awaited);
    }

    @Override
    public boolean isExecuted(final long ticket)
    {
        return APPENDED == ticket ? !batch.hasUnflushed() && progress.isExecuted(batch.ticket()) :
            progress.isExecuted(ticket);
    }

    @Override
    public void awaitExecuted(final long ticket)
    {
        awaited = ticket;
        if (APPENDED == ticket)
        {
            // Otherwise the waiter would begin with work that does not send.
            issuer.endBatch(batch);
        }
        if (!isExecuted(ticket))
        {
            executionWaiter.awaitChange(isExecuted, execution);
        }
    }

    @Override
    public long retired()
    {
        return issuer.retired();
    }

    @Override
    public long endBatch()
    {
        return issuer.endBatch(batch);
    }

    @Override
    public void requestRetirement()
    {
        issuer.requestRetirement();
    }

    @Override
    public void backPressured()
    {
        counters.increment(Counter.NO_ROOM);
        // The waiter works for the host in its own way.
        if (null == issuing)
        {
            failurePoll.poll();
        }
    }

    @Override
    public void checkOpen()
    {
        issuer.gate.checkOpen();
    }

    @Override
    public AtomicInteger runningHandlers()
    {
        return handlers.running();
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }
}
