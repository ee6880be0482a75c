/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.function.IntSupplier;

import org.isotach.memory.Padded;

/**
 * The other end of a ping-pong: a thread that calls its duty without a pause, until it is stopped.
 */
public final class SpinningThread extends Padded
{
    private static final int SPINS = 200;

    private final IntSupplier duty;
    private final Thread thread;
    private volatile boolean isRunning = true;
    private Throwable failure;

    private SpinningThread(final String name, final IntSupplier duty)
    {
        this.duty = duty;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Starts a thread.
     *
     * @param name of the thread.
     * @param duty the work, without waits; returns its amount.
     * @return the running thread.
     */
    public static SpinningThread start(final String name, final IntSupplier duty)
    {
        final SpinningThread spinningThread = new SpinningThread(name, duty);
        spinningThread.thread.start();
        return spinningThread;
    }

    /**
     * Passes the time between two attempts. A thread that has waited for long gives its processor away: the other
     * thread, or the compiler, may be waiting for it. A thread that waits for one that has failed can be interrupted.
     *
     * @param attempts failed attempts so far.
     * @throws IllegalStateException when the caller has waited for long, and is interrupted.
     */
    public static void pause(final int attempts)
    {
        if (attempts < SPINS)
        {
            Thread.onSpinWait();
            return;
        }
        if (Thread.currentThread().isInterrupted())
        {
            throw new IllegalStateException("interrupted after " + attempts + " failed attempts");
        }
        Thread.yield();
    }

    /**
     * Ends the thread.
     *
     * @throws InterruptedException  when the caller is interrupted.
     * @throws IllegalStateException when the duty has thrown an exception.
     */
    public void stop() throws InterruptedException
    {
        isRunning = false;
        thread.join();
        if (null != failure)
        {
            throw new IllegalStateException("thread '" + thread.getName() + "' has failed", failure);
        }
    }

    private void run()
    {
        try
        {
            int attempts = 0;
            while (isRunning)
            {
                if (0 == duty.getAsInt())
                {
                    attempts++;
                    pause(attempts);
                }
                else
                {
                    attempts = 0;
                }
            }
        }
        catch (final Throwable ex)
        {
            failure = ex;
        }
    }
}
