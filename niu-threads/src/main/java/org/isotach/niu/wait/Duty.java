/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.thread.ParkedThread;
import org.isotach.niu.thread.WaitingThreads;

/**
 * One of the parked application threads of a cluster is on duty: it looks for stalls, and in {@code
 * ThreadingMode.INVOKER} it works for all hosts. When it leaves, another parked thread takes over. Threadsafe.
 */
public final class Duty
{
    private final AtomicReference<ParkedThread> onDuty = new AtomicReference<>();
    private final AtomicInteger parked;
    private final WaitingThreads[] hosts;
    private int nextHost;
    private int nextPlace;

    /**
     * @param hostCount number of hosts.
     */
    public Duty(final int hostCount)
    {
        parked = new AtomicInteger();
        hosts = new WaitingThreads[hostCount];
        Arrays.setAll(hosts, host -> new WaitingThreads(parked));
    }

    /**
     * Returns the threads that are parked at a host.
     */
    public WaitingThreads at(final int host)
    {
        return hosts[host];
    }

    /**
     * Wakes all threads that are parked, at all hosts.
     */
    public void wakeAll()
    {
        for (final WaitingThreads host : hosts)
        {
            host.wakeAll();
        }
    }

    /**
     * Returns the number of threads that are parked at all hosts, as their {@link WaitingThreads} count them.
     */
    AtomicInteger parked()
    {
        return parked;
    }

    /**
     * Takes the duty, if no thread is on duty; for a thread that is registered as parked.
     */
    boolean tryTake(final ParkedThread waiter)
    {
        return null == onDuty.get() && onDuty.compareAndSet(null, waiter);
    }

    /**
     * For the thread that is on duty.
     */
    void release()
    {
        onDuty.set(null);
    }

    /**
     * For a thread that is no longer registered as parked: makes sure that another one is on duty. The calling thread
     * may have been woken for the duty, and have had no time for it.
     * <p>
     * A parking thread registers first and looks at the duty then; a leaving thread gives up the duty first and looks
     * for parked threads then. All of that is volatile, so one of the two sees the other.
     */
    void passOn()
    {
        if (null == onDuty.get() && 0 != parked.get())
        {
            for (final WaitingThreads host : hosts)
            {
                if (host.wakeFrom(0) >= 0)
                {
                    return;
                }
            }
        }
    }

    /**
     * For the thread on duty: wakes one of the parked threads, each in its turn. So a thread that was forgotten, for
     * example by an application that does not announce its changes, does not wait for ever.
     */
    void wakeNext()
    {
        for (int i = 0; i <= hosts.length; i++)
        {
            nextPlace = hosts[nextHost].wakeFrom(nextPlace);
            if (nextPlace >= 0)
            {
                return;
            }
            nextPlace = 0;
            nextHost = (nextHost + 1) % hosts.length;
        }
    }
}
