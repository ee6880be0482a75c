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
 * One of the application threads of a cluster that are parked is on duty: it looks for stalls, and in
 * {@code ThreadingMode.INVOKER} it works for all hosts. When it goes, another one that is parked takes over.
 * Threadsafe.
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
     * The threads that are parked at a host.
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
     * Number of threads that are parked at all hosts, as their {@link WaitingThreads} count them.
     */
    AtomicInteger parked()
    {
        return parked;
    }

    /**
     * Takes the duty, if nobody is on duty; for a thread that is noted as parked.
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
     * For a thread that is not noted as parked any more: sees to it that somebody else is on duty. It may have been
     * woken for the duty, and have had no time for it.
     * <p>
     * Who parks notes that first and looks at the duty then; who goes gives up the duty first and looks at who is
     * parked then. All of that is volatile, so one of the two sees the other.
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
     * For the thread that is on duty: wakes one of the threads that are parked, each in its turn. If somebody has been
     * forgotten, by an application that tells nobody of what it does, for example, it does not wait for ever.
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
