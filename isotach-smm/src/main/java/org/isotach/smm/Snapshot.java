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

/**
 * Variables that one application thread reads again and again, all at one point in the order; see
 * {@link MemoryPort#snapshot}.
 * <pre>{@code
 * final Snapshot accounts = port.snapshot(x, y);      // once
 * accounts.read(isochron);                            // as often as need be
 * final long sum = accounts.value(0) + accounts.value(1);
 * }</pre>
 * A snapshot is taken from the copies of the own host, as by {@link MemoryPort#tryReadLocal}, in a fraction of the time
 * that an isochron takes. It depends on its own variables alone: whatever happens to others does not disturb it. Where
 * one of its variables has no copy here, or waits for an ASSIGN, or is changed too often, it is an isochron of READs.
 * <p>
 * The object is made to be reused, and allocates nothing in use.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the application thread of its port. Any thread may ask for
 * {@link #hits()} and {@link #misses()}.
 */
public final class Snapshot extends Padded
{
    /**
     * Attempts of {@link #read} without an isochron, unless {@link #maxTries} says something else.
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
    private final int[] addresses;

    // Null if one of them has no copy here.
    private final int[] cells;
    private final long[] values;

    // For isochrons, made when the first one is needed.
    private IsoValue[] results;
    private int maxTries = DEFAULT_MAX_TRIES;
    private boolean hasValues;

    // Written by the thread of the port, read by any thread.
    private long hits;
    private long misses;

    /**
     * @param manager   of the host.
     * @param writer    of the port.
     * @param reads     of the port.
     * @param addresses of the variables.
     */
    Snapshot(
        final SharedMemoryManager manager,
        final MemoryWriter writer,
        final OptimisticReads reads,
        final int[] addresses)
    {
        this.manager = manager;
        this.writer = writer;
        this.reads = reads;
        this.addresses = addresses.clone();
        host = manager.host();
        cells = reads.cells(this.addresses);
        values = new long[addresses.length];
    }

    /**
     * Sets how often {@link #read} tries without an isochron.
     *
     * @param tries at least 0, which means always an isochron.
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
     * Variables of the snapshot.
     *
     * @return their number.
     */
    public int count()
    {
        return addresses.length;
    }

    /**
     * The address of a variable.
     *
     * @param index 0 .. {@link #count()} - 1, as in the addresses that the snapshot was made of.
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
     * @return false if it is not; then there are no values.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public boolean tryRead()
    {
        hasValues = null != cells && reads.tryReadCells(cells, values);
        if (hasValues)
        {
            HITS.setOpaque(this, hits + 1);
        }
        return hasValues;
    }

    /**
     * Reads the variables: without an isochron if one of a few attempts succeeds, else with one, for which it waits.
     * Between attempts the host is polled.
     *
     * @param isochron of the same thread, not open, to be used if need be.
     * @return true if no isochron was needed.
     * @throws IllegalStateException              if the isochron is open or belongs to another host, or the call
     *                                            comes from inside a handler.
     * @throws org.isotach.IsochronTooLargeException if the READs do not fit into one isochron, or are more than the
     *                                            host may have outstanding.
     * @throws org.isotach.HostExpelledException  if a host that was needed, or the own one, was expelled.
     * @throws SchedCancelledException            if a value never arrives because a SCHED was cancelled.
     * @throws PageLostException                  if all copies of one of the variables are lost.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     * @throws org.isotach.IsotachTimeoutException if it takes longer than the time limit of the cluster.
     */
    public boolean read(final Isochron isochron)
    {
        for (int tries = 0; tries < maxTries && null != cells; tries++)
        {
            if (tryRead())
            {
                return true;
            }
            if (reads.hasFoundWaiting(cells))
            {
                // It may take long, and the isochron waits for just that value.
                break;
            }
            host.poll();
        }
        hasValues = false;
        MISSES.setOpaque(this, misses + 1);
        readWith(isochron);
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
     * After a wait that was given up, or has failed.
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
     * The value of a variable, as it was read last.
     *
     * @param index 0 .. {@link #count()} - 1, as in the addresses that the snapshot was made of.
     * @return the value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the last read has not succeeded, or there was none.
     */
    public long value(final int index)
    {
        if (!hasValues)
        {
            throw new IllegalStateException("snapshot of " + addresses.length + " variables without values: read() it" +
                " first, or look at what tryRead() returns");
        }
        return values[Objects.checkIndex(index, values.length)];
    }

    /**
     * Reads that needed no isochron. Any thread may ask.
     *
     * @return their number.
     */
    public long hits()
    {
        return (long)HITS.getOpaque(this);
    }

    /**
     * Reads that needed an isochron. Any thread may ask.
     *
     * @return their number.
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
