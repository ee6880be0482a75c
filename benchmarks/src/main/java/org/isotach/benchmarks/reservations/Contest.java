/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import com.sun.management.OperatingSystemMXBean;

/**
 * Threads that act for a while at the same time.
 */
final class Contest
{
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final List<Contestant> contestants = new ArrayList<>();
    private volatile boolean isMeasured;
    private volatile boolean isOver;

    /**
     * @param actionsPerSecond of all threads together.
     * @param longestNs        nanoseconds of the longest batch: that of the longest action if a batch is one action.
     * @param cpuNs            nanoseconds of processor time for each action.
     * @param actions          of all threads from start to end, including those that were not measured.
     */
    record Outcome(double actionsPerSecond, long longestNs, double cpuNs, long actions)
    {
    }

    boolean isMeasured()
    {
        return isMeasured;
    }

    boolean isOver()
    {
        return isOver;
    }

    /**
     * Runs the threads.
     *
     * @param threads   number of threads.
     * @param workers   the worker of each, by its number.
     * @param batch     actions for each look at the clock.
     * @param warmupMs  milliseconds of warm-up.
     * @param measureMs milliseconds of measurement.
     * @return the result, when all threads have ended.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when a thread has failed.
     */
    Outcome run(
        final int threads,
        final IntFunction<Worker> workers,
        final int batch,
        final int warmupMs,
        final int measureMs) throws InterruptedException
    {
        final CyclicBarrier start = new CyclicBarrier(threads + 1);
        final List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++)
        {
            final Contestant contestant = new Contestant(this, workers.apply(i), start, batch);
            contestants.add(contestant);
            final Thread thread = new Thread(contestant, "contestant-" + i);
            thread.setDaemon(true);
            thread.start();
            running.add(thread);
        }
        try
        {
            start.await();
        }
        catch (final BrokenBarrierException ex)
        {
            throw new IllegalStateException("a thread has not started", ex);
        }
        Thread.sleep(warmupMs);
        isMeasured = true;
        final long startNs = System.nanoTime();
        final long startCpuNs = process.getProcessCpuTime();
        final long startActions = actions();
        Thread.sleep(measureMs);
        final long actions = actions() - startActions;
        final long cpuNs = process.getProcessCpuTime() - startCpuNs;
        final long elapsedNs = System.nanoTime() - startNs;
        isOver = true;
        for (final Thread thread : running)
        {
            thread.join();
        }
        contestants.forEach(Contestant::check);
        final long longestNs = contestants.stream().mapToLong(Contestant::longestNs).max().orElseThrow();
        return new Outcome(
            (double)actions * NS_PER_SECOND / elapsedNs,
            longestNs,
            (double)cpuNs / Math.max(1, actions),
            actions());
    }

    private long actions()
    {
        long sum = 0;
        for (final Contestant contestant : contestants)
        {
            sum += contestant.actions();
        }
        return sum;
    }
}
