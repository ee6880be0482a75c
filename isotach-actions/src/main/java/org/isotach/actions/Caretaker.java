/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Does from time to time the chores that no other thread does: it gives variables back for callers that have gone,
 * advances idle pipelines, and looks for reservations that wait for each other. Its thread starts with the first chore,
 * and sleeps while there is none. Where a scheduler takes the place of all threads there is no such thread; the
 * application calls {@link #work} instead.
 */
final class Caretaker implements AutoCloseable
{
    private static final long URGENT_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CALM_NS = TimeUnit.MILLISECONDS.toNanos(20);

    // In the order of arrival, so that a simulation can be repeated.
    private final Collection<BooleanSupplier> urgent = new ConcurrentLinkedQueue<>();
    private final Collection<BooleanSupplier> calm = new CopyOnWriteArraySet<>();
    private final Runnable work;
    private final Executor executor;
    private final boolean isSimulated;
    private final ReentrantLock starting = new ReentrantLock();

    // How often somebody has asked for the urgent chores to be done; 0 if no thread does them. One that does them goes
    // on until it is 0 again, so nobody waits for it: a chore may run code of the application.
    private final AtomicInteger asked = new AtomicInteger();

    // How often a calm chore was given.
    private final AtomicInteger given = new AtomicInteger();
    private volatile Thread thread;
    private volatile boolean isClosed;
    private volatile boolean isFinished;

    /**
     * @param work        called on every round: a cluster without threads needs a thread that works for it.
     * @param executor    does what a chore must not wait for.
     * @param isSimulated true to start no thread.
     */
    Caretaker(final Runnable work, final Executor executor, final boolean isSimulated)
    {
        this.work = work;
        this.executor = executor;
        this.isSimulated = isSimulated;
    }

    /**
     * Tends a chore every millisecond.
     *
     * @param chore returns true when it is done; throws nothing.
     */
    void tendOften(final BooleanSupplier chore)
    {
        urgent.add(chore);
        wake();
        // Volatile: either this thread sees that, or finish() sees the chore.
        if (isFinished)
        {
            workOften();
        }
    }

    /**
     * Tends a chore every 20 milliseconds, once however often it is given.
     *
     * @param chore returns true when it is done until it is given again, perhaps more than once; throws nothing.
     */
    void tend(final BooleanSupplier chore)
    {
        // Volatile, before it is added. Partner: workCalmly().
        given.incrementAndGet();
        calm.add(chore);
        wake();
    }

    /**
     * Does the same as {@link #tend} for a chore that is done at the end only; wakes nobody if it is tended already.
     */
    void tendForGood(final BooleanSupplier chore)
    {
        if (!isSimulated && null == thread || !calm.contains(chore))
        {
            tend(chore);
        }
    }

    /**
     * Does the same as {@link #tendQuietly}, also on a closed Isotach until it is done: somebody waits for it.
     */
    void tendToTheEnd(final BooleanSupplier chore)
    {
        tendQuietly(new LastChore(chore));
        // Volatile, as for tendOften().
        if (isFinished)
        {
            workToTheEnd();
        }
    }

    private void workToTheEnd()
    {
        for (final BooleanSupplier chore : calm)
        {
            if (chore instanceof LastChore && isDone(chore))
            {
                calm.remove(chore);
            }
        }
    }

    /**
     * Does the same as {@link #tend} for callers that are about to throw: a thread that cannot be started must not hide
     * why. Whoever gives the next chore tries again.
     */
    void tendQuietly(final BooleanSupplier chore)
    {
        try
        {
            tend(chore);
        }
        catch (final OutOfMemoryError ex)
        {
            // There is no thread for it at present.
        }
    }

    /**
     * Lets the executor do what runs foreign code, which may wait: for another chore, or for what the calling thread
     * delivers. If the executor does not take it, the calling thread does it.
     */
    void runElsewhere(final Runnable task)
    {
        if (isSimulated)
        {
            task.run();
            return;
        }
        // The executor may keep it and throw.
        final Runnable once = new Once(task);
        try
        {
            executor.execute(once);
        }
        catch (final Throwable ex)
        {
            once.run();
        }
    }

    /**
     * Does all chores once, in place of the thread.
     *
     * @return false if an urgent one is left.
     */
    boolean work()
    {
        if (!isSimulated)
        {
            throw new IllegalStateException("tend() on an Isotach that has a thread for its chores: call it only on" +
                " clusters with a scheduler, such as simulated ones");
        }
        workOften();
        workCalmly();
        return urgent.isEmpty();
    }

    private void wake()
    {
        // Volatile, after the chore was added. Partner: tryEnd().
        if (!isSimulated && null == thread)
        {
            start();
        }
        LockSupport.unpark(thread);
    }

    private void start()
    {
        starting.lock();
        try
        {
            if (null == thread && !isFinished)
            {
                final Thread made = new Thread(this::run, "isotach-caretaker");
                made.setDaemon(true);
                made.start();
                thread = made;
            }
        }
        finally
        {
            starting.unlock();
        }
    }

    private void run()
    {
        boolean isOver = false;
        while (!isOver)
        {
            // Chores wait for this thread, so nothing ends it, not even a lack of memory between them.
            try
            {
                isOver = isClosed && tryEnd();
                if (!isOver)
                {
                    workOnce();
                }
            }
            catch (final Throwable ex)
            {
                Uncaught.report(ex);
            }
        }
    }

    private void workOnce()
    {
        // An interrupted thread does not park: foreign code that has run here may have interrupted it.
        Thread.interrupted();
        // A chore that comes after this look leaves a permit, so the thread does not stay parked.
        if (urgent.isEmpty() && calm.isEmpty())
        {
            LockSupport.park(this);
        }
        else
        {
            LockSupport.parkNanos(this, urgent.isEmpty() ? CALM_NS : URGENT_NS);
            // What a last chore looks for may be on its way at a host that nobody works for, either.
            if (!urgent.isEmpty() || hasLastChore())
            {
                workForHosts();
                workOften();
            }
            workCalmly();
        }
    }

    /**
     * The chores may not need what fails here.
     */
    private void workForHosts()
    {
        try
        {
            work.run();
        }
        catch (final Throwable ex)
        {
            Uncaught.report(ex);
        }
    }

    /**
     * Nothing stays reserved in a cluster that goes on without the Isotach: the thread does the urgent chores that are
     * left, and those that come later start another one.
     */
    private boolean tryEnd()
    {
        starting.lock();
        try
        {
            // Volatile, before it looks for chores: whoever gives one after this look finds no thread. Partner: wake().
            thread = null;
            boolean isOver = false;
            try
            {
                isOver = isFinished || urgent.isEmpty() && !hasLastChore();
                return isOver;
            }
            finally
            {
                if (!isOver)
                {
                    thread = Thread.currentThread();
                }
            }
        }
        finally
        {
            starting.unlock();
        }
    }

    private boolean hasLastChore()
    {
        return calm.stream().anyMatch(LastChore.class::isInstance);
    }

    /**
     * Does a chore. One that throws, which none should, is over: the others must go on, except in a simulation, which
     * reports it.
     */
    private boolean isDone(final BooleanSupplier chore)
    {
        try
        {
            return chore.getAsBoolean();
        }
        catch (final Throwable ex)
        {
            if (isSimulated)
            {
                throw ex;
            }
            Uncaught.report(ex);
            return true;
        }
    }

    private void workOften()
    {
        if (0 != asked.getAndIncrement())
        {
            return;
        }
        try
        {
            int seen = 1;
            while (seen > 0)
            {
                urgent.removeIf(this::isDone);
                seen = asked.addAndGet(-seen);
            }
        }
        catch (final Throwable ex)
        {
            // A simulation ends.
            asked.set(0);
            throw ex;
        }
    }

    private void workCalmly()
    {
        // Without removeIf(), which keeps its lock: a chore may wait for a thread that is just adding one.
        for (final BooleanSupplier chore : calm)
        {
            final int before = given.get();
            // Volatile, after the removal: whoever has given it since the first look may have found it here, so there
            // is a second one. Partner: tend().
            if (isDone(chore) && calm.remove(chore) && before != given.get() && !isDone(chore))
            {
                calm.add(chore);
            }
        }
    }

    /**
     * Everything has come to its end, and there is nothing left to wait for: does the urgent chores that are left, and
     * from now on those that come.
     */
    void finish()
    {
        isFinished = true;
        workOften();
        workToTheEnd();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    @Override
    public void close()
    {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public String toString()
    {
        return "Caretaker{chores=" + (urgent.size() + calm.size()) + '}';
    }
}
