/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.niu.Waiter;

/**
 * The threads that wait for a change of variables. A writer of a variable wakes them after it has issued its isochron;
 * their reads then come later in the order. While no thread waits, a writer reads one word.
 * <p>
 * All methods are threadsafe.
 */
final class Watchers
{
    private static final int BUCKETS = 256;

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReferenceArray<Set<Watch>> buckets = new AtomicReferenceArray<>(BUCKETS);

    /**
     * One waiting thread.
     */
    static class Watch
    {
        private final Waiter waiter;
        private final int[] addresses;
        private volatile boolean isSignalled;

        Watch(final Waiter waiter, final int[] addresses)
        {
            this.waiter = waiter;
            this.addresses = addresses;
        }

        /**
         * Call this before looking at the variables: changes from then on count.
         */
        void listen()
        {
            isSignalled = false;
        }

        /**
         * Makes the waiting thread look again. Threadsafe.
         */
        void signal()
        {
            isSignalled = true;
            waiter.wake();
        }

        boolean isSignalled()
        {
            return isSignalled;
        }

        Waiter waiter()
        {
            return waiter;
        }

        private boolean isOf(final int address)
        {
            for (final int own : addresses)
            {
                if (own == address)
                {
                    return true;
                }
            }
            return false;
        }
    }

    void add(final Watch watch)
    {
        boolean isAdded = false;
        try
        {
            for (final int address : watch.addresses)
            {
                final int bucket = bucket(address);
                if (null == buckets.get(bucket))
                {
                    buckets.compareAndSet(bucket, null, ConcurrentHashMap.newKeySet());
                }
                buckets.get(bucket).add(watch);
            }
            isAdded = true;
        }
        finally
        {
            // Memory may run out, and nobody removes it then.
            if (!isAdded)
            {
                forget(watch);
            }
        }
        // Volatile: a writer that does not see it has issued before, so a read that comes after this sees its values.
        // Partner: isNeeded().
        count.incrementAndGet();
    }

    void remove(final Watch watch)
    {
        count.decrementAndGet();
        forget(watch);
    }

    private void forget(final Watch watch)
    {
        for (final int address : watch.addresses)
        {
            final Set<Watch> bucket = buckets.get(bucket(address));
            if (null != bucket)
            {
                bucket.remove(watch);
            }
        }
    }

    /**
     * Returns whether any thread waits. Call this after the isochron has been issued, or the change has been made.
     */
    boolean isNeeded()
    {
        // Store, then load: without a session, what was changed at once is published by releases only. Partner: add().
        VarHandle.fullFence();
        return 0 != count.get();
    }

    /**
     * Wakes the threads that wait for a variable.
     */
    void signal(final int address)
    {
        final Set<Watch> bucket = buckets.get(bucket(address));
        if (null != bucket)
        {
            for (final Watch watch : bucket)
            {
                if (watch.isOf(address))
                {
                    watch.signal();
                }
            }
        }
    }

    /**
     * Wakes the threads that wait for any word of a variable.
     */
    void signal(final IsoVariable variable)
    {
        Objects.requireNonNull(variable, "variable");
        if (isNeeded())
        {
            for (int word = 0; word < variable.words(); word++)
            {
                signal(variable.address() + word);
            }
        }
    }

    void signal(final int[] addresses)
    {
        if (isNeeded())
        {
            for (final int address : addresses)
            {
                signal(address);
            }
        }
    }

    private static int bucket(final int address)
    {
        return address & BUCKETS - 1;
    }
}
