/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.locks.LockSupport;

import org.isotach.memory.Padded;
import org.isotach.niu.spi.Waiting;

/**
 * Lets the thread of one or more units wait for work, and lets others wake it: it spins, yields and then parks, and
 * {@link #ring()} ends the parking.
 * <p>
 * {@link #ring()} costs its caller one read. There is no full fence before that read, so it can miss a thread that is
 * about to park. Such a miss delays work by at most the longest park, and loses no event.
 */
public final class Doorbell extends Padded
{
    private static final long MAX_PARK_NS = 10_000_000;
    private static final long MIN_PARK_NS = 50_000;
    private static final int SPINS = 20;
    private static final int YIELDS = 50;

    private final Waiting waiting;
    private int idles;
    private long parkNs = MIN_PARK_NS;
    private volatile Thread parked;
    private volatile boolean isStopped;

    public Doorbell()
    {
        this(Waiting.PARK);
    }

    /**
     * @param waiting what the thread does while it is idle.
     */
    public Doorbell(final Waiting waiting)
    {
        this.waiting = waiting;
    }

    /**
     * Wakes the thread if it is parked. Any thread may call it.
     */
    public void ring()
    {
        final Thread thread = parked;
        if (null != thread)
        {
            WakeUp.unpark(thread);
        }
    }

    /**
     * From now on the calling thread hears the bell; it parks elsewhere, and has to look for work after this call.
     */
    public void listen()
    {
        parked = Thread.currentThread();
    }

    /**
     * Ends {@link #listen()}.
     */
    public void ignore()
    {
        parked = null;
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
     * For a thread of the cluster. Only {@link #stop()} ends such a thread. An interrupt, for instance by a handler of
     * the user, is cleared, because an interrupted thread does not park.
     */
    void idle(final int workCount)
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

    /**
     * There is no work: spins, yields or parks once.
     */
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
        else if (Thread.currentThread() != parked)
        {
            // One more look for work after the bell can be heard: parking comes with the next call. Another thread may
            // have heard it that was abandoned since.
            parked = Thread.currentThread();
        }
        else
        {
            // Short parks when stopped, but not none: if all are virtual threads, those that only yield keep the
            // carriers busy, and the thread that must end would never run.
            final long startNs = System.nanoTime();
            LockSupport.parkNanos(this, isStopped ? MIN_PARK_NS : parkNs);
            if (System.nanoTime() - startNs < parkNs)
            {
                // The bell was rung. If the work is not there yet, it comes in a moment, and perhaps without a ring: a
                // frame is on its link before the tokens are let go that its pulse waits for.
                idles = 0;
                parkNs = MIN_PARK_NS;
            }
            else
            {
                parkNs = Math.min(2 * parkNs, MAX_PARK_NS);
            }
        }
    }

    private void reset()
    {
        idles = 0;
        if (null != parked)
        {
            parked = null;
            parkNs = MIN_PARK_NS;
        }
    }
}
