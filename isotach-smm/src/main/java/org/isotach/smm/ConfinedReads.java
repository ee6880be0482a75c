/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

import org.isotach.IsotachException;

/**
 * The optimistic reads of a port in paranoid mode. They refuse a call while another thread is inside one, and a call
 * that goes on with a read that another thread has begun.
 */
final class ConfinedReads extends OptimisticReads
{
    private final int host;

    // The thread that is inside a call, null for none.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    // The thread that has begun the current read. Written inside calls only.
    private Thread reader;

    /**
     * @param host number of the host.
     */
    ConfinedReads(
        final RevisionReads whole, final VariableStore store, final IntConsumer missing, final int host)
    {
        super(whole, store, missing);
        this.host = host;
    }

    private void enter()
    {
        // Volatile: threads that are inside at the same time see each other. Partner: exit().
        final Thread other = inside.compareAndExchange(null, Thread.currentThread());
        if (null != other)
        {
            throw refused(other, "is inside one");
        }
    }

    private void exit()
    {
        // Partner: enter().
        inside.set(null);
    }

    private IsotachException refused(final Thread other, final String use)
    {
        return new IsotachException("a read of a memory port of host " + host + " by thread '" +
            Thread.currentThread().getName() + "', while thread '" + other.getName() + "' " + use +
            ": a port belongs to one thread at a time; make one for each thread with SharedMemory.port()");
    }

    private void checkReader()
    {
        if (null != reader && Thread.currentThread() != reader)
        {
            throw refused(reader, "has begun it");
        }
    }

    @Override
    long begin()
    {
        enter();
        try
        {
            reader = Thread.currentThread();
            return super.begin();
        }
        finally
        {
            exit();
        }
    }

    @Override
    long value(final int address)
    {
        enter();
        try
        {
            checkReader();
            return super.value(address);
        }
        finally
        {
            exit();
        }
    }

    @Override
    boolean isValid(final long stampOfRead)
    {
        enter();
        try
        {
            checkReader();
            return super.isValid(stampOfRead);
        }
        finally
        {
            exit();
        }
    }

    @Override
    boolean tryRead(final int[] addresses, final long[] values)
    {
        enter();
        try
        {
            reader = null;
            return super.tryRead(addresses, values);
        }
        finally
        {
            exit();
        }
    }

    @Override
    boolean tryReadCells(final CellList list, final long[] values)
    {
        enter();
        try
        {
            reader = null;
            return super.tryReadCells(list, values);
        }
        finally
        {
            exit();
        }
    }
}
