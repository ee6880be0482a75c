/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * The second one of the two threads on which subjects take turns: it spins from the first turn to the last.
 */
final class ServingThread
{
    private static final long JOIN_MS = 10_000;

    private final Thread measured = Thread.currentThread();
    private final Thread thread = new Thread(this::run, "serving");
    private volatile boolean isOver;
    private volatile Throwable failure;

    // Handed over by the measured thread, and taken away by this one when it has left the turn.
    private volatile TurnSubject turn;

    ServingThread()
    {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Begins to serve a subject.
     */
    void begin(final TurnSubject subject)
    {
        subject.begin();
        turn = subject;
    }

    /**
     * Ends the turn of a subject, with all that is under way.
     *
     * @throws IllegalStateException when something has been lost, or this thread has failed.
     */
    void end(final TurnSubject subject)
    {
        subject.end();
        int attempts = 0;
        while (null != turn)
        {
            attempts++;
            SpinningThread.pause(attempts);
        }
    }

    /**
     * Why this thread has failed.
     *
     * @return null if it has not.
     */
    Throwable failure()
    {
        return failure;
    }

    /**
     * Ends the thread, between two turns or in one that has failed.
     */
    void stop() throws InterruptedException
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
            // It may wait for an answer that nobody gives any more.
            measured.interrupt();
        }
    }
}
