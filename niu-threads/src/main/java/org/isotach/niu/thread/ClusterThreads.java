/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.isotach.niu.spi.Unit;

/**
 * The threads of a cluster. It owns the rule that each unit has a thread until the cluster ends, although a handler may
 * keep a thread for ever (docs/protocol.md, section 18).
 * <p>
 * The thread that launches the cluster adds and starts them, a thread that expels a host abandons them, one at a time,
 * and the thread that closes the cluster ends them.
 */
public final class ClusterThreads
{
    /**
     * Time that the end of the cluster waits for a busy thread before it reports that.
     */
    public static final int RETRY_CLOSE_TIMEOUT_MS = 5000;

    private static final int ABANDONED_CLOSE_TIMEOUT_MS = 1;

    /**
     * A thread of the cluster.
     */
    private static final class Worker
    {
        final String name;
        final Runnable task;
        final Runnable stop;

        // Null if it does not work for units.
        final UnitsAgent agent;
        volatile Thread thread;
        volatile boolean isAbandoned;

        // It may not know that it is to end. Belongs to the thread that ends the cluster.
        boolean isUntold;

        // Guarded by the ClusterThreads.
        boolean hasSuccessor;

        Worker(final UnitsAgent agent)
        {
            this(agent.name(), agent, agent::stop, agent);
        }

        Worker(final String name, final Runnable task, final Runnable stop, final UnitsAgent agent)
        {
            this.name = name;
            this.task = task;
            this.stop = stop;
            this.agent = agent;
        }
    }

    private final ThreadFactory threadFactory;
    private final Handlers handlers;
    private final Consumer<Thread> slowEndHandler;
    private final int retryCloseTimeoutMs;

    // Guarded by this.
    private final List<Worker> workers = new ArrayList<>();
    private boolean isEnding;

    /**
     * @param threadFactory  creates the threads.
     * @param handlers       told of the exceptions of units.
     * @param slowEndHandler told again and again of a thread that does not end.
     */
    public ClusterThreads(
        final ThreadFactory threadFactory,
        final Handlers handlers,
        final Consumer<Thread> slowEndHandler)
    {
        this(threadFactory, handlers, slowEndHandler, RETRY_CLOSE_TIMEOUT_MS);
    }

    ClusterThreads(
        final ThreadFactory threadFactory,
        final Handlers handlers,
        final Consumer<Thread> slowEndHandler,
        final int retryCloseTimeoutMs)
    {
        this.retryCloseTimeoutMs = retryCloseTimeoutMs;
        this.threadFactory = threadFactory;
        this.handlers = handlers;
        this.slowEndHandler = slowEndHandler;
    }

    public synchronized void add(final String name, final Doorbell doorbell, final Unit... units)
    {
        workers.add(new Worker(new UnitsAgent(name, doorbell, handlers, units)));
    }

    public synchronized void start()
    {
        for (final Worker worker : workers)
        {
            start(worker);
        }
    }

    /**
     * Starts one more thread, unless the threads are ending.
     *
     * @param name of the thread.
     * @param task of the thread, which ends with it.
     * @param stop makes the task return, called by another thread.
     */
    public synchronized void run(final String name, final Runnable task, final Runnable stop)
    {
        if (!isEnding)
        {
            // One that has returned holds nobody up.
            workers.removeIf(worker -> null == worker.agent && !worker.thread.isAlive());
            startAnother(new Worker(name, task, stop, null));
        }
    }

    public synchronized int size()
    {
        return workers.size();
    }

    /**
     * Returns whether the end of the cluster waits for a thread.
     */
    public synchronized boolean isWorker(final Thread thread)
    {
        for (int i = 0; i < workers.size(); i++)
        {
            if (workers.get(i).thread == thread)
            {
                return !workers.get(i).isAbandoned;
            }
        }
        return false;
    }

    /**
     * A thread is inside a handler of a host that is being expelled. If it belongs to the cluster, nobody waits for its
     * end any more.
     * <p>
     * What it owned inside the handler was revoked before. If the handler has returned since then, the thread may be
     * inside another unit by now, which it has entered as any thread does, and ends behind that one. So it may work
     * beside its successor for a moment, and each unit has one owner all the same.
     *
     * @param isReplaced true if another one must take its place, because it worked for other hosts, too.
     */
    public synchronized void abandon(final Thread thread, final boolean isReplaced)
    {
        for (int i = 0; i < workers.size(); i++)
        {
            final Worker worker = workers.get(i);
            if (worker.thread == thread)
            {
                worker.isAbandoned = true;
                if (null == worker.agent)
                {
                    return;
                }
                worker.agent.abandon();
                // Only one thread hears a doorbell. If none could be started, this is called again.
                if (isReplaced && !isEnding && !worker.hasSuccessor)
                {
                    startAnother(new Worker(worker.agent.successor()));
                    worker.hasSuccessor = true;
                }
                return;
            }
        }
    }

    /**
     * Ends all threads, and waits for the end of those that were not abandoned.
     */
    public void end()
    {
        final List<Worker> ending;
        synchronized (this)
        {
            isEnding = true;
            ending = List.copyOf(workers);
        }
        ending.forEach(this::stop);
        ending.forEach(this::end);
    }

    private void stop(final Worker worker)
    {
        try
        {
            worker.stop.run();
        }
        catch (final Throwable ex)
        {
            // The others have to end all the same; and this one, too, perhaps when it is interrupted.
            worker.isUntold = true;
            handlers.report("thread " + worker.name + " could not be told to end", ex);
        }
    }

    /**
     * Starts a thread that is to be ended later: it is listed first, since memory may run out.
     */
    private void startAnother(final Worker worker)
    {
        workers.add(worker);
        boolean isStarted = false;
        try
        {
            start(worker);
            isStarted = true;
        }
        finally
        {
            if (!isStarted)
            {
                workers.remove(worker);
            }
        }
    }

    private void start(final Worker worker)
    {
        worker.thread = threadFactory.newThread(worker.task);
        if (null == worker.thread)
        {
            throw new IllegalStateException("the thread factory returned null for the thread " +
                worker.name +
                " (expected: a new thread for each call): change ClusterContext.threadFactory");
        }
        worker.thread.setName(worker.name);
        worker.thread.start();
    }

    private void end(final Worker worker)
    {
        if (null == worker.thread || Thread.currentThread() == worker.thread)
        {
            return;
        }
        boolean isInterrupted = false;
        boolean isWaiting = true;
        while (isWaiting)
        {
            try
            {
                worker.thread.join(worker.isAbandoned ? ABANDONED_CLOSE_TIMEOUT_MS : retryCloseTimeoutMs);
                // An interrupted caller waits no longer than that; an abandoned thread ends when its handler returns,
                // and one that was not told perhaps never.
                isWaiting =
                    worker.thread.isAlive() && !isInterrupted && !worker.isAbandoned && !worker.isUntold;
                hurry(worker);
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
                WakeUp.interrupt(worker.thread);
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A handler that keeps the thread while it waits for something may respond to an interrupt.
     */
    private void hurry(final Worker worker)
    {
        if (worker.thread.isAlive())
        {
            if (!worker.isAbandoned)
            {
                slowEndHandler.accept(worker.thread);
            }
            WakeUp.interrupt(worker.thread);
        }
    }
}
