/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one {@link MyriUnit} knows of one unit. Threadsafe.
 */
final class UnitState
{
    private static final long LOOK_MS = 10;

    private final Nic nic;
    private final SharedUnit shared;
    private final ReentrantLock lock;
    private final UnitUser user = new UnitUser();
    private final AtomicReferenceArray<Channel> channels;

    /**
     * @param nic      of the unit.
     * @param shared   what all programs share of the unit.
     * @param channels number of channels.
     */
    UnitState(final Nic nic, final SharedUnit shared, final int channels)
    {
        this.nic = nic;
        this.shared = shared;
        lock = shared.sendLock();
        this.channels = new AtomicReferenceArray<>(channels);
    }

    int init(final boolean isForced, final String name)
    {
        // The thread of the cluster that runs a handler is no user.
        return isInHandler() ? MyriCode.IN_HANDLER : shared.init(user, isForced, name);
    }

    /**
     * Returns whether this is a user of the unit.
     */
    boolean isInitialised()
    {
        return user.isCounted();
    }

    /**
     * The calling thread, which is not inside a handler, uses the unit.
     */
    void use()
    {
        user.use();
    }

    /**
     * Gives back what this user has of the unit: its channels, the lock, if the calling thread has it, and its use.
     */
    void exit()
    {
        for (int number = 0; number < channels.length(); number++)
        {
            release(number);
        }
        while (lock.isHeldByCurrentThread())
        {
            lock.unlock();
        }
        // Last: the next first user finds the channels free.
        shared.exit(user);
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
            return MyriCode.IN_HANDLER;
        }
        use();
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
