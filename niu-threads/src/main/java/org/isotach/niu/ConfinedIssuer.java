/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.niu.send.FrameBatch;

/**
 * The issuer of an isochron in paranoid mode. It refuses the calls of a thread while another one has the isochron open,
 * or waits for its execution. A thread may give the isochron to another one in between. Each operation asks, because
 * the number of running handlers is never 0 here.
 */
final class ConfinedIssuer extends ApplicationIssuer
{
    private static final String WAITS = "waits for its execution";

    private final AtomicInteger never0 = new AtomicInteger(1);

    // The thread that has used the isochron last. Volatile: threads that use it at the same time are to see each other.
    // It may have ended: its object is kept until another thread uses the isochron, which does no harm here.
    private final AtomicReference<Thread> user = new AtomicReference<>();

    // The thread that waits for execution, null for none. Volatile, like the user.
    private final AtomicReference<Thread> waiting = new AtomicReference<>();

    // Set before any thread gets it.
    private Isochron isochron;

    ConfinedIssuer(final Common common, final FrameBatch batch)
    {
        super(common, batch);
    }

    @Override
    Isochron confine(final Isochron itsIsochron)
    {
        isochron = itsIsochron;
        return itsIsochron;
    }

    @Override
    public AtomicInteger runningHandlers()
    {
        return never0;
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        super.checkNotInHandler(what);
        final Thread thread = Thread.currentThread();
        final Thread last = user.get();
        if (last != thread)
        {
            final Thread inside = waiting.get();
            if (null != inside)
            {
                throw refused(what, thread, inside, WAITS);
            }
            // Plain: a thread that gave it away has closed it before. One that has not may be missed for a moment.
            if (null != last && isochron.isOpen())
            {
                throw refused(what, thread, last, "has it open");
            }
            if (!user.compareAndSet(last, thread))
            {
                throw refused(what, thread, user.get(), "uses it at the same time");
            }
        }
    }

    private IsotachException refused(
        final String what, final Thread thread, final Thread other, final String use)
    {
        return new IsotachException(what + " of host " + isochron.hostId() + " by thread '" + thread.getName() +
            "', while thread '" + other.getName() + "' " + use + ": an isochron, and the ports used with it, belong" +
            " to one thread at a time; get one for each thread from Host.isochron()");
    }

    @Override
    public void awaitExecuted(final long ticket)
    {
        final Thread thread = Thread.currentThread();
        // Two that were checked at the same time may both come here: the first one stays the one that waits.
        final Thread inside = waiting.compareAndExchange(null, thread);
        if (null != inside)
        {
            throw refused("Isochron.awaitExecuted()", thread, inside, WAITS);
        }
        try
        {
            super.awaitExecuted(ticket);
        }
        finally
        {
            waiting.set(null);
        }
    }
}
