/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The calls of one host that wait: for a buffer, or for room on a channel. Each borrows a waiter, so waiting allocates
 * only when more threads wait than ever before. Threadsafe.
 */
final class WaitingCalls
{
    private final class Call implements BooleanSupplier
    {
        private final Waiter waiter = host.waiter();
        private int route;
        private int channel;
        private boolean keep;

        // To send; null to take one.
        private Buffer buffer;
        private Buffer taken;

        @Override
        public boolean getAsBoolean()
        {
            if (null != buffer)
            {
                return sendSide.trySend(route, channel, buffer, 0, keep);
            }
            taken = sendSide.tryBuffer();
            return null != taken;
        }

        @Override
        public String toString()
        {
            return null == buffer ? "a buffer that comes back to the pool of " + describe(host.id()) :
                "room on channel " + channel + " of " + describe(sendSide.routes().destination(route));
        }
    }

    private final Host host;
    private final WaiterList waiters;
    private final SendSide sendSide;
    private final Deque<Call> spare = new ArrayDeque<>();

    /**
     * @param host     the host.
     * @param waiters  woken when something has come back.
     * @param sendSide of the host.
     */
    WaitingCalls(final Host host, final WaiterList waiters, final SendSide sendSide)
    {
        this.host = host;
        this.waiters = waiters;
        this.sendSide = sendSide;
    }

    /**
     * Waits for a buffer within the time limit of the cluster. The thread also looks by itself, at least every 10 ms:
     * what comes back has no fence.
     */
    Buffer awaitBuffer()
    {
        final Call call = borrow();
        call.buffer = null;
        try
        {
            call.waiter.await(call, call);
            return call.taken;
        }
        finally
        {
            call.taken = null;
            giveBack(call);
        }
    }

    /**
     * Waits for room on a channel.
     */
    void awaitSent(final int route, final int channel, final Buffer buffer, final boolean keep)
    {
        final Call call = borrow();
        call.route = route;
        call.channel = channel;
        call.buffer = buffer;
        call.keep = keep;
        try
        {
            call.waiter.await(call, call);
        }
        finally
        {
            call.buffer = null;
            giveBack(call);
        }
    }

    private String describe(final int id)
    {
        return Routes.NOWHERE == id ? "no host" : host.context().topology().describeHost(id);
    }

    private synchronized Call borrow()
    {
        if (spare.isEmpty())
        {
            final Call call = new Call();
            waiters.add(call.waiter);
            return call;
        }
        return spare.pop();
    }

    private synchronized void giveBack(final Call call)
    {
        spare.push(call);
    }
}
