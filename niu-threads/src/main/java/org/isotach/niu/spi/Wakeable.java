/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * For the models: the interface for waking a thread that may be parked. It is a class, not an interface, because there
 * is one implementation, which the compiler then calls directly.
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
