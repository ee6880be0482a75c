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
    private final Host host;
    private final Waiter waiter;

    ApplicationIssuer(final Host host)
    {
        this.host = host;
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
        waiter.start();
        while (!isochron.tryIssue())
        {
            waiter.idle("room to issue " + isochron);
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
        waiter.start();
        while (!host.isExecuted(sequence))
        {
            waiter.idle("the execution of its isochron " + sequence);
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
        host.checkNotInHandler(what);
    }
}
