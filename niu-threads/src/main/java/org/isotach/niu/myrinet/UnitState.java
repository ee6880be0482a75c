/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What {@link MyriUnit} knows of one unit. Threadsafe.
 */
final class UnitState
{
    private static final Set<String> PROGRAMS = Set.of("interrupt", "polled", "overlapped");

    private static final long LOOK_MS = 10;

    private final Nic nic;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReferenceArray<Channel> channels;
    private volatile String program = "";

    /**
     * @param nic      of the unit.
     * @param channels number of channels.
     */
    UnitState(final Nic nic, final int channels)
    {
        this.nic = nic;
        this.channels = new AtomicReferenceArray<>(channels);
    }

    synchronized int init(final boolean isForced, final String name)
    {
        final boolean isLoaded = isInitialised() && !isForced;
        if (isLoaded || name.isEmpty() && isInitialised())
        {
            return MyriCode.OK;
        }
        if (!PROGRAMS.contains(name))
        {
            return MyriCode.BAD_MCP;
        }
        program = name;
        return MyriCode.OK;
    }

    boolean isInitialised()
    {
        return !program.isEmpty();
    }

    /**
     * Returns whether the caller is inside a handler.
     */
    boolean isInHandler()
    {
        try
        {
            nic.host().models().checkNotInHandler("using a unit");
            return false;
        }
        catch (final IllegalStateException ex)
        {
            return true;
        }
    }

    boolean isChannel(final int number)
    {
        return 0 <= number && number < channels.length();
    }

    /**
     * Returns a channel that was gotten, null if it was not.
     */
    Channel channel(final int number)
    {
        final Channel channel = channels.get(number);
        return null == channel || channel.isClosed() ? null : channel;
    }

    int open(final int number)
    {
        return null == channel(number) ? MyriCode.CHAN_NOT_IN_USE : MyriCode.OK;
    }

    int get(final int number)
    {
        final Channel channel = nic.tryOpen(number);
        if (null == channel)
        {
            return MyriCode.ANY_CHAN == number ? MyriCode.NO_CHANS : MyriCode.CHAN_IN_USE;
        }
        channels.set(channel.number(), channel);
        return channel.number();
    }

    int release(final int number)
    {
        final Channel channel = channels.getAndSet(number, null);
        if (null == channel || channel.isClosed())
        {
            return MyriCode.CHAN_NOT_IN_USE;
        }
        channel.close();
        return MyriCode.OK;
    }

    /**
     * Waits for the lock until the cluster is closed; not inside a handler, where nothing may wait.
     */
    int lock()
    {
        if (isInHandler())
        {
            return MyriCode.CLOSED;
        }
        boolean isLocked = lock.tryLock();
        boolean isInterrupted = false;
        // The thread that has it may have ended.
        while (!isLocked && !nic.host().models().isOver())
        {
            try
            {
                isLocked = lock.tryLock(LOOK_MS, TimeUnit.MILLISECONDS);
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
        return isLocked ? MyriCode.OK : MyriCode.CLOSED;
    }

    int unlock()
    {
        if (!lock.isHeldByCurrentThread())
        {
            return MyriCode.BAD_UNIT;
        }
        lock.unlock();
        return MyriCode.OK;
    }
}
