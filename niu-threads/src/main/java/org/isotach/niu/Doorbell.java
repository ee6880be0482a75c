/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.locks.LockSupport;

import org.agrona.concurrent.IdleStrategy;
import org.isotach.Padded;

/**
 * How the thread of one or more units waits for work, and how others wake it: it spins, yields and then parks, and
 * {@link #ring()} ends the parking.
 * <p>
 * {@link #ring()} costs its caller one read. It has no full fence before that read, so it can miss a thread that is
 * just about to park; what is lost then is at most the longest park, never an event.
 */
final class Doorbell extends Padded implements IdleStrategy
{
    /**
     * Longest park of a thread of the cluster, in nanoseconds.
     */
    static final long MAX_PARK_NS = 10_000_000;

    private static final long MIN_PARK_NS = 50_000;
    private static final int SPINS = 20;
    private static final int YIELDS = 50;

    private final Waiting waiting;
    private final long maxParkNs;
    private int idles;
    private long parkNs = MIN_PARK_NS;
    private volatile Thread parked;
    private volatile boolean isStopped;

    Doorbell()
    {
        this(Waiting.PARK, MAX_PARK_NS);
    }

    /**
     * @param waiting   what the thread does while it has nothing to do.
     * @param maxParkNs longest park in nanoseconds.
     */
    Doorbell(final Waiting waiting, final long maxParkNs)
    {
        this.waiting = waiting;
        this.maxParkNs = maxParkNs;
    }

    /**
     * Wakes the thread if it is parked. Any thread may call it.
     */
    void ring()
    {
        final Thread thread = parked;
        if (null != thread)
        {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Ends long parks, now and for ever: the thread is about to end. Any thread may call it.
     */
    void stop()
    {
        isStopped = true;
        ring();
    }

    /**
     * For a thread of the cluster. Only {@link #stop()} ends such a thread: an interrupt, by a handler of the user,
     * say, is taken back, because a thread that is interrupted does not park.
     */
    @Override
    public void idle(final int workCount)
    {
        if (workCount > 0)
        {
            reset();
        }
        else
        {
            idle();
        }
        if (!isStopped)
        {
            Thread.interrupted();
        }
    }

    @Override
    public void idle()
    {
        if (Waiting.SPIN == waiting || idles < SPINS)
        {
            idles++;
            Thread.onSpinWait();
        }
        else if (Waiting.YIELD == waiting || idles < SPINS + YIELDS)
        {
            idles = Math.min(idles + 1, SPINS + YIELDS);
            Thread.yield();
        }
        else if (null == parked)
        {
            // One more look at the work after the bell can be heard: parking comes with the next call.
            parked = Thread.currentThread();
        }
        else
        {
            // Short parks when stopped, but not none: where all are virtual threads, those that only yield keep the
            // carriers to themselves, and the one that is to end would never run.
            LockSupport.parkNanos(this, isStopped ? MIN_PARK_NS : parkNs);
            parkNs = Math.min(2 * parkNs, maxParkNs);
        }
    }

    @Override
    public void reset()
    {
        idles = 0;
        if (null != parked)
        {
            parked = null;
            parkNs = MIN_PARK_NS;
        }
    }

    @Override
    public String alias()
    {
        return waiting.name();
    }
}
