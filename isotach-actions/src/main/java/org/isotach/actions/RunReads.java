/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.ReadHandler;

/**
 * The words that a run reads with operations of their own, and their values. Belongs to one thread at a time; other
 * threads may call {@link #areSettled} and {@link #forEach}, and see what is of an earlier action.
 */
final class RunReads extends Padded
{
    private static final IsoValue[] NO_VALUES = {};

    private IsoValue[] values = NO_VALUES;
    private int[] addresses;
    private int count;

    void begin(final int[] toRead)
    {
        if (addresses != toRead)
        {
            addresses = toRead;
        }
        count = toRead.length;
        if (values.length < count)
        {
            // Filled before another thread may see it.
            final IsoValue[] more = Arrays.copyOf(values, Math.max(count, 2 * values.length));
            for (int i = values.length; i < more.length; i++)
            {
                more[i] = new IsoValue();
            }
            values = more;
        }
    }

    /**
     * Notes that nothing is to be read any more.
     */
    void areDone()
    {
        count = 0;
    }

    int[] addresses()
    {
        return addresses;
    }

    void append(final Isochron isochron, final MemoryPort memory)
    {
        for (int i = 0; i < count; i++)
        {
            memory.read(isochron, addresses[i], values[i]);
        }
    }

    /**
     * Returns whether every value has arrived or failed.
     */
    boolean areSettled()
    {
        // Others may look while the run begins again.
        final IsoValue[] seen = values;
        for (int i = 0; i < Math.min(count, seen.length); i++)
        {
            final IsoValue value = seen[i];
            if (null != value && !value.isReady() && !value.isFailed())
            {
                return false;
            }
        }
        return true;
    }

    boolean areReady()
    {
        for (int i = 0; i < count; i++)
        {
            if (!values[i].isReady())
            {
                return false;
            }
        }
        return true;
    }

    boolean areOutstanding()
    {
        for (int i = 0; i < count; i++)
        {
            if (values[i].isOutstanding())
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Called by any thread: nothing publishes the array, or what is in it.
     */
    void forEach(final Consumer<IsoValue> action)
    {
        final IsoValue[] seen = values;
        for (int i = 0; i < Math.min(count, seen.length); i++)
        {
            if (null != seen[i])
            {
                action.accept(seen[i]);
            }
        }
    }

    void onValue(final ReadHandler called)
    {
        for (int i = 0; i < count; i++)
        {
            values[i].onValue(called);
        }
    }

    void copy(final long[] into, final int first)
    {
        for (int i = 0; i < count; i++)
        {
            into[first + i] = values[i].get();
        }
    }

    @Override
    public String toString()
    {
        return "RunReads{" + count + '}';
    }
}
