/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.function.Consumer;

/**
 * Runs the handlers of one host for the owner of its executor. It owns the rule that a host can be expelled even if one
 * of its handlers never returns (docs/protocol.md, section 18).
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
     * @throws RevokedException as in {@link #run}; rethrown if it is the error.
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
     * Does the same as {@link #accept}, for an owner whose turn is over, and which goes on with something else.
     *
     * @return false if the host was expelled meanwhile, and the caller is no longer the owner.
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
