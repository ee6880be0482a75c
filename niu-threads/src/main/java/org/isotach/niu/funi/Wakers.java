/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.spi.Wakeable;

/**
 * Wakes the thread of a queue pair, which may wait inside a handler of a packet for which it has waited before.
 * Threadsafe.
 */
final class Wakers
{
    private final Wakeable outer;
    private final Wakeable inner;

    Wakers(final Wakeable outer, final Wakeable inner)
    {
        this.outer = outer;
        this.inner = inner;
    }

    void wake()
    {
        inner.wake();
        outer.wake();
    }
}
