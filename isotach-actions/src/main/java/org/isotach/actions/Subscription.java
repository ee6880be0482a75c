/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.isotach.HostExpelledException;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The messages of one subscriber of a {@link Topic}, in the order of the actions that have sent them. A subscription
 * keeps the messages that its owner has not received yet, without a limit; a slow subscriber delays no one.
 * <p>
 * <b>Note:</b> this class is not threadsafe, except for {@link #close()}: only one thread may receive at a time.
 *
 * @param <T> type of the messages.
 */
public final class Subscription<T> implements AutoCloseable
{
    private static final long LIMIT_OF_CLUSTER = Long.MIN_VALUE;

    private final String topic;

    // Where the owner waits, and where it goes on when that host is expelled; null if it ends then.
    private Host host;
    private volatile Waiter waiter;
    private final Supplier<Host> another;
    private final Consumer<? super T> handler;
    private final Executor executor;
    private final Consumer<Subscription<T>> closing;
    private final Queue<Object> messages = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private volatile boolean isClosed;
    private final BooleanSupplier hasMessage = () -> !messages.isEmpty() || isClosed;

    Subscription(
        final String topic,
        final Host host,
        final Supplier<Host> another,
        final Consumer<? super T> handler,
        final Executor executor,
        final Consumer<Subscription<T>> closing)
    {
        this.topic = topic;
        this.host = host;
        waiter = host.waiter();
        this.another = another;
        this.handler = handler;
        this.executor = executor;
        this.closing = closing;
    }

    /**
     * Receives the next message, if there is one. The call does not wait.
     *
     * @return the message, or null if there is none at present, or the subscription is closed.
     * @throws IllegalStateException if the subscription has a handler, which receives its messages.
     */
    @SuppressWarnings("unchecked")
    public T poll()
    {
        if (null != handler)
        {
            throw new IllegalStateException("a handler receives the messages of this subscription of topic " + topic +
                ": call subscribe() without a handler to receive messages here");
        }
        // Only messages of this type are sent to the topic.
        final T message = (T)messages.poll();
        // In this order: close() drops what is left, and nothing is received behind what it has dropped.
        return isClosed ? null : message;
    }

    /**
     * Receives the next message. The call waits for it within the time limit of the {@link Isotach}.
     *
     * @return the message.
     * @throws IllegalStateException               if the subscription has a handler, which receives its messages, or is
     *                                             closed.
     * @throws org.isotach.IsotachTimeoutException if no message arrives in time.
     * @throws org.isotach.ClusterClosedException  if the Isotach is closed before a message arrives.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public T take()
    {
        final T message = poll();
        if (null != message)
        {
            return message;
        }
        await(LIMIT_OF_CLUSTER);
        return pollOpen();
    }

    /**
     * Waits, and waits anew at another host of this member if the first one is expelled meanwhile.
     *
     * @param limitNs time limit in nanoseconds, or {@link #LIMIT_OF_CLUSTER}.
     */
    private void await(final long limitNs)
    {
        boolean isOver = false;
        while (!isOver)
        {
            try
            {
                if (LIMIT_OF_CLUSTER == limitNs)
                {
                    waiter.awaitCall(hasMessage, this);
                }
                else
                {
                    waiter.awaitCall(hasMessage, this, limitNs);
                }
                isOver = true;
            }
            catch (final HostExpelledException ex)
            {
                final Host next = null == another ? host : another.get();
                if (next == host)
                {
                    throw ex;
                }
                host = next;
                // Volatile, before it looks for messages again: whoever adds one later wakes it there. Partner:
                // deliver().
                waiter = next.waiter();
            }
        }
    }

    private T pollOpen()
    {
        final T message = poll();
        if (null == message)
        {
            throw new IllegalStateException("the subscription of topic " + topic + " is closed");
        }
        return message;
    }

    /**
     * Receives the next message as {@link #take()} does, with a time limit of its own.
     *
     * @param limit how long to wait.
     * @return the message.
     * @throws IllegalStateException               if the subscription has a handler, which receives its messages, or is
     *                                             closed.
     * @throws org.isotach.IsotachTimeoutException if no message arrives in time.
     * @throws org.isotach.ClusterClosedException  if the Isotach is closed before a message arrives.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public T take(final Duration limit)
    {
        Objects.requireNonNull(limit, "limit");
        final T message = poll();
        if (null != message)
        {
            return message;
        }
        await(Settings.nanos(limit));
        return pollOpen();
    }

    /**
     * Ends the subscription, and drops the messages that have not been received. A thread that waits for one, or takes
     * one later, gets an {@link IllegalStateException}. Closing again has no effect. Threadsafe.
     */
    @Override
    public void close()
    {
        isClosed = true;
        closing.accept(this);
        messages.clear();
        waiter.wake();
    }

    /**
     * Delivers a message, during execution.
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
        else
        {
            schedule();
        }
    }

    /**
     * Has the handler called, unless that is on its way. If the executor refuses, the next message tries again.
     */
    private void schedule()
    {
        // Volatile, behind the message. Partner: handleAll().
        if (isScheduled.get())
        {
            return;
        }
        // An executor that runs it on this thread may throw what the handler has thrown, and one that throws may have
        // kept it nevertheless: the task of the next message takes its place. Made first: memory may run out.
        final AtomicBoolean hasBegun = new AtomicBoolean();
        if (!isScheduled.compareAndSet(false, true))
        {
            return;
        }
        boolean isAccepted = false;
        try
        {
            executor.execute(() ->
            {
                if (hasBegun.compareAndSet(false, true))
                {
                    handleAll();
                }
            });
            isAccepted = true;
        }
        finally
        {
            if (!isAccepted && hasBegun.compareAndSet(false, true))
            {
                isScheduled.set(false);
            }
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
            // Volatile, before it looks again. Partner: schedule().
            isScheduled.set(false);
            // A message that came in between has scheduled nothing. Messages behind one that made the handler throw
            // must not wait.
            if (!messages.isEmpty() && !isClosed)
            {
                schedule();
            }
        }
    }

    @Override
    public String toString()
    {
        return "a message of topic " + topic;
    }
}
