/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How many futures each thread completes at present, each of them called by a dependent of the one before. One thread
 * at a time costs nothing but a compare-and-set. All methods are threadsafe, and about the calling thread.
 */
final class Depths
{
    private final AtomicReference<Thread> first = new AtomicReference<>();

    // Of that thread.
    private int depth;
    private final ConcurrentMap<Thread, Integer> others = new ConcurrentHashMap<>();

    int depth()
    {
        final Thread thread = Thread.currentThread();
        // Plain: what counts is what this thread has written itself.
        if (thread == first.getPlain())
        {
            return depth;
        }
        return others.isEmpty() ? 0 : others.getOrDefault(thread, 0);
    }

    void enter()
    {
        final int outer = depth();
        final Thread thread = Thread.currentThread();
        // Acquire: the place is free. Partner: leave().
        if (thread == first.getPlain() || 0 == outer && first.compareAndSet(null, thread))
        {
            depth = outer + 1;
        }
        else
        {
            others.put(thread, outer + 1);
        }
    }

    void leave()
    {
        final int outer = depth() - 1;
        final Thread thread = Thread.currentThread();
        if (thread == first.getPlain())
        {
            depth = outer;
            if (0 == outer)
            {
                // Release: another thread may use the place. Partner: enter().
                first.setRelease(null);
            }
        }
        else if (0 == outer)
        {
            others.remove(thread);
        }
        else
        {
            others.put(thread, outer);
        }
    }

    @Override
    public String toString()
    {
        return "Depths{" + first + ", " + others + '}';
    }
}
