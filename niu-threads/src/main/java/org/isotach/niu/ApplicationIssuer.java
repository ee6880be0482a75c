/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

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
            return "the execution of its isochron " + awaited;
        }
    };
    private final Host host;
    private final Handlers handlers;
    private final Waiter waiter;
    private Isochron issuing;
    private long awaited;

    ApplicationIssuer(final Host host)
    {
        this.host = host;
        handlers = host.handlers();
        waiter = host.waiter();
    }

    Host host()
    {
        return host;
    }

    @Override
    public long tryIssue(final Isochron isochron)
    {
        return host.tryIssue(isochron);
    }

    @Override
    public void issue(final Isochron isochron)
    {
        issuing = isochron;
        waiter.start();
        while (!isochron.tryIssue())
        {
            waiter.idle(room);
        }
    }

    @Override
    public boolean isExecuted(final long sequence)
    {
        return host.isExecuted(sequence);
    }

    @Override
    public void awaitExecuted(final long sequence)
    {
        awaited = sequence;
        waiter.start();
        while (!host.isExecuted(sequence))
        {
            waiter.idle(execution);
        }
    }

    @Override
    public long retired()
    {
        return host.retired();
    }

    @Override
    public void requestRetirement()
    {
        host.requestRetirement();
    }

    @Override
    public void checkOpen()
    {
        host.checkOpen();
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }
}
