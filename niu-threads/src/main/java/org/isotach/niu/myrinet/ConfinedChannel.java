/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.BooleanSupplier;

import org.isotach.niu.link.SoleUser;

/**
 * A channel in paranoid mode: refuses the calls of a thread while another one is inside one, of the channel or of the
 * {@link Rpp} above it, which receives in each of its calls.
 */
final class ConfinedChannel extends Channel
{
    private final SoleUser user;

    ConfinedChannel(
        final Station host,
        final int number,
        final DmaRegion[] regions,
        final ReceivedHandles handles,
        final DropCounters drops,
        final MyrinetContext context)
    {
        super(host, number, regions, handles, drops, context);
        user = new SoleUser(" of channel " + number + " of host " + host.id(), "one: a channel, and the connection" +
            " above it, belong to one thread at a time; open one for each thread, or give what is received to others");
    }

    private boolean enter()
    {
        // First: what a handler is told does not depend on where the thread of the channel is.
        host().checkNotInHandler("receiving from a channel");
        return user.enter("a call");
    }

    @Override
    public int pending()
    {
        final boolean hasEntered = enter();
        try
        {
            return super.pending();
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    Buffer tryTake()
    {
        final boolean hasEntered = enter();
        try
        {
            return super.tryTake();
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    public Buffer receive()
    {
        final boolean hasEntered = enter();
        try
        {
            return super.receive();
        }
        finally
        {
            user.leave(hasEntered);
        }
    }

    @Override
    void await(final BooleanSupplier condition, final Object what)
    {
        final boolean hasEntered = enter();
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
