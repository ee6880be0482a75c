/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.ThreadFactory;

import com.sun.management.OperatingSystemMXBean;

/**
 * Processor time used since the creation of this object, by some threads and by the whole process.
 */
final class ProcessorTime
{
    private final ThreadMXBean threadBean = ManagementFactory.getThreadMXBean();
    private final long startNs = System.nanoTime();
    private final long processStartNs = processNs();
    private final List<Thread> threads;
    private final long threadsStartNs;

    /**
     * @param threads that stay alive until the last query.
     */
    ProcessorTime(final List<Thread> threads)
    {
        this.threads = threads;
        threadsStartNs = threadsNs();
    }

    /**
     * Makes daemons, for a cluster whose threads are to be measured.
     *
     * @param made all of them are added here; to be read by other threads.
     */
    static ThreadFactory threadFactory(final List<Thread> made)
    {
        return (task) ->
        {
            final Thread thread = new Thread(task);
            thread.setDaemon(true);
            made.add(thread);
            return thread;
        };
    }

    /**
     * Of the threads together, in percent of one core.
     */
    double threadsPercent()
    {
        return percent(threadsNs() - threadsStartNs);
    }

    /**
     * Of the whole process, in percent of one core: compiler, collector and the measurement itself included.
     */
    double processPercent()
    {
        return percent(processNs() - processStartNs);
    }

    private double percent(final long usedNs)
    {
        return 100.0 * usedNs / (System.nanoTime() - startNs);
    }

    private long threadsNs()
    {
        long sum = 0;
        for (final Thread thread : threads)
        {
            sum += threadBean.getThreadCpuTime(thread.getId());
        }
        return sum;
    }

    private static long processNs()
    {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
