/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The second one of the two threads on which subjects take turns: it spins from the first turn to the last.
 */
class ServingThread
{
    private static final long JOIN_MS = 10_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    // Of a processor: both threads spin all the time, so the missing part was taken by another program, or by the other
    // thread.
    private static final double FULL_SHARE = 0.9;

    private final Thread measured = Thread.currentThread();
    private final Thread thread = new Thread(this::run, "serving");
    private volatile boolean isOver;
    private volatile Throwable failure;

    // Handed over by the measured thread, and removed by this one when it has left the turn.
    private volatile TurnSubject turn;

    private long startNs;
    private long measuredStartNs;
    private long servingStartNs;
    private boolean isDisturbed;

    ServingThread()
    {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Begins to serve a subject.
     */
    final void begin(final TurnSubject subject)
    {
        startNs = System.nanoTime();
        measuredStartNs = THREADS.getThreadCpuTime(measured.getId());
        servingStartNs = THREADS.getThreadCpuTime(thread.getId());
        subject.begin();
        turn = subject;
    }

    /**
     * Ends the turn of a subject, with all work in progress.
     *
     * @throws IllegalStateException when something was lost, or this thread has failed.
     */
    final void end(final TurnSubject subject)
    {
        subject.end();
        int attempts = 0;
        while (null != turn)
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
        final double fullShareNs = FULL_SHARE * (System.nanoTime() - startNs);
        isDisturbed = THREADS.getThreadCpuTime(measured.getId()) - measuredStartNs < fullShareNs ||
            THREADS.getThreadCpuTime(thread.getId()) - servingStartNs < fullShareNs;
    }

    /**
     * Returns true if one of the two threads was without a processor in the last turn. Then something else was
     * measured: threads that share a processor never wait for a cache line.
     */
    boolean wasDisturbed()
    {
        return isDisturbed;
    }

    /**
     * Returns the failure of this thread.
     *
     * @return null if it has not.
     */
    final Throwable failure()
    {
        return failure;
    }

    /**
     * Ends the thread, between two turns or in one that has failed.
     */
    final void stop() throws InterruptedException
    {
        isOver = true;
        final TurnSubject last = turn;
        if (null != last)
        {
            last.leave();
            thread.interrupt();
        }
        thread.join(JOIN_MS);
    }

    private void run()
    {
        try
        {
            int attempts = 0;
            while (!isOver)
            {
                final TurnSubject subject = turn;
                if (null == subject)
                {
                    attempts++;
                    SpinningThread.pause(attempts);
                }
                else
                {
                    subject.serve();
                    turn = null;
                    attempts = 0;
                }
            }
        }
        catch (final Throwable ex)
        {
            failure = ex;
            // It may wait for an answer that no longer comes.
            measured.interrupt();
        }
    }
}
