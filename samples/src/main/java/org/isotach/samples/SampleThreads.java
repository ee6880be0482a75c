/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Application threads, all with the same program. If one of them fails the others are interrupted, so that none waits
 * for ever.
 */
final class SampleThreads
{
    private final Thread[] threads;
    private final AtomicReference<SampleFailedException> failure = new AtomicReference<>();

    private SampleThreads(final String description, final int[] numbers, final IntConsumer program)
    {
        threads = new Thread[numbers.length];
        for (int i = 0; i < threads.length; i++)
        {
            final int number = numbers[i];
            threads[i] = new Thread(() -> runOn(description, number, program), "application-" + number);
            threads[i].setDaemon(true);
        }
    }

    /**
     * Runs the program in a thread for each number and waits for all of them.
     *
     * @param description of a thread, in the message of its failure, in front of its number.
     * @param numbers     of the threads.
     * @param program     called with the number of its thread.
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final String description, final int[] numbers, final IntConsumer program)
    {
        new SampleThreads(description, numbers, program).run();
    }

    /**
     * Runs programs, each in a thread of its own, and waits for all of them.
     *
     * @throws SampleFailedException when one of them has failed; the first one is the cause.
     */
    static void run(final Runnable... programs)
    {
        run("thread ", IntStream.range(0, programs.length).toArray(), number -> programs[number].run());
    }

    private void run()
    {
        for (final Thread thread : threads)
        {
            thread.start();
        }
        try
        {
            for (final Thread thread : threads)
            {
                thread.join();
            }
        }
        catch (final InterruptedException ex)
        {
            fail(new SampleFailedException("interrupted", ex));
            Thread.currentThread().interrupt();
        }
        if (null != failure.get())
        {
            throw failure.get();
        }
    }

    private void runOn(final String description, final int number, final IntConsumer program)
    {
        if (null != failure.get())
        {
            return;
        }
        try
        {
            program.accept(number);
        }
        catch (final Throwable ex)
        {
            fail(new SampleFailedException(description + number, ex));
        }
    }

    private void fail(final SampleFailedException reason)
    {
        if (failure.compareAndSet(null, reason))
        {
            for (final Thread thread : threads)
            {
                thread.interrupt();
            }
        }
    }
}
