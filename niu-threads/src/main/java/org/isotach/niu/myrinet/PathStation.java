/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.function.IntFunction;
import java.util.function.IntSupplier;

import org.isotach.niu.Waiter;
import org.isotach.niu.link.PacketLink;

/**
 * One end of a {@link MyrinetPath}. What is on its way must arrive, even when its host is closed or expelled: so it is
 * never over. The thread that sends drives both ends, and never waits for another one.
 */
final class PathStation implements Station
{
    private final int id;
    private final IntFunction<PacketLink> links;
    private final boolean hasFaults;
    private final boolean isParanoid;

    /**
     * @param id         0 or 1.
     * @param links      creates a link for packets to the other end, given its capacity.
     * @param hasFaults  true if they may be lost.
     * @param isParanoid true to use no handle twice.
     */
    PathStation(final int id, final IntFunction<PacketLink> links, final boolean hasFaults, final boolean isParanoid)
    {
        this.id = id;
        this.links = links;
        this.hasFaults = hasFaults;
        this.isParanoid = isParanoid;
    }

    @Override
    public int id()
    {
        return id;
    }

    @Override
    public String describe(final int other)
    {
        return "end " + other + " of a path for frames";
    }

    @Override
    public int hostCount()
    {
        return 2;
    }

    @Override
    public boolean isParanoid()
    {
        return isParanoid;
    }

    @Override
    public boolean isConfined()
    {
        // Whoever works for its host sends, one thread after the other.
        return false;
    }

    @Override
    public boolean hasFaults()
    {
        return hasFaults;
    }

    @Override
    public boolean isExpelled()
    {
        return false;
    }

    @Override
    public boolean isOver()
    {
        return false;
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        // The network itself sends, not a handler.
    }

    @Override
    public void checkOpen()
    {
        // It always is.
    }

    @Override
    public PacketLink newPacketLink(final int target, final int capacity)
    {
        return links.apply(capacity);
    }

    @Override
    public void poll()
    {
        // The thread that sends works for both ends.
    }

    @Override
    public IntSupplier failurePoll(final int failuresPerPoll)
    {
        return () -> 0;
    }

    @Override
    public Waiter newWaiter()
    {
        return null;
    }

    @Override
    public long timeoutNs()
    {
        return Waiter.NO_LIMIT_NS;
    }

    @Override
    public boolean hasScheduler()
    {
        return false;
    }

    @Override
    public String toString()
    {
        return "PathStation{id=" + id + '}';
    }
}
