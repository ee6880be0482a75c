/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.CounterCells;

/**
 * A set of variables that one application thread reads repeatedly, always at one point in the order; see
 * {@link MemoryPort#snapshot}.
 * <pre>{@code
 * final Snapshot accounts = port.snapshot(x, y);      // once
 * accounts.read(isochron);                            // as often as needed
 * final long sum = accounts.value(0) + accounts.value(1);
 * }</pre>
 * A snapshot reads the copies of its own host, as {@link MemoryPort#tryReadLocal} does, in a fraction of the time that
 * an isochron takes. It depends only on its own variables; changes of other variables do not disturb it. If one of its
 * variables has no copy here, waits for an ASSIGN, or changes too often, the snapshot uses an isochron of READs.
 * <p>
 * The object is meant to be reused, and allocates nothing in use.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the application thread of its port, see there for what
 * paranoid mode refuses. {@link #hits()} and {@link #misses()} are threadsafe.
 */
public final class Snapshot extends Padded
{
    /**
     * Default number of attempts of {@link #read} without an isochron.
     */
    public static final int DEFAULT_MAX_TRIES = 8;

    private static final VarHandle HITS;
    private static final VarHandle MISSES;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            HITS = lookup.findVarHandle(Snapshot.class, "hits", long.class);
            MISSES = lookup.findVarHandle(Snapshot.class, "misses", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final SharedMemoryManager manager;
    private final MemoryWriter writer;
    private final Host host;
    private final OptimisticReads reads;
    private final CounterCells counters;
    private final int[] addresses;

    // Null if one of the variables has no copy here.
    private final CellList cells;
    private final long[] values;

    // For isochrons; made when the first one is needed.
    private IsoValue[] results;
    private int maxTries = DEFAULT_MAX_TRIES;
    private boolean hasValues;

    // Written by the thread of the port, read by any thread.
    private long hits;
    private long misses;

    /**
     * @param manager   the manager of the host.
     * @param writer    the writer of the port.
     * @param reads     the optimistic reads of the port.
     * @param counters  of the thread of the port.
     * @param addresses the addresses of the variables.
     */
    Snapshot(
        final SharedMemoryManager manager,
        final MemoryWriter writer,
        final OptimisticReads reads,
        final CounterCells counters,
        final int[] addresses)
    {
        this.manager = manager;
        this.writer = writer;
        this.reads = reads;
        this.counters = counters;
        this.addresses = addresses.clone();
        host = manager.host();
        cells = reads.cells(this.addresses);
        values = new long[addresses.length];
    }

    /**
     * Sets the number of attempts of {@link #read} without an isochron.
     *
     * @param tries 0 or more; 0 always uses an isochron. Default {@value #DEFAULT_MAX_TRIES}.
     * @return this.
     * @throws IllegalArgumentException if it is negative.
     */
    public Snapshot maxTries(final int tries)
    {
        if (tries < 0)
        {
            throw new IllegalArgumentException("tries: " + tries + " (expected: 0 or more)");
        }
        maxTries = tries;
        return this;
    }

    /**
     * Number of variables of the snapshot.
     *
     * @return the number.
     */
    public int count()
    {
        return addresses.length;
    }

    /**
     * The address of a variable.
     *
     * @param index 0 .. {@link #count()} - 1, in the order of the addresses of which the snapshot was made.
     * @return the address.
     * @throws IndexOutOfBoundsException if there is no such variable.
     */
    public int address(final int index)
    {
        return addresses[Objects.checkIndex(index, addresses.length)];
    }

    /**
     * Reads the variables without an isochron, if that is possible now, see {@link MemoryPort#tryReadLocal}.
     *
     * @return false if that is not possible at present; the snapshot then has no values.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public boolean tryRead()
    {
        return tryRead(Counter.SNAPSHOTS_AT_ONCE);
    }

    private boolean tryRead(final Counter counter)
    {
        // First: the attempt may throw, with some of the values replaced.
        hasValues = false;
        hasValues = null != cells && reads.tryReadCells(cells, values);
        if (hasValues)
        {
            HITS.setOpaque(this, hits + 1);
            counters.increment(counter);
        }
        return hasValues;
    }

    /**
     * Reads the variables. The call makes a few attempts without an isochron, and polls the host between them; if none
     * succeeds it issues an isochron, and waits for its values.
     *
     * @param isochron an isochron of the same thread, not open, for the case that one is needed.
     * @return true if no isochron was needed.
     * @throws IllegalStateException                 if the isochron is open or belongs to another host, or the call
     *                                               comes from inside a handler.
     * @throws org.isotach.IsochronTooLargeException if the READs do not fit into one isochron, or are more than the
     *                                               host may have outstanding.
     * @throws org.isotach.HostExpelledException     if a host that was needed, or this host, was expelled.
     * @throws SchedCancelledException               if a value never arrives because a SCHED was cancelled.
     * @throws PageLostException                     if all copies of one of the variables are lost.
     * @throws org.isotach.ClusterClosedException    if the cluster, or the host, is closed.
     * @throws org.isotach.IsotachTimeoutException   if it takes longer than
     *                                               {@link org.isotach.niu.ClusterContext#awaitTimeout}.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted; its interrupt status stays set.
     */
    public boolean read(final Isochron isochron)
    {
        for (int tries = 0; tries < maxTries && null != cells; tries++)
        {
            if (tryRead(0 == tries ? Counter.SNAPSHOTS_AT_ONCE : Counter.SNAPSHOTS_ANEW))
            {
                return true;
            }
            if (reads.hasFoundWaiting(cells))
            {
                // This may take long, and the isochron waits for that value.
                break;
            }
            host.poll();
        }
        hasValues = false;
        MISSES.setOpaque(this, misses + 1);
        readWith(isochron);
        counters.increment(Counter.SNAPSHOTS_IN_ORDER);
        hasValues = true;
        return false;
    }

    private void readWith(final Isochron isochron)
    {
        if (null == results || areOutstanding())
        {
            results = new IsoValue[addresses.length];
            for (int i = 0; i < results.length; i++)
            {
                results[i] = new IsoValue();
            }
        }
        isochron.begin();
        try
        {
            for (int i = 0; i < addresses.length; i++)
            {
                writer.read(isochron, manager.pageTable().page(addresses[i]), addresses[i], results[i]);
            }
            isochron.issue();
        }
        catch (final Throwable ex)
        {
            if (isochron.isOpen())
            {
                isochron.abandon();
            }
            throw ex;
        }
        for (int i = 0; i < addresses.length; i++)
        {
            values[i] = results[i].await();
        }
    }

    /**
     * Returns whether values are outstanding, after a wait that was given up or has failed.
     */
    private boolean areOutstanding()
    {
        for (final IsoValue result : results)
        {
            if (!result.isReady())
            {
                return true;
            }
        }
        return false;
    }

    /**
     * The value of a variable from the last read.
     *
     * @param index 0 .. {@link #count()} - 1, in the order of the addresses of which the snapshot was made.
     * @return the value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the last read has failed, or there was none.
     */
    public long value(final int index)
    {
        if (!hasValues)
        {
            throw new IllegalStateException("snapshot of " + addresses.length + " variables without values: read() it" +
                " first, or check the result of tryRead()");
        }
        return values[Objects.checkIndex(index, values.length)];
    }

    /**
     * Number of reads that needed no isochron. Threadsafe.
     *
     * @return the number.
     */
    public long hits()
    {
        return (long)HITS.getOpaque(this);
    }

    /**
     * Number of reads that needed an isochron. Threadsafe.
     *
     * @return the number.
     */
    public long misses()
    {
        return (long)MISSES.getOpaque(this);
    }

    @Override
    public String toString()
    {
        return "Snapshot{host=" + host.id() + ", variables=" + addresses.length + ", hits=" + hits() + ", misses=" +
            misses() + '}';
    }
}
