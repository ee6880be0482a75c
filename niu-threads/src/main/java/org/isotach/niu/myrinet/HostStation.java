/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.IntSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.wait.WaitSettings;

/**
 * A host with its application.
 */
final class HostStation implements Station
{
    private final Host host;
    private final ModelHost models;

    HostStation(final Host host)
    {
        this.host = host;
        models = host.models();
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
    public boolean isConfined()
    {
        return isParanoid();
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
        return models.isOver();
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        models.checkNotInHandler(what);
    }

    @Override
    public void checkOpen()
    {
        // While nothing of the cluster has ended, this is one look.
        if (!models.isUndisturbed())
        {
            checkEnds();
        }
    }

    private void checkEnds()
    {
        if (host.isExpelled())
        {
            throw new HostExpelledException(
                "host " + id() + " was expelled: its network interface sends and receives nothing any more");
        }
        if (models.isOver())
        {
            throw new ClusterClosedException("the cluster of host " + id() +
                " is closed: its network interface sends and receives nothing any more");
        }
    }

    @Override
    public PacketLink newPacketLink(final int target, final int capacity)
    {
        return models.newPacketLink(target, capacity);
    }

    @Override
    public void poll()
    {
        host.poll();
    }

    @Override
    public IntSupplier failurePoll(final int failuresPerPoll)
    {
        return models.failurePoll(failuresPerPoll)::poll;
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
