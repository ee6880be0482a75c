/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.isotach.IsotachException;

/**
 * Runs the handlers of the application, and knows which threads are inside one: these can neither issue nor wait.
 * <p>
 * All exceptions in the middle of work end here, in {@link #report}, which throws nothing. It is called wherever work
 * must not be done by halves, or twice: around each handler, frame, result, notice and marker. An exception anywhere
 * else ends the turn of one unit, which is called again: see {@link UnitsAgent} for the threads of the cluster, {@code
 * Host.work()} for those of applications.
 */
public final class Handlers
{
    private static final int NESTED = -1;

    private final Consumer<Throwable> errorHandler;
    private final AtomicReferenceArray<Thread> threads;

    // Read plainly: see checkOutside().
    private final AtomicInteger running = new AtomicInteger();

    /**
     * @param errorHandler of the application, takes the exceptions of handlers; never throws.
     * @param maxThreads   largest number of threads inside a handler at the same time; others wait for them.
     */
    public Handlers(final Consumer<Throwable> errorHandler, final int maxThreads)
    {
        this.errorHandler = errorHandler;
        threads = new AtomicReferenceArray<>(maxThreads);
    }

    /**
     * Runs a handler. Throws nothing.
     */
    public void run(final Runnable handler)
    {
        final int index = enter();
        try
        {
            handler.run();
        }
        catch (final Throwable ex)
        {
            errorHandler.accept(ex);
        }
        finally
        {
            exit(index);
        }
    }

    /**
     * Tells the error handler what code of users has thrown, whatever its text does. Throws nothing.
     *
     * @param what what that code was called for.
     */
    public void report(final String what, final Throwable cause)
    {
        report(new IsotachException(what + ": " + ForeignText.of(cause)).initCause(cause));
    }

    /**
     * Tells the error handler, which can neither issue nor wait, like any other handler. Throws nothing.
     */
    public void report(final Throwable error)
    {
        if (isInside(Thread.currentThread()))
        {
            errorHandler.accept(error);
            return;
        }
        final int index = enter();
        try
        {
            errorHandler.accept(error);
        }
        finally
        {
            exit(index);
        }
    }

    /**
     * Refuses a call from inside a handler. It takes plain reads only: the calling thread sees its own writes.
     *
     * @param what the call, for the message.
     */
    public void checkOutside(final String what)
    {
        if (0 != running.getPlain() && isInside(Thread.currentThread()))
        {
            throw new IllegalStateException(what + " from inside a handler: a handler runs in the middle of logical" +
                " time and can neither issue nor wait; hand the work to an application thread");
        }
    }

    /**
     * Returns a task that does the same as another one, and reports what that throws.
     */
    public Runnable reporting(final Runnable task)
    {
        return () ->
        {
            try
            {
                task.run();
            }
            catch (final Throwable ex)
            {
                report(ex);
            }
        };
    }

    /**
     * Returns the number of running handlers; a thread inside a handler never reads 0.
     */
    public AtomicInteger running()
    {
        return running;
    }

    private boolean isInside(final Thread thread)
    {
        for (int i = 0; i < threads.length(); i++)
        {
            if (threads.getPlain(i) == thread)
            {
                return true;
            }
        }
        return false;
    }

    private int enter()
    {
        running.getAndIncrement();
        // A place is free, or will be soon, unless this thread itself has taken that many.
        final Thread thread = Thread.currentThread();
        int index = 0;
        while (!threads.compareAndSet(index, null, thread))
        {
            index = (index + 1) % threads.length();
            if (0 == index)
            {
                if (isInside(thread))
                {
                    return NESTED;
                }
                Thread.yield();
            }
        }
        return index;
    }

    private void exit(final int index)
    {
        if (NESTED != index)
        {
            threads.setRelease(index, null);
        }
        running.getAndDecrement();
    }
}
