/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

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
    private final Bucket[] buckets = new Bucket[BUCKETS];

    /**
     * One waiting thread.
     */
    static class Watch
    {
        private final Waiter waiter;
        private final Entry[] entries;
        private volatile boolean isSignalled;

        Watch(final Waiter waiter, final int[] addresses)
        {
            this.waiter = waiter;
            entries = new Entry[addresses.length];
            Arrays.setAll(entries, i -> new Entry(this, addresses[i]));
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
    }

    /**
     * One word for which a thread waits.
     */
    private static final class Entry
    {
        private final Watch watch;
        private final int address;

        // An entry that leaves its bucket keeps this, so that a thread that is at it goes on to those behind it.
        private volatile Entry next;
        private Entry previous;

        Entry(final Watch watch, final int address)
        {
            this.watch = watch;
            this.address = address;
        }
    }

    /**
     * Words with one index in the table. Whoever looks at them takes no lock, and allocates nothing: it has changed a
     * variable, and must not fail any more.
     */
    private static final class Bucket
    {
        private volatile Entry first;

        /**
         * In front of all others, so that nobody who is at one of them needs to see it.
         */
        synchronized void add(final Entry entry)
        {
            final Entry second = first;
            entry.previous = null;
            entry.next = second;
            if (null != second)
            {
                second.previous = entry;
            }
            first = entry;
        }

        synchronized void remove(final Entry entry)
        {
            if (null == entry.previous)
            {
                first = entry.next;
            }
            else
            {
                entry.previous.next = entry.next;
            }
            if (null != entry.next)
            {
                entry.next.previous = entry.previous;
            }
        }

        void signal(final int address)
        {
            for (Entry entry = first; null != entry; entry = entry.next)
            {
                if (entry.address == address)
                {
                    entry.watch.signal();
                }
            }
        }
    }

    Watchers()
    {
        Arrays.setAll(buckets, i -> new Bucket());
    }

    void add(final Watch watch)
    {
        for (final Entry entry : watch.entries)
        {
            bucket(entry.address).add(entry);
        }
        // Volatile: a writer that does not see it has issued before, so a read that comes after this sees its values.
        // Partner: isNeeded().
        count.incrementAndGet();
    }

    void remove(final Watch watch)
    {
        count.decrementAndGet();
        for (final Entry entry : watch.entries)
        {
            bucket(entry.address).remove(entry);
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
     * Wakes the threads that wait for a variable. It allocates nothing.
     */
    void signal(final int address)
    {
        bucket(address).signal(address);
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

    private Bucket bucket(final int address)
    {
        return buckets[address & BUCKETS - 1];
    }
}
