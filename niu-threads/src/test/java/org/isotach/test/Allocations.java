/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;

import static org.junit.jupiter.api.Assertions.fail;

/**
 * What the thread of a test allocates, and the threads of its cluster, if they are made by {@link #newThread}.
 */
public final class Allocations
{
    // The first rounds load classes, make links and rings, and let tables grow; compilers come in at any time, and late
    // on a machine that does much else.
    private static final int ROUNDS = 40;
    private static final long ROUNDS_NS = TimeUnit.SECONDS.toNanos(15);

    private final ThreadMXBean bean = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Counts what the calling thread allocates.
     */
    public Allocations()
    {
        threads.add(Thread.currentThread());
    }

    /**
     * A thread that counts as well.
     *
     * @param work of the thread.
     * @return the thread, which keeps no JVM alive.
     */
    public Thread newThread(final Runnable work)
    {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    /**
     * Number of threads that count.
     *
     * @return the number.
     */
    public int threadCount()
    {
        return threads.size();
    }

    /**
     * Fails unless there comes a round in which not one byte is allocated.
     *
     * @param times  how often a round does it.
     * @param action that is to allocate nothing.
     * @return how often it was done.
     */
    public int assertNone(final int times, final Runnable action)
    {
        final long startNs = System.nanoTime();
        int round = 0;
        long allocated = -1;
        while (0 != allocated && isWorthAnother(round, startNs))
        {
            final long before = allocatedBytes();
            for (int i = 0; i < times; i++)
            {
                action.run();
            }
            allocated = allocatedBytes() - before;
            round++;
        }
        if (0 != allocated)
        {
            fail(allocated + " bytes for " + times + " actions");
        }
        return round * times;
    }

    /**
     * Fails unless there comes a round in which no more than so many bytes are allocated for each action.
     *
     * @param bytes  for each.
     * @param times  how often a round does it.
     * @param action that is to allocate little.
     */
    public void assertLess(final long bytes, final int times, final Runnable action)
    {
        final long startNs = System.nanoTime();
        long least = Long.MAX_VALUE;
        for (int round = 0; least >= bytes * times && isWorthAnother(round, startNs); round++)
        {
            final long before = allocatedBytes();
            for (int i = 0; i < times; i++)
            {
                action.run();
            }
            least = Math.min(least, allocatedBytes() - before);
        }
        if (least >= bytes * times)
        {
            fail((double)least / times + " bytes for each action (expected: less than " + bytes + ')');
        }
    }

    private static boolean isWorthAnother(final int rounds, final long startNs)
    {
        return rounds < ROUNDS || System.nanoTime() - startNs < ROUNDS_NS;
    }

    private long allocatedBytes()
    {
        long sum = 0;
        for (int i = 0; i < threads.size(); i++)
        {
            sum += bean.getThreadAllocatedBytes(threads.get(i).getId());
        }
        return sum;
    }
}
