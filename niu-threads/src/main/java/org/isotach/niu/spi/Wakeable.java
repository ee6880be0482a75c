/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * For the models: a thread that may be parked, as whoever has something for it knows it. A class, not an interface,
 * because there is one implementation, which the compiler then calls directly.
 */
public abstract class Wakeable
{
    /**
     * For subclasses.
     */
    protected Wakeable()
    {
    }

    /**
     * Wakes the thread, if it is parked. Any thread may call it.
     */
    public abstract void wake();
}
