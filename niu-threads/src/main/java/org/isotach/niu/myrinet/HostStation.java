/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.IntSupplier;

import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.wait.WaitSettings;

/**
 * A host with its application.
 */
final class HostStation implements Station
{
    private final Host host;

    HostStation(final Host host)
    {
        this.host = host;
    }

    @Override
    public int id()
    {
        return host.id();
    }

    @Override
    public String describe(final int other)
    {
        return host.context().topology().describeHost(other);
    }

    @Override
    public int hostCount()
    {
        return host.hostCount();
    }

    @Override
    public boolean isParanoid()
    {
        return host.context().paranoid();
    }

    @Override
    public boolean hasFaults()
    {
        return !host.context().linkFaults().isNone();
    }

    @Override
    public boolean isExpelled()
    {
        return host.isExpelled();
    }

    @Override
    public boolean isOver()
    {
        return host.models().isOver();
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        host.models().checkNotInHandler(what);
    }

    @Override
    public void checkOpen()
    {
        host.models().checkOpen();
    }

    @Override
    public PacketLink newPacketLink(final int target, final int capacity)
    {
        return host.models().newPacketLink(target, capacity);
    }

    @Override
    public void poll()
    {
        host.poll();
    }

    @Override
    public IntSupplier failurePoll(final int failuresPerPoll)
    {
        return host.models().failurePoll(failuresPerPoll)::poll;
    }

    @Override
    public Waiter newWaiter()
    {
        return host.waiter();
    }

    @Override
    public long timeoutNs()
    {
        return WaitSettings.limitNs(host.context().awaitTimeout());
    }

    @Override
    public boolean hasScheduler()
    {
        return null != host.context().scheduler();
    }

    @Override
    public String toString()
    {
        return "HostStation{host=" + id() + '}';
    }
}
