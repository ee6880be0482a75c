/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * The actions of a {@link Pipeline} that are under way, in the order of submission. The entries are used again, so that
 * an action allocates nothing but its future.
 * <p>
 * <b>Note:</b> not threadsafe, except for {@link #forEach}: the search for deadlocks does not have the lock of the
 * pipeline, which a waiting thread may hold; and for {@link #completeLast}, since what a future calls may wait.
 */
final class UnderWay
{
    private static final int INITIAL_SIZE = 16;

    // Size is a power of two. Volatile, with all that forEach() reads. It may see an entry that is used again; the
    // search believes only what it finds twice.
    private volatile Entry<?>[] entries = newEntries(INITIAL_SIZE);
    private volatile int head;
    private volatile int tail;

    // The action that was finished last, and its end. It is replaced only when its future is complete.
    private Object result;
    private Throwable failure;
    private volatile CompletableFuture<?> finished;

    /**
     * One action, or room for one.
     */
    private static final class Entry<R>
    {
        private volatile Run run;
        private Footprint footprint;
        private ActionBody<R, ?> body;
        private CompletableFuture<R> future;
    }

    private static Entry<?>[] newEntries(final int size)
    {
        final Entry<?>[] entries = new Entry<?>[size];
        Arrays.setAll(entries, i -> new Entry<>());
        return entries;
    }

    int count()
    {
        return tail - head;
    }

    boolean isEmpty()
    {
        return tail == head;
    }

    /**
     * @return the oldest run, if there is any.
     */
    Run first()
    {
        return entry(head).run;
    }

    /**
     * Makes room for another action.
     */
    void makeRoom()
    {
        if (count() == entries.length)
        {
            grow();
        }
    }

    /**
     * Adds an action whose run has begun, for which there is room.
     *
     * @return the future.
     */
    @SuppressWarnings("unchecked")
    <R> CompletableFuture<R> add(
        final Run run, final Footprint footprint, final ActionBody<R, ?> body, final CompletableFuture<R> future)
    {
        // The entry is empty, so it has no type yet.
        final Entry<R> entry = (Entry<R>)entry(tail);
        entry.footprint = footprint;
        entry.body = body;
        entry.future = future;
        entry.run = run;
        tail++;
        return future;
    }

    private void grow()
    {
        final Entry<?>[] grown = newEntries(2 * entries.length);
        for (int index = head; index != tail; index++)
        {
            grown[index & grown.length - 1] = entry(index);
        }
        entries = grown;
    }

    private Entry<?> entry(final int index)
    {
        final Entry<?>[] all = entries;
        return all[index & all.length - 1];
    }

    /**
     * Removes the oldest action, and lets it run to its end. {@link #completeLast} completes its future. That of the
     * action before must be complete.
     */
    void finishFirst(final Engine engine)
    {
        finishFirst(engine, entry(head));
    }

    private <R> void finishFirst(final Engine engine, final Entry<R> entry)
    {
        final Run run = entry.run;
        final Footprint footprint = entry.footprint;
        final ActionBody<R, ?> body = entry.body;
        final CompletableFuture<R> future = entry.future;
        entry.run = null;
        entry.footprint = null;
        entry.body = null;
        entry.future = null;
        head++;
        R value = null;
        Throwable thrown = null;
        try
        {
            engine.arrivals().await(run);
            value = engine.finish(run, footprint, body);
        }
        catch (final Throwable ex)
        {
            thrown = ex;
        }
        result = value;
        failure = thrown;
        // Release: the end of the action. Partner: completeLast().
        finished = future;
    }

    /**
     * Returns whether the futures of all actions that were finished are complete.
     */
    boolean isLastComplete()
    {
        return null == finished || finished.isDone();
    }

    /**
     * Forgets the end of the action that was finished last, if its future is complete: a pipeline may be idle for long.
     */
    void forgetLast()
    {
        if (isLastComplete())
        {
            finished = null;
            result = null;
            failure = null;
        }
    }

    /**
     * Completes the future of the action that was finished last, unless another thread has. Threadsafe.
     */
    @SuppressWarnings("unchecked")
    void completeLast()
    {
        // Acquire: the end of the action, or that of a later one; then the future is complete, and stays as it is.
        // Partner: finishFirst().
        final CompletableFuture<Object> future = (CompletableFuture<Object>)finished;
        if (null == future || future.isDone())
        {
            return;
        }
        final Throwable thrown = failure;
        if (null == thrown)
        {
            future.complete(result);
        }
        else
        {
            future.completeExceptionally(thrown);
        }
    }

    /**
     * Passes every run, with the run before it, to a consumer. Threadsafe.
     *
     * @param completing the run that is removed and not completed yet, null for none.
     */
    void forEach(final Run completing, final BiConsumer<Run, Run> action)
    {
        Run before = completing;
        final int end = tail;
        for (int index = head; index - end < 0; index++)
        {
            final Run run = entry(index).run;
            if (null != run && run != before)
            {
                action.accept(run, before);
                before = run;
            }
        }
    }

    @Override
    public String toString()
    {
        return "UnderWay{" + count() + '}';
    }
}
