/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.memory.Padded;

/**
 * The application threads that are parked at one host. Lock-free, and without garbage once there are places for all
 * threads that wait at the same time. Threadsafe.
 * <p>
 * Some are <em>watched</em>: a thread that works for a unit of the host checks them, as owner, after its work. While
 * there are none, that costs one read.
 */
public final class WaitingThreads extends Padded
{
    /**
     * The waiting threads of units without a host.
     */
    static final WaitingThreads NOBODY = new WaitingThreads(new AtomicInteger());

    private static final int FIRST_LENGTH = 8;

    // Where one thread is left over of many, all of these are looked at.
    private static final int MAX_LENGTH = 256;
    private static final int NONE = -1;
    private static final VarHandle WATCHED;

    static
    {
        try
        {
            WATCHED = MethodHandles.lookup().findVarHandle(WaitingThreads.class, "watched", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private static final class Places
    {
        final int base;
        final AtomicReferenceArray<ParkedThread> waiters;
        final AtomicReference<Places> next = new AtomicReference<>();

        // At least as many as there are threads; not counted at the first places, which are always looked at.
        final AtomicInteger occupied = new AtomicInteger();

        Places(final int base, final int length)
        {
            this.base = base;
            waiters = new AtomicReferenceArray<>(length);
        }

        int limit()
        {
            return base + waiters.length();
        }

        /**
         * Returns the next places at which there may be a thread, null if there are none.
         */
        Places nextOccupied()
        {
            Places places = next.get();
            // Volatile: a thread that is there is counted. Partner: claimCounted().
            while (null != places && 0 == places.occupied.get())
            {
                places = places.next.get();
            }
            return places;
        }

        int claim(final ParkedThread waiter, final int hint)
        {
            final int length = waiters.length();
            final int start = hint >= base && hint < limit() ? hint - base : 0;
            for (int i = 0; i < length; i++)
            {
                final int index = start + i & length - 1;
                if (null == waiters.get(index) && waiters.compareAndSet(index, null, waiter))
                {
                    return base + index;
                }
            }
            return NONE;
        }

        int claimCounted(final ParkedThread waiter, final int hint)
        {
            if (occupied.get() >= waiters.length())
            {
                return NONE;
            }
            // Volatile, before the place is claimed: who looks sees the count, or looks before the thread is there.
            // Partner: nextOccupied().
            final int place = occupied.incrementAndGet() <= waiters.length() ? claim(waiter, hint) : NONE;
            if (NONE == place)
            {
                occupied.decrementAndGet();
            }
            return place;
        }
    }

    private final Places first = new Places(0, FIRST_LENGTH);
    private final AtomicInteger parked;
    private volatile int watched;

    // The doorbell of the thread that closes the cluster; null before.
    private volatile Doorbell closer;

    /**
     * @param parked number of threads that are parked at all hosts.
     */
    public WaitingThreads(final AtomicInteger parked)
    {
        this.parked = parked;
    }

    /**
     * Adds a thread that is about to park.
     *
     * @param hint a place that may be free.
     * @return its place.
     */
    public int join(final ParkedThread waiter, final int hint)
    {
        final int place = claim(waiter, hint);
        if (waiter.isWatched())
        {
            WATCHED.getAndAdd(this, 1);
        }
        parked.incrementAndGet();
        return place;
    }

    /**
     * Removes a thread.
     *
     * @param place that {@link #join} returned.
     */
    public void leave(final ParkedThread waiter, final int place)
    {
        parked.decrementAndGet();
        if (waiter.isWatched())
        {
            WATCHED.getAndAdd(this, -1);
        }
        Places places = first;
        while (place >= places.limit())
        {
            places = places.next.get();
        }
        places.waiters.set(place - places.base, null);
        if (places != first)
        {
            // Behind the place: it is counted as long as it is taken.
            places.occupied.decrementAndGet();
        }
    }

    /**
     * Returns whether any thread is watched. For the owner of a unit, at the end of its work.
     */
    boolean areWatched()
    {
        // Volatile, as TryLock.tryEnter() before it. Partner: Parking.register().
        return 0 != watched;
    }

    /**
     * For the owner of a unit, at the end of its work: wakes the threads that wait for it.
     *
     * @param isChanged true if the owner has done anything.
     */
    void look(final boolean isChanged)
    {
        // A condition may depend on two units. Each sees here its own work and that of the other. Partner: the same
        // fence of the other unit.
        VarHandle.fullFence();
        for (Places places = first; null != places; places = places.nextOccupied())
        {
            for (int i = 0; i < places.waiters.length(); i++)
            {
                final ParkedThread waiter = places.waiters.get(i);
                if (null != waiter)
                {
                    waiter.look(isChanged);
                }
            }
        }
        final Doorbell doorbell = closer;
        if (null != doorbell)
        {
            doorbell.ring();
        }
    }

    /**
     * The cluster is about to be closed: rings a bell, from now on, when something may have changed.
     */
    public void closer(final Doorbell doorbell)
    {
        closer = doorbell;
        WATCHED.getAndAdd(this, 1);
    }

    /**
     * Wakes all threads, for an event that concerns all of them.
     */
    public void wakeAll()
    {
        for (Places places = first; null != places; places = places.nextOccupied())
        {
            for (int i = 0; i < places.waiters.length(); i++)
            {
                final ParkedThread waiter = places.waiters.get(i);
                if (null != waiter)
                {
                    waiter.wake();
                }
            }
        }
    }

    /**
     * Wakes one thread.
     *
     * @param place at which the search begins.
     * @return the place after that of the thread, -1 if there is none.
     */
    public int wakeFrom(final int place)
    {
        for (Places places = first; null != places; places = places.nextOccupied())
        {
            for (int i = Math.max(0, place - places.base); i < places.waiters.length(); i++)
            {
                final ParkedThread waiter = places.waiters.get(i);
                if (null != waiter)
                {
                    waiter.wake();
                    return places.base + i + 1;
                }
            }
        }
        return -1;
    }

    private int claim(final ParkedThread waiter, final int hint)
    {
        Places places = first;
        while (true)
        {
            final int place = places == first ? places.claim(waiter, hint) : places.claimCounted(waiter, hint);
            if (NONE != place)
            {
                return place;
            }
            if (null == places.next.get())
            {
                final int length = Math.min(2 * places.waiters.length(), MAX_LENGTH);
                places.next.compareAndSet(null, new Places(places.limit(), length));
            }
            places = places.next.get();
        }
    }

    @Override
    public String toString()
    {
        int looksAt = 0;
        for (Places places = first; null != places; places = places.nextOccupied())
        {
            looksAt += places.waiters.length();
        }
        return "WaitingThreads{watched=" + watched + ", looksAt=" + looksAt + '}';
    }
}
