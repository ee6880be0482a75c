/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.IsotachException;
import org.isotach.memory.Padded;

/**
 * The values of {@link TakenVariables}, and whether they have arrived.
 */
abstract class ArrivingValues extends Padded
{
    private final TakenValues taken;

    ArrivingValues(final TakenValues taken)
    {
        this.taken = taken;
    }

    /**
     * Largest number of variables of one take.
     *
     * @return the capacity.
     */
    public int capacity()
    {
        return taken.capacity();
    }

    /**
     * Number of variables of the last take.
     *
     * @return the number.
     */
    public int count()
    {
        return taken.count();
    }

    /**
     * Returns whether all values have arrived.
     *
     * @return true if they have; false while a value is missing, before the first take, and after a failure.
     */
    public boolean isReady()
    {
        return taken.isReady();
    }

    /**
     * Returns whether a value never arrives, because a host that was needed has been expelled, a SCHED that it waited
     * for was cancelled after its variable had been overwritten, or the cluster was closed. Taken variables, unlike
     * those that were only read, are scheduled nevertheless, where copies are left: assign or cancel them.
     *
     * @return true if a value never arrives, and no other value is outstanding.
     */
    public boolean isFailed()
    {
        return taken.isFailed();
    }

    /**
     * Returns whether values are outstanding, from the take on: whoever wants to take again has to wait. That is so for
     * a moment after an isochron was abandoned, too, if another thread is just failing its reads, because a host was
     * expelled, say. Threadsafe.
     *
     * @return true until all values have arrived or failed.
     */
    public boolean isOutstanding()
    {
        return taken.isPending();
    }

    /**
     * The value of a variable at the logical time of the take.
     *
     * @param index 0 .. {@link #count()} - 1, in the order of the addresses of the take.
     * @return the value.
     * @throws IndexOutOfBoundsException if there is no such variable.
     * @throws IllegalStateException     if the values have not arrived.
     * @throws IsotachException          as for {@link TakenVariables#await()}, if a value never arrives.
     */
    public long value(final int index)
    {
        if (!isReady())
        {
            taken.checkNotFailed();
            throw new IllegalStateException("value " + index + " of " + this + " has not arrived: await() them, or" +
                " poll isReady()");
        }
        return taken.value(Objects.checkIndex(index, count()));
    }

    /**
     * Copies the values of all variables at the logical time of the take.
     *
     * @param into receives the values, in the order of the addresses of the take.
     * @throws IndexOutOfBoundsException if {@code into} is too short.
     * @throws IllegalStateException     if the values have not arrived.
     * @throws IsotachException          as for {@link TakenVariables#await()}, if a value never arrives.
     */
    public void copyValues(final long[] into)
    {
        if (!isReady())
        {
            value(0);
        }
        taken.copyValues(into);
    }

    /**
     * The address of a variable.
     *
     * @param index 0 .. {@link #count()} - 1, in the order of the addresses of the take.
     * @return the address.
     * @throws IndexOutOfBoundsException if there is no such variable.
     */
    public int address(final int index)
    {
        return taken.address(Objects.checkIndex(index, count()));
    }

    /**
     * Returns the values that the answering hosts fill in.
     */
    TakenValues values()
    {
        return taken;
    }

    @Override
    public String toString()
    {
        return taken.toString();
    }
}
