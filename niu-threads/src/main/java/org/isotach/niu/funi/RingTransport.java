/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.Waiter;

/**
 * Rings in shared memory: one for each ordered pair of members and priority, made on first use. The sending and the
 * receiving queue of two members are the two ends of one ring, and a slot that is given back is its acknowledgement:
 * nothing is lost, so nothing is sent twice.
 */
final class RingTransport implements GangTransport
{
    @Override
    public QueuePair join(final GangState state, final Endpoint member, final Waiter outer, final Waiter inner)
    {
        final boolean isParanoid = member.host().context().paranoid();
        return new MemberQueuePair(state, member, new Reception(state, member, isParanoid),
            (priority, node) -> new Outbound(state, member, node, priority), outer, inner);
    }

    @Override
    public void grow(final int slots)
    {
        // Rings are made anew.
    }

    @Override
    public void suspend()
    {
        // See GangState.isSuspended().
    }

    @Override
    public void resume()
    {
        // See GangState.isSuspended().
    }

    @Override
    public void onFail(final Runnable listener)
    {
        // Nothing that could fail is between members.
    }

    @Override
    public void close()
    {
        // The memory of rings is freed when nobody has them any more.
    }

    @Override
    public String toString()
    {
        return "RingTransport{}";
    }
}
