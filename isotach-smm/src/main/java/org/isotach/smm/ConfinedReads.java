/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

import org.isotach.IsotachException;

/**
 * The optimistic reads of a port in paranoid mode. They refuse a call while another thread is inside one, and any call
 * while another thread has begun a read and not ended it: the call would go on with that read, or end it. A thread that
 * has ended does not go on with its read.
 */
final class ConfinedReads extends OptimisticReads
{
    private final int host;

    // The thread that is inside a call, null for none.
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    // The thread that has begun the current read, null for none. Read and written inside calls only. It may have ended:
    // its object is kept until the next read, which does no harm here.
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
        if (null != reader && Thread.currentThread() != reader && reader.isAlive())
        {
            throw refused(reader, "has begun an optimistic read and not ended it with validate()");
        }
    }

    @Override
    long begin()
    {
        enter();
        try
        {
            checkReader();
            // The read before is over, even if the call is refused.
            reader = null;
            final long stamp = super.begin();
            if (NO_READ != stamp)
            {
                reader = Thread.currentThread();
            }
            return stamp;
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
            // Valid or not, the read is over: the port may be given to another thread.
            reader = null;
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
            checkReader();
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
            checkReader();
            reader = null;
            return super.tryReadCells(list, values);
        }
        finally
        {
            exit();
        }
    }
}
