/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;
import org.isotach.niu.spi.LocalWork;

/**
 * Takes variables of which one host holds the only copies, assigns those, and reads, all at once. This class owns the
 * rule that nothing is taken unless all variables have values at that moment. Threadsafe.
 */
final class LocalTaker extends Padded
{
    // The holder of nothing; differs from TakenVariables.NOBODY.
    private static final int NO_PORT = -3;

    private final SharedMemoryManager manager;
    private final Host host;
    private final ModelHost models;
    private final LocalWork work;
    private final VariableStore store;
    private final VariableCells cells;
    private final Takers takers = new Takers();

    // Written by the owner of the host. Other threads learn the port from the variables that it has taken.
    private int portId = NO_PORT;

    LocalTaker(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host();
        models = host.models();
        work = models.localWork();
        store = manager.store();
        cells = store.cells();
    }

    /**
     * Returns the port of the variables that are taken here; no variable has it before the first take.
     */
    int portId()
    {
        return portId;
    }

    /**
     * Does the same as {@link LocalMemory#tryTake(int[], TakenVariables, int[], long[], int)}, for addresses that are
     * here, or do not exist.
     */
    boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        // The first look is not as owner, so that the thread that has reserved them can give them back.
        return areFree(addresses) && work.tryBegin() && takeAsOwner(addresses, into, others, values, first) ||
            refuse(addresses);
    }

    /**
     * Refuses variables that do not exist, when they could not be taken: looking at all addresses beforehand would take
     * longer.
     *
     * @return false.
     */
    boolean refuse(final int[] addresses)
    {
        manager.pageTable().areHereOnly(addresses, addresses.length);
        return false;
    }

    /**
     * Does the same as {@link #tryTake} for the owner of the host, and gives the ownership back.
     */
    boolean takeAsOwner(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        boolean isTaken = false;
        try
        {
            if (tryRead(addresses, into, others))
            {
                take(addresses, into);
                cells.getValues(others, values, first);
                isTaken = true;
            }
        }
        finally
        {
            work.end(isTaken);
        }
        return isTaken;
    }

    /**
     * Does the same as {@link LocalMemory#tryAssign}, for variables that were taken here.
     */
    boolean tryAssign(final TakenVariables taken, final long[] values)
    {
        if (!work.tryBegin())
        {
            return false;
        }
        boolean isAssigned = false;
        try
        {
            assign(taken.values().addresses(), taken.count(), taken.firstVersion(), values);
            taken.holder(TakenVariables.NOBODY);
            isAssigned = true;
        }
        finally
        {
            work.end(isAssigned);
        }
        return true;
    }

    private void assign(final int[] addresses, final int count, final long version, final long[] values)
    {
        final boolean areAnnounced =
            !manager.updates().hasWaiting() && store.tryAnnounceAssigns(addresses, count, version);
        if (!areAnnounced)
        {
            store.begin();
        }
        for (int i = 0; i < count; i++)
        {
            final int cell = store.cell(addresses[i]);
            if (areAnnounced)
            {
                store.assignAnnounced(cell, values[i]);
            }
            else
            {
                manager.assign(addresses[i], cell, version + i, values[i]);
            }
        }
        store.complete();
    }

    /**
     * Does the same as {@link LocalMemory#tryRead}, for addresses that are here.
     */
    boolean tryRead(final int[] addresses, final long[] values)
    {
        if (!work.tryBegin())
        {
            return false;
        }
        boolean isRead = false;
        try
        {
            isRead = read(addresses, values);
        }
        finally
        {
            work.end(isRead);
        }
        return isRead;
    }

    private boolean read(final int[] addresses, final long[] values)
    {
        final boolean isRead = store.areSubstantiated(addresses, addresses.length);
        if (isRead)
        {
            cells.getValues(addresses, values, 0);
        }
        return isRead;
    }

    /**
     * Makes the host ready for takes. For its owner.
     */
    void use()
    {
        manager.functions().use();
        if (NO_PORT == portId)
        {
            portId = manager.ports().add(host.id(), takers::threadOf);
        }
    }

    /**
     * Returns the version of the first variable of a take; those of the others follow it. For the owner of the host.
     *
     * @param thread takes them.
     */
    long nextVersion(final Thread thread, final int count)
    {
        return Version.of(host.id(), portId, takers.take(thread, count));
    }

    /**
     * Takes variables whose values were read. For the owner of the host.
     */
    private void take(final int[] addresses, final TakenVariables into)
    {
        use();
        final long version = nextVersion(Thread.currentThread(), addresses.length);
        into.begin(portId, manager, addresses, version);
        // What is cut short from here on has values, and can be given back.
        into.values().arrivedAtOnce();
        store.beginScheds();
        for (int i = 0; i < addresses.length; i++)
        {
            store.sched(store.cell(addresses[i]), version + i);
        }
        store.complete();
    }

    /**
     * Reads variables for a take, if they and others have values. For the owner of the host.
     *
     * @param others variables that are here.
     * @return false if one of them has not, or does not exist.
     */
    boolean tryRead(final int[] addresses, final TakenVariables into, final int[] others)
    {
        return store.areSubstantiated(addresses, addresses.length) && store.areSubstantiated(others, others.length) &&
            into.values().read(cells, addresses);
    }

    /**
     * Returns whether each variable seems to have a value. For threads that are not the owner.
     */
    boolean areFree(final int[] addresses)
    {
        // Reads all anew. That publishes nothing: a thread that believes it becomes owner, and looks again.
        VarHandle.loadLoadFence();
        return store.areSubstantiated(addresses, addresses.length);
    }

    @Override
    public String toString()
    {
        return "LocalTaker{host=" + host.id() + ", port=" + portId + ", " + takers + '}';
    }
}
