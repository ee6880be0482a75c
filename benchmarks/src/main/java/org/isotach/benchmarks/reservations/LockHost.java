/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.isotach.memory.Padded;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A host with its variables and their locks. It takes messages one by one; no other code touches the variables. Each
 * lock is granted in the order of the messages that ask for it, so nothing starves; an action takes its locks in
 * ascending order of hosts and variables, so there is no circular wait.
 * <p>
 * A host that has granted an action all its locks hands the message on to the next host, which saves the way back to
 * the sender.
 */
final class LockHost extends Padded
{
    private static final int CHUNK = 1024;
    private static final int SPINS = 100;
    private static final int YIELDS = 200;

    private final int id;
    private final LockHost[] hosts;
    private final long[] values;
    private final LockRequest[] owners;
    private final Queue<LockRequest>[] waiters;
    private final MpscUnboundedArrayQueue<LockRequest> inbox = new MpscUnboundedArrayQueue<>(CHUNK);
    private final AtomicBoolean isServed = new AtomicBoolean();
    private Thread thread;
    private volatile boolean isParked;
    private volatile boolean isStopping;

    /**
     * @param id    its number.
     * @param hosts all of them; it is filled by the caller before the first message.
     * @param total variables of all hosts: the one with number v lives at host v modulo their number.
     */
    LockHost(final int id, final LockHost[] hosts, final int total)
    {
        this.id = id;
        this.hosts = hosts;
        final int size = (total + hosts.length - 1) / hosts.length;
        values = new long[size];
        owners = new LockRequest[size];
        waiters = newQueues(size);
    }

    @SuppressWarnings({ "unchecked", "rawtypes" })
    private static Queue<LockRequest>[] newQueues(final int length)
    {
        return new Queue[length];
    }

    /**
     * Gives it a thread of its own from now on.
     */
    void start()
    {
        thread = new Thread(this::serveUntilStopped, "lock-host-" + id);
        thread.setDaemon(true);
        thread.start();
    }

    void stop()
    {
        isStopping = true;
        if (null != thread)
        {
            LockSupport.unpark(thread);
            boolean isInterrupted = false;
            while (thread.isAlive())
            {
                try
                {
                    thread.join();
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    void send(final LockRequest request)
    {
        inbox.offer(request);
        if (isParked)
        {
            LockSupport.unpark(thread);
        }
    }

    private void serveUntilStopped()
    {
        int attempts = 0;
        while (!isStopping)
        {
            if (serve())
            {
                attempts = 0;
            }
            else if (++attempts < SPINS)
            {
                Thread.onSpinWait();
            }
            else if (attempts < SPINS + YIELDS)
            {
                Thread.yield();
            }
            else
            {
                // Volatile. Partner: send(), which looks at it after its message, as this looks for a message after it.
                isParked = true;
                if (inbox.isEmpty() && !isStopping)
                {
                    LockSupport.park(this);
                }
                isParked = false;
            }
        }
    }

    /**
     * Does the work of a host without a thread of its own, unless another thread is doing it: that one looks again
     * before it leaves.
     *
     * @return true if there was work.
     */
    boolean tryServe()
    {
        boolean isAny = false;
        // Acquire and release: all state of the host. Partner: the thread that served it before.
        while (!inbox.isEmpty() && isServed.compareAndSet(false, true))
        {
            isAny |= serve();
            isServed.set(false);
        }
        return isAny;
    }

    private boolean serve()
    {
        boolean isAny = false;
        LockRequest request = inbox.poll();
        while (null != request)
        {
            isAny = true;
            if (request.isRelease())
            {
                release(request);
            }
            else
            {
                advance(request);
            }
            request = inbox.poll();
        }
        return isAny;
    }

    private void release(final LockRequest request)
    {
        for (int i = request.begin(id); i < request.end(id); i++)
        {
            final int place = request.variable(i) / hosts.length;
            if (owners[place] != request)
            {
                throw new IllegalStateException(
                    "variable " + request.variable(i) + " is released by an action that does not hold it");
            }
            values[place] = request.value(i);
            final Queue<LockRequest> queue = waiters[place];
            final LockRequest next = null == queue ? null : queue.poll();
            owners[place] = next;
            if (null != next)
            {
                next.take(values[place]);
                advance(next);
            }
        }
    }

    /**
     * Takes as many locks as are free, and hands the message on when it has all.
     */
    private void advance(final LockRequest request)
    {
        while (request.taken() < request.end(id))
        {
            final int place = request.variable(request.taken()) / hosts.length;
            if (null != owners[place])
            {
                if (null == waiters[place])
                {
                    waiters[place] = new ArrayDeque<>();
                }
                waiters[place].add(request);
                return;
            }
            owners[place] = request;
            request.take(values[place]);
        }
        for (int host = id + 1; host < hosts.length; host++)
        {
            if (request.concerns(host))
            {
                hosts[host].send(request);
                return;
            }
        }
        request.grant();
    }
}
