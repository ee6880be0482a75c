/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;

/**
 * What a {@link MemoryPort} reads of the copies of its own host without an isochron.
 */
abstract class OptimisticPort extends Padded
{
    private final SharedMemoryManager manager;
    private final MemoryWriter writer;
    private final OptimisticReads optimisticReads;

    OptimisticPort(final SharedMemoryManager manager, final MemoryWriter writer)
    {
        this.manager = manager;
        this.writer = writer;
        optimisticReads = new OptimisticReads(
            manager.host().models(), manager.store(), address -> manager.pageTable().page(address));
    }

    /**
     * Reads variables of which this host holds copies, at once and at one point in the order, as an isochron of READs
     * would do that is issued now, but without its cost. It is possible when everything has been executed that this
     * host has issued before, when all variables have values here, and none of them is changed meanwhile. Other
     * variables do not matter.
     *
     * @param addresses of the variables.
     * @param values    where the values are put, in the same order; undefined if false is returned.
     * @return false if it is not possible at present: issue an isochron.
     * @throws IndexOutOfBoundsException              if there is no such variable, or {@code values} is too short.
     * @throws PageLostException                      if all copies of one of them are lost.
     * @throws IllegalStateException                  if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public boolean tryReadLocal(final int[] addresses, final long[] values)
    {
        return optimisticReads.tryRead(addresses, values);
    }

    /**
     * Begins to read copies that this host holds, all at one point in the order, as an isochron of READs would do that
     * is issued now (V1 section 3.2.2), but without its cost, and in the way of
     * {@link java.util.concurrent.locks.StampedLock#tryOptimisticRead}: {@link MemoryPort#localValue} gives values that
     * may be from different points in the order until {@link MemoryPort#validate} says that they are not. It is
     * possible when everything has been executed that this host has issued before, and valid when all variables that
     * were read had values at this host when it began, and none of them has been changed meanwhile; else issue an
     * isochron. Other variables do not matter.
     * <pre>{@code
     * final long stamp = port.tryOptimisticRead();
     * final long sum = port.localValue(x) + port.localValue(y);
     * if (!port.validate(stamp))
     * {
     *     // An isochron that reads x and y.
     * }
     * }</pre>
     * It holds nobody up and executes nothing: in {@link org.isotach.niu.ThreadingMode#INVOKER} {@link Host#poll()} in
     * between, or nothing new will ever be read.
     *
     * @return a stamp for {@link MemoryPort#validate}; 0, which is never valid, if it is not possible at present.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public long tryOptimisticRead()
    {
        return optimisticReads.begin();
    }

    /**
     * The value of a variable for an optimistic read, for what it is worth: only a {@link MemoryPort#validate} behind
     * it tells. Until then, and without {@link MemoryPort#tryOptimisticRead} before it, it may be anything: an older or
     * a newer value, one of another point in the order than the values beside it, 0 if the variable has no value here.
     *
     * @param address of the variable.
     * @return the value that its copy has, or may have had, or 0.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all its copies are lost.
     */
    public long localValue(final int address)
    {
        return optimisticReads.value(address);
    }

    /**
     * Ends an optimistic read.
     * <p>
     * A read that is the first one to be disturbed after many that were not is not valid, whichever variables were
     * changed: try again, once or twice, before you issue an isochron. {@link MemoryPort#snapshot} does that.
     *
     * @param stamp of the last {@link MemoryPort#tryOptimisticRead} of this port, with no {@link
     *              MemoryPort#tryReadLocal}, and no read of a {@link Snapshot}, behind it.
     * @return true if all that {@link MemoryPort#localValue} has returned since is of one point in the order; false if
     * one of the variables may have been changed meanwhile or has no value here, because it has no copy or waits for an
     * ASSIGN, or if the stamp is 0, or of another read.
     */
    public boolean validate(final long stamp)
    {
        return optimisticReads.isValid(stamp);
    }

    /**
     * Prepares to read variables again and again, at one point in the order each time, without isochrons as long as
     * that is possible.
     *
     * @param addresses of the variables.
     * @return what reads them, for the thread of this port; to be made once and reused.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws PageLostException         if all copies of one of them are lost.
     */
    public Snapshot snapshot(final int... addresses)
    {
        return new Snapshot(manager, writer, optimisticReads, addresses);
    }
}
