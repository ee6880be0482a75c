/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The objects that {@link IsoReference}s refer to, by handle. A handle that no variable has any more is kept until
 * those are through who may have read it before: they {@link #enter} before they read, and {@link #exit} when they have
 * the object.
 * <p>
 * Time is counted in epochs. Who enters belongs to the present one, and an epoch ends only when all of the one before
 * are through. So two epochs after a handle was retired nobody is left who may have read it. All methods are
 * threadsafe.
 */
final class References
{
    /**
     * Handle of null; no object has it.
     */
    static final long NULL = 0;

    private final ConcurrentMap<Long, Object> objects = new ConcurrentHashMap<>();
    private final AtomicLong handles = new AtomicLong(NULL);
    private final AtomicLong epoch = new AtomicLong();

    // Those who have entered and not left, of even and of odd epochs.
    private final AtomicLongArray readers = new AtomicLongArray(2);
    private final Queue<Retired> retired = new ConcurrentLinkedQueue<>();

    private record Retired(long handle, long epoch)
    {
    }

    /**
     * To be called before handles are read.
     *
     * @return for {@link #exit}.
     */
    long enter()
    {
        while (true)
        {
            final long now = epoch.get();
            readers.incrementAndGet((int)now & 1);
            // Volatile, as the increment: either this sees the new epoch, or who ends the one after it sees the reader.
            // Partner: tryAdvance().
            if (now == epoch.get())
            {
                return now;
            }
            readers.decrementAndGet((int)now & 1);
        }
    }

    void exit(final long entered)
    {
        readers.decrementAndGet((int)entered & 1);
    }

    /**
     * @return a handle for an object that is going to be referred to.
     */
    long add(final Object object)
    {
        if (null == object)
        {
            return NULL;
        }
        final long handle = handles.incrementAndGet();
        objects.put(handle, object);
        return handle;
    }

    /**
     * @return the object; null also if the handle was retired for so long that it cannot be one that was read validly.
     */
    Object get(final long handle)
    {
        return NULL == handle ? null : objects.get(handle);
    }

    /**
     * An isochron that is later than all that read this handle from now on has taken it out of its variable.
     */
    void retire(final long handle)
    {
        if (NULL != handle)
        {
            retired.add(new Retired(handle, epoch.get()));
            tryAdvance();
            free();
        }
    }

    /**
     * A handle that no variable ever had.
     */
    void remove(final long handle)
    {
        objects.remove(handle);
    }

    int size()
    {
        return objects.size();
    }

    private void tryAdvance()
    {
        final long now = epoch.get();
        if (0 == readers.get((int)(now + 1) & 1))
        {
            epoch.compareAndSet(now, now + 1);
        }
    }

    private void free()
    {
        Retired first = retired.peek();
        while (null != first && first.epoch + 2 <= epoch.get())
        {
            if (retired.remove(first))
            {
                objects.remove(first.handle);
            }
            first = retired.peek();
        }
    }

    @Override
    public String toString()
    {
        return "References{objects=" + size() + ", retired=" + retired.size() + '}';
    }
}
