/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Host;
import org.isotach.niu.link.SoleUser;

/**
 * Serves a port in paranoid mode: refuses the calls of a thread while another one of the application is inside one. The
 * thread of the cluster ({@link Progress#CLUSTER}) is none of them: it has its turns.
 */
final class ConfinedService extends PortService
{
    private final SoleUser user;

    ConfinedService(
        final Host host,
        final Program program,
        final Card card,
        final HandlerRunner runner,
        final OwnRequests own,
        final AmCounters counters)
    {
        super(host, program, card, runner, own, counters);
        user = runner.user();
    }

    @Override
    int serveOpen()
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            return super.serveOpen();
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    boolean trySend(
        final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            return super.trySend(target, handler, a0, a1, a2, a3);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    boolean tryAdvance(final OutgoingTransfer transfer)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            return super.tryAdvance(transfer);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    int broadcast(
        final int handler,
        final long a0,
        final long a1,
        final long a2,
        final long a3,
        final OffHeapBuffer source,
        final int offset)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            return super.broadcast(handler, a0, a1, a2, a3, source, offset);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    void awaitSent(final int target, final int handler, final long a0, final long a1, final long a2, final long a3)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            super.awaitSent(target, handler, a0, a1, a2, a3);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    void awaitSent(final BooleanSupplier transfer, final Object what)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            super.awaitSent(transfer, what);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    void await(final BooleanSupplier condition, final Object what)
    {
        final boolean hasEntered = user.enter("a call");
        try
        {
            super.await(condition, what);
        }
        finally
        {
            user.leave(hasEntered);
        }
    }
}
