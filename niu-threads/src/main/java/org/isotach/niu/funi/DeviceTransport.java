/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.Waiter;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceMember;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.spi.Wakeable;

/**
 * Devices, which the gang has in turn with others. A gang that is suspended is switched out.
 */
final class DeviceTransport implements GangTransport
{
    private static final int MAX_LOOKS = 1_000_000;

    private final DeviceGang gang;

    // By node.
    private final boolean[] hasJoined;

    DeviceTransport(final DeviceGang gang)
    {
        this.gang = gang;
        hasJoined = new boolean[gang.member(0).size()];
    }

    /**
     * Returns how much memory a member needs.
     */
    static int memory(final int slots)
    {
        return DevicePort.length(slots) + DeviceAccesses.LENGTH;
    }

    private DeviceMember member(final Endpoint member)
    {
        final int node = member.node();
        if (hasJoined[node])
        {
            return gang.remap(node, member.host().id());
        }
        hasJoined[node] = true;
        return gang.member(node);
    }

    @Override
    public QueuePair join(final GangState state, final Endpoint member, final Waiter outer, final Waiter inner)
    {
        final Endpoint former = state.endpoint(member.node());
        final DeviceMember process = member(member);
        try
        {
            return queuePair(state, member, process, outer, inner);
        }
        catch (final Throwable ex)
        {
            if (null != former)
            {
                // Devices do not know it any more, so nothing reaches it: its own thread and the others are told.
                former.close();
            }
            throw ex;
        }
    }

    private QueuePair queuePair(
        final GangState state,
        final Endpoint member,
        final DeviceMember process,
        final Waiter outer,
        final Waiter inner)
    {
        // Without second queues: what is there does not move while its process does something else.
        member.incarnation(process.incarnation());
        gang.segments(member.node(), member.memory());
        final DevicePort port = new DevicePort(process, state.slots(), false, DeviceAccesses.END);
        open(port);
        process.onChange(new Wakeable()
        {
            @Override
            public void wake()
            {
                member.wakers().wake();
            }
        });
        final DeviceSender sender = new DeviceSender(port);
        final DeviceAccesses accesses = new DeviceAccesses(port);
        return new MemberQueuePair(state, member,
            new DeviceReception(state, member, gang, port, member.host().context().paranoid()),
            (priority, node) -> new DeviceOutbound(state, node, priority, sender, accesses), outer, inner);
    }

    /**
     * At once, so that what the others send can be delivered. The device answers in its next step; if none comes, the
     * first call of the queue pair goes on with it.
     */
    private static void open(final DevicePort port)
    {
        for (int i = 0; i < MAX_LOOKS && !port.tryOpen(); i++)
        {
            port.member().work();
            Thread.onSpinWait();
        }
    }

    @Override
    public void grow(final int slots)
    {
        gang.grow(memory(slots));
    }

    @Override
    public void suspend()
    {
        gang.suspend();
    }

    @Override
    public void resume()
    {
        gang.resume();
    }

    @Override
    public void onFail(final Runnable listener)
    {
        gang.onFail(listener);
    }

    @Override
    public void close()
    {
        gang.close();
    }

    @Override
    public String toString()
    {
        return "DeviceTransport{" + gang + '}';
    }
}
