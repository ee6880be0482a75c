/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.IsochronIssuer;

/**
 * The host as one isochron sees it: what it needs of the host, and its way of waiting.
 */
final class ApplicationIssuer implements IsochronIssuer
{
    // What is waited for; strings of it are made for messages only.
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
            return APPENDED != awaited ? "the execution of its isochron " + awaited :
                run.isBehind() ? "the execution of what it has issued last" :
                "the execution of its isochron " + run.sequence();
        }
    };
    private final Host host;
    private final Run run;
    private final Handlers handlers;
    private final FailurePoll failurePoll;
    private final Waiter roomWaiter;
    private final Waiter executionWaiter;
    private final BooleanSupplier isIssued = this::isIssued;
    private final BooleanSupplier isExecuted = this::isAwaitedExecuted;
    private Isochron issuing;

    // Published when the thread waits: units ask for it, too.
    private long awaited;

    /**
     * @param host that issues.
     * @param run  for the isochrons that are issued here.
     */
    ApplicationIssuer(final Host host, final Run run)
    {
        this.host = host;
        this.run = run;
        handlers = host.handlers();
        failurePoll = host.failurePoll(1);
        // What this host issues one at a time waits for what others do.
        roomWaiter = host.waiter(host.context().oneInFlight() ? host::areAllExecuted : null);
        executionWaiter = host.waiter(isExecuted);
    }

    Host host()
    {
        return host;
    }

    @Override
    public long tryIssue(final Isochron isochron)
    {
        if (!run.tryAppend(isochron))
        {
            return host.tryIssue(isochron, run);
        }
        return run.isSealedForGood() && !host.confirm(isochron, run) ? host.tryIssue(isochron, run) : APPENDED;
    }

    @Override
    public void issue(final Isochron isochron)
    {
        issuing = isochron;
        try
        {
            roomWaiter.awaitChange(isIssued, room);
        }
        finally
        {
            issuing = null;
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
    public boolean isExecuted(final long sequence)
    {
        return APPENDED == sequence ? !run.isBehind() && host.isExecuted(run.sequence()) : host.isExecuted(sequence);
    }

    @Override
    public void awaitExecuted(final long sequence)
    {
        awaited = sequence;
        if (APPENDED == sequence)
        {
            // Otherwise the waiter would begin with work that does not send.
            host.endRun(run);
        }
        if (!isExecuted(sequence))
        {
            executionWaiter.awaitChange(isExecuted, execution);
        }
    }

    @Override
    public long retired()
    {
        return host.retired();
    }

    @Override
    public long lastNumber()
    {
        return run.lastNumber();
    }

    @Override
    public long endRun()
    {
        return host.endRun(run);
    }

    @Override
    public void requestRetirement()
    {
        host.requestRetirement();
    }

    @Override
    public void backPressured()
    {
        // The waiter has its own way to work for the host.
        if (null == issuing)
        {
            failurePoll.poll();
        }
    }

    @Override
    public void checkOpen()
    {
        host.checkOpen();
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
