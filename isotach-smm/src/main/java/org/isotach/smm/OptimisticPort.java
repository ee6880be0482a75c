/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.IntConsumer;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.status.CounterCells;

/**
 * Reads of a {@link MemoryPort} from the copies of its own host, without an isochron.
 */
abstract class OptimisticPort extends Padded
{
    private final SharedMemoryManager manager;
    private final MemoryWriter writer;
    private final OptimisticReads optimisticReads;

    // Of its snapshots; made with the first one.
    private CounterCells counters;

    OptimisticPort(final SharedMemoryManager manager, final MemoryWriter writer)
    {
        this.manager = manager;
        this.writer = writer;
        final IntConsumer missing = address -> manager.pageTable().page(address);
        optimisticReads = manager.host().context().paranoid() ?
            new ConfinedReads(manager.reads(), manager.store(), missing, manager.host().id()) :
            new OptimisticReads(manager.reads(), manager.store(), missing);
    }

    /**
     * Reads variables of which this host holds copies, all at one point in the order. The values are those that an
     * isochron of READs issued now would return, at a fraction of the cost. The read is possible if everything that
     * this host has issued has been executed, all variables have values here, and none of them changes during the read.
     * Other variables do not matter.
     *
     * @param addresses the addresses of the variables.
     * @param values    receives the values, in the same order; undefined if false is returned.
     * @return false if the read is not possible at present: issue an isochron.
     * @throws IndexOutOfBoundsException          if there is no such variable, or {@code values} is too short.
     * @throws PageLostException                  if all copies of one of the variables are lost.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     * @throws org.isotach.IsotachException       in paranoid mode, if another thread reads with this port, see
     *                                            {@link MemoryPort}.
     */
    public boolean tryReadLocal(final int[] addresses, final long[] values)
    {
        return optimisticReads.tryRead(addresses, values);
    }

    /**
     * Begins an optimistic read of local copies, all at one point in the order, in the manner of
     * {@link java.util.concurrent.locks.StampedLock#tryOptimisticRead}. Its values are those that an isochron of READs
     * issued now would return (V1 section 3.2.2), at a fraction of the cost. {@link MemoryPort#localValue} returns
     * values that may be from different points in the order until {@link MemoryPort#validate} returns true. The read is
     * possible if everything that this host has issued has been executed. It is valid if all variables that were read
     * had values at this host when it began, and none of them has changed since; otherwise issue an isochron. Other
     * variables do not matter.
     * <pre>{@code
     * final long stamp = port.tryOptimisticRead();
     * final long sum = port.localValue(x) + port.localValue(y);
     * if (!port.validate(stamp))
     * {
     *     // An isochron that reads x and y.
     * }
     * }</pre>
     * The read delays no other thread and executes nothing: in {@link org.isotach.niu.ThreadingMode#INVOKER}, call
     * {@link Host#poll()} from time to time, or no new value will ever be read.
     *
     * @return a stamp for {@link MemoryPort#validate}; 0, which is never valid, if the read is not possible at present.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     * @throws org.isotach.IsotachException       in paranoid mode, if another thread reads with this port, see
     *                                            {@link MemoryPort}.
     */
    public long tryOptimisticRead()
    {
        return optimisticReads.begin();
    }

    /**
     * Returns the value of a variable for an optimistic read. Only a later {@link MemoryPort#validate} tells whether it
     * counts. Without that, or without {@link MemoryPort#tryOptimisticRead} before, the value may be anything: an older
     * or a newer value, one from another point in the order than the other values, or 0 if the variable has no value
     * here.
     *
     * @param address the address of the variable.
     * @return a value that its copy has or had, or 0.
     * @throws IndexOutOfBoundsException    if there is no such variable.
     * @throws PageLostException            if all copies of the variable are lost.
     * @throws org.isotach.IsotachException in paranoid mode, if another thread reads with this port, see
     *                                      {@link MemoryPort}.
     */
    public long localValue(final int address)
    {
        return optimisticReads.value(address);
    }

    /**
     * Ends an optimistic read.
     * <p>
     * The first read that is disturbed after many undisturbed reads is not valid, whichever variables have changed: try
     * again once or twice before you issue an isochron. {@link MemoryPort#snapshot} does that.
     *
     * @param stamp the result of the last {@link MemoryPort#tryOptimisticRead} of this port, with no
     *              {@link MemoryPort#tryReadLocal}, and no read of a {@link Snapshot}, since.
     * @return true if all values that {@link MemoryPort#localValue} has returned since are from one point in the order;
     *         false if one of the variables may have changed since, or has no value here because it has no copy or
     *         waits for an ASSIGN, or if the stamp is 0, or belongs to another read. After more than 65,536 values, and
     *         more than the host has variables, also if any other variable has changed, or waits for an ASSIGN.
     * @throws org.isotach.IsotachException in paranoid mode, if another thread reads with this port, see
     *                                      {@link MemoryPort}.
     */
    public boolean validate(final long stamp)
    {
        return optimisticReads.isValid(stamp);
    }

    /**
     * Makes a snapshot, which reads variables repeatedly, each time at one point in the order, and without isochrons
     * whenever possible.
     *
     * @param addresses the addresses of the variables.
     * @return the snapshot, for the thread of this port; make it once and reuse it.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of the variables are lost.
     */
    public Snapshot snapshot(final int... addresses)
    {
        if (null == counters)
        {
            // A snapshot may outlive its port, but not the reads.
            counters = manager.host().models().newCounters(optimisticReads);
        }
        return new Snapshot(manager, writer, optimisticReads, counters, addresses);
    }
}
