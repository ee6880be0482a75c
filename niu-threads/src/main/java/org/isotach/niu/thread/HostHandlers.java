/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.function.Consumer;

/**
 * Runs the handlers of one host for whoever is the owner of its executor: it owns the rule that a handler may take for
 * ever, and that its host can be expelled all the same (docs/protocol.md, section 18).
 */
public final class HostHandlers implements Consumer<Throwable>
{
    private final int hostId;
    private final Handlers handlers;
    private final TryLock lock;

    /**
     * @param hostId   number of the host.
     * @param handlers of the cluster.
     * @param lock     of the executor of the host.
     */
    public HostHandlers(final int hostId, final Handlers handlers, final TryLock lock)
    {
        this.hostId = hostId;
        this.handlers = handlers;
        this.lock = lock;
    }

    /**
     * @throws RevokedException when the host was expelled before the handler returned.
     */
    public void run(final Runnable handler)
    {
        final boolean isOutermost = lock.enterHandler();
        try
        {
            handlers.run(handler);
        }
        finally
        {
            leave(isOutermost);
        }
    }

    /**
     * Tells the error handler.
     *
     * @throws RevokedException as {@link #run}; passed on if it is the error.
     */
    @Override
    public void accept(final Throwable error)
    {
        if (error instanceof RevokedException revoked)
        {
            throw revoked;
        }
        final boolean isOutermost = lock.enterHandler();
        try
        {
            handlers.report(error);
        }
        finally
        {
            leave(isOutermost);
        }
    }

    /**
     * As {@link #accept}, for an owner whose turn is over, and who goes on with something else.
     *
     * @return false if the host was expelled meanwhile, and the caller is not the owner any more.
     */
    public boolean tryReport(final Throwable error)
    {
        try
        {
            accept(error);
            return true;
        }
        catch (final RevokedException ex)
        {
            return false;
        }
    }

    private void leave(final boolean isOutermost)
    {
        if (isOutermost && !lock.leaveHandler())
        {
            throw new RevokedException(hostId);
        }
    }
}
