/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.isotach.niu.Waiter;

/**
 * Who waits for a change of which variables: whoever writes one wakes them, after its isochron was issued. What they
 * read then is behind that. While nobody waits a writer reads one word.
 * <p>
 * All methods are threadsafe.
 */
final class Watchers
{
    private static final int BUCKETS = 256;

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReferenceArray<Set<Watch>> buckets = new AtomicReferenceArray<>(BUCKETS);

    /**
     * One that waits.
     */
    static final class Watch
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
         * To be called before the variables are looked at: a change from then on counts.
         */
        void listen()
        {
            isSignalled = false;
        }

        /**
         * Has the thread that waits look again; any thread may call it.
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
        for (final int address : watch.addresses)
        {
            final int bucket = bucket(address);
            if (null == buckets.get(bucket))
            {
                buckets.compareAndSet(bucket, null, ConcurrentHashMap.newKeySet());
            }
            buckets.get(bucket).add(watch);
        }
        // Volatile: a writer that does not see it has issued before, and is seen by a read that comes after this.
        // Partner: isNeeded().
        count.incrementAndGet();
    }

    void remove(final Watch watch)
    {
        count.decrementAndGet();
        for (final int address : watch.addresses)
        {
            buckets.get(bucket(address)).remove(watch);
        }
    }

    /**
     * Does anybody wait? To be asked after an isochron was issued and the session was left, which is a volatile write.
     * Partner: add().
     */
    boolean isNeeded()
    {
        return 0 != count.get();
    }

    /**
     * A variable has changed.
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
