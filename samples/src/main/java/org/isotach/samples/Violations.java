/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The number of violations that a checker has found, and the first one. Any thread may add.
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
     * Adds the violations of another checker.
     *
     * @param others number of violations.
     * @param what   the first one, null if there was none.
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
     * Returns the first violation, null if there was none.
     */
    String first()
    {
        return first.get();
    }
}
