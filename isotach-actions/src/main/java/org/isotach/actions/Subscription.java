/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.niu.Waiter;

/**
 * The messages of one subscriber of a {@link Topic}, in the order of the actions that have sent them. A subscription
 * keeps the messages that its owner has not received yet; nobody waits for a slow subscriber.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #close()}: one thread at a time receives.
 *
 * @param <T> type of the messages.
 */
public final class Subscription<T> implements AutoCloseable
{
    private final String topic;
    private final Waiter waiter;
    private final Consumer<? super T> handler;
    private final Executor executor;
    private final Consumer<Subscription<T>> closing;
    private final Queue<Object> messages = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final BooleanSupplier hasMessage = () -> !messages.isEmpty();
    private volatile boolean isClosed;

    Subscription(
        final String topic,
        final Waiter waiter,
        final Consumer<? super T> handler,
        final Executor executor,
        final Consumer<Subscription<T>> closing)
    {
        this.topic = topic;
        this.waiter = waiter;
        this.handler = handler;
        this.executor = executor;
        this.closing = closing;
    }

    /**
     * Receives the next message, if there is one.
     *
     * @return the message, or null if there is none at present.
     * @throws IllegalStateException when a handler receives.
     */
    @SuppressWarnings("unchecked")
    public T poll()
    {
        if (null != handler)
        {
            throw new IllegalStateException("a handler receives the messages of this subscription of topic " + topic +
                ": subscribe() without one to receive them here");
        }
        // Nothing else is ever sent to the topic.
        return (T)messages.poll();
    }

    /**
     * Receives the next message, and waits for it if necessary, within the time limit of the {@link Isotach}.
     *
     * @return the message.
     * @throws IllegalStateException               when a handler receives.
     * @throws org.isotach.IsotachTimeoutException when none comes in time.
     * @throws org.isotach.ClusterClosedException  when the Isotach is closed meanwhile.
     * @throws org.isotach.IsotachException        when the thread is interrupted; its interrupt status stays set.
     */
    public T take()
    {
        final T message = poll();
        if (null != message)
        {
            return message;
        }
        waiter.awaitCall(hasMessage, this);
        return poll();
    }

    /**
     * Receives the next message as {@link #take()} does, with a time limit of its own.
     *
     * @param limit how long to wait.
     * @return the message.
     */
    public T take(final Duration limit)
    {
        final T message = poll();
        if (null != message)
        {
            return message;
        }
        waiter.awaitCall(hasMessage, this, limit.toNanos());
        return poll();
    }

    /**
     * Ends the subscription, and drops messages that were not received. Closing again has no effect.
     */
    @Override
    public void close()
    {
        isClosed = true;
        closing.accept(this);
        messages.clear();
    }

    /**
     * In the middle of execution.
     */
    void deliver(final Object message)
    {
        if (isClosed)
        {
            return;
        }
        messages.add(message);
        if (null == handler)
        {
            waiter.wake();
        }
        else if (isScheduled.compareAndSet(false, true))
        {
            executor.execute(this::handleAll);
        }
    }

    @SuppressWarnings("unchecked")
    private void handleAll()
    {
        try
        {
            Object message = messages.poll();
            while (null != message && !isClosed)
            {
                handler.accept((T)message);
                message = messages.poll();
            }
        }
        finally
        {
            isScheduled.set(false);
            // One that came in between has scheduled nothing; nor must those behind one that the handler refuses wait.
            if (!messages.isEmpty() && !isClosed && isScheduled.compareAndSet(false, true))
            {
                executor.execute(this::handleAll);
            }
        }
    }

    @Override
    public String toString()
    {
        return "a message of topic " + topic;
    }
}
