/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.ClusterClosedException;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.WaitingThreads;
import org.isotach.niu.wait.WaitingPlace;

/**
 * One host, as the threads that wait at it see it. Threadsafe.
 */
final class HostPlace implements WaitingPlace
{
    private final HostUnits units;
    private final IssueGate gate;
    private final Handlers handlers;
    private final WaitingThreads waitingThreads;

    /**
     * @param units          of the host.
     * @param gate           of the host.
     * @param handlers       of the cluster.
     * @param waitingThreads threads that are parked at the host.
     */
    HostPlace(
        final HostUnits units, final IssueGate gate, final Handlers handlers, final WaitingThreads waitingThreads)
    {
        this.units = units;
        this.gate = gate;
        this.handlers = handlers;
        this.waitingThreads = waitingThreads;
    }

    @Override
    public int id()
    {
        return units.hostId;
    }

    @Override
    public void checkNotInHandler(final String call)
    {
        handlers.checkOutside(call);
    }

    @Override
    public int work()
    {
        return units.work();
    }

    @Override
    public int workQuietly()
    {
        return units.workQuietly();
    }

    @Override
    public int ownedUnits()
    {
        return units.owned();
    }

    @Override
    public boolean isOver()
    {
        return gate.isOver();
    }

    @Override
    public ClusterClosedException closedWhileWaiting(final Object what)
    {
        return gate.closedWhileWaiting(what);
    }

    @Override
    public boolean isExpelled()
    {
        return gate.isExpelled();
    }

    @Override
    public WaitingThreads waitingThreads()
    {
        return waitingThreads;
    }
}
