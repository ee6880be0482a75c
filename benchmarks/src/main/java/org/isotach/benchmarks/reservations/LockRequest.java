/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.concurrent.locks.LockSupport;

/**
 * One action that takes its locks by messages: the message that goes to the hosts, first to take and then to release,
 * and comes back with the values.
 */
final class LockRequest
{
    private static final int SPINS = 100;
    private static final int YIELDS = 200;

    private final int[] variables;
    private final int[] ends;
    private final long[] values;

    // Belongs to the holder of the message: handed on with it.
    private int taken;
    private boolean isRelease;

    // Volatile. Set by the last host; partner: await(), which then sees the values.
    private volatile boolean isGranted;
    // Volatile. Partner: grant(), which reads it after it has set isGranted, as await() reads isGranted after it has
    // set this: one of the two sees the other.
    private volatile Thread sleeper;

    /**
     * @param variables of host 0 first, then those of host 1 and so on, each in ascending order.
     * @param ends      of each host, the end of its variables in there.
     */
    LockRequest(final int[] variables, final int[] ends)
    {
        this.variables = variables;
        this.ends = ends;
        values = new long[variables.length];
    }

    int begin(final int host)
    {
        return 0 == host ? 0 : ends[host - 1];
    }

    int end(final int host)
    {
        return ends[host];
    }

    boolean concerns(final int host)
    {
        return begin(host) < end(host);
    }

    int variable(final int index)
    {
        return variables[index];
    }

    long value(final int index)
    {
        return values[index];
    }

    /**
     * Index of the next variable to lock.
     */
    int taken()
    {
        return taken;
    }

    void take(final long value)
    {
        values[taken++] = value;
    }

    boolean isRelease()
    {
        return isRelease;
    }

    void grant()
    {
        isGranted = true;
        final Thread thread = sleeper;
        if (null != thread)
        {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Waits for all locks.
     *
     * @param help work to do in the meantime.
     */
    void await(final Runnable help)
    {
        for (int i = 0; i < SPINS + YIELDS; i++)
        {
            help.run();
            if (isGranted)
            {
                return;
            }
            if (i < SPINS)
            {
                Thread.onSpinWait();
            }
            else
            {
                Thread.yield();
            }
        }
        sleeper = Thread.currentThread();
        while (!isGranted)
        {
            LockSupport.park(this);
        }
    }

    void increment()
    {
        for (int i = 0; i < values.length; i++)
        {
            values[i]++;
        }
    }

    /**
     * Makes it a message that brings values, ready to be sent to all hosts, each of which reads its own part.
     */
    void release()
    {
        isRelease = true;
    }
}
