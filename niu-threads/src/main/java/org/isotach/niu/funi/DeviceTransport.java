/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.Waiter;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.spi.Wakeable;

/**
 * Devices, which the gang has in turn with others. A gang that is suspended is switched out.
 */
final class DeviceTransport implements GangTransport
{
    private static final int MAX_LOOKS = 1_000_000;

    private final DeviceGang gang;
    private final int maxSlots;

    DeviceTransport(final DeviceGang gang, final int maxSlots)
    {
        this.gang = gang;
        this.maxSlots = maxSlots;
    }

    @Override
    public QueuePair join(final GangState state, final Endpoint member, final Waiter outer, final Waiter inner)
    {
        // Without second queues: what is there does not move while its process does something else.
        final DevicePort port = new DevicePort(gang.member(member.node()), maxSlots, false);
        open(port);
        gang.member(member.node()).onChange(new Wakeable()
        {
            @Override
            public void wake()
            {
                member.wakers().wake();
            }
        });
        final DeviceSender sender = new DeviceSender(port);
        return new MemberQueuePair(state, member,
            new DeviceReception(state, port, member.host().context().paranoid()),
            (priority, node) -> new DeviceOutbound(state, node, priority, sender), outer, inner);
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
    public void checkSlots(final int slots)
    {
        if (slots > maxSlots)
        {
            throw new IllegalArgumentException("slots: " + slots + " (expected: at most " + maxSlots +
                ", with which the gang was opened: devices reach no other memory)");
        }
    }

    @Override
    public void checkMoves(final String name)
    {
        throw new IllegalStateException(
            "members of gang " + name + " cannot move, because it works through devices: open another gang");
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
