/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a checker found wrong: how often, and what it was first. Any thread may add.
 */
final class Violations
{
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<String> first = new AtomicReference<>();

    void add(final String what)
    {
        first.compareAndSet(null, what);
        count.getAndIncrement();
    }

    /**
     * Adds what another checker found.
     *
     * @param others how often.
     * @param what   it was first, null if it was nothing.
     */
    void add(final int others, final String what)
    {
        first.compareAndSet(null, what);
        count.getAndAdd(others);
    }

    int count()
    {
        return count.get();
    }

    /**
     * What was wrong first, null if nothing was.
     */
    String first()
    {
        return first.get();
    }
}
