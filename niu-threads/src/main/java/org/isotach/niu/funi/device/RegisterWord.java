/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * A register of 64 bits, on cache lines of its own. Threadsafe.
 */
final class RegisterWord extends Padded
{
    private static final VarHandle VALUE;

    static
    {
        try
        {
            VALUE = MethodHandles.lookup().findVarHandle(RegisterWord.class, "value", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private volatile long value;

    /**
     * Acquire. Partners: {@link #set}, {@link #compareAndSet}. Its owner says what for.
     */
    long get()
    {
        return value;
    }

    /**
     * Release. Partner: {@link #get}.
     */
    void set(final long word)
    {
        VALUE.setRelease(this, word);
    }

    /**
     * Release, if it succeeds. Partner: {@link #get}.
     */
    boolean compareAndSet(final long expected, final long word)
    {
        return VALUE.compareAndSet(this, expected, word);
    }

    @Override
    public String toString()
    {
        return Long.toHexString(value);
    }
}
