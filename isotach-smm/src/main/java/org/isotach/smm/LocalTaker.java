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
     * here.
     */
    boolean tryTake(
        final int[] addresses, final TakenVariables into, final int[] others, final long[] values, final int first)
    {
        // The first look is not as owner, so that the thread that has reserved them can give them back.
        if (!areFree(addresses) || !work.tryBegin())
        {
            return false;
        }
        return takeAsOwner(addresses, into, others, values, first);
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
            isTaken = areSubstantiated(addresses) && areSubstantiated(others);
            if (isTaken)
            {
                take(addresses, into);
                readSubstantiated(others, values, first);
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
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = store.cell(addresses[i]);
            if (!store.isSubstantiated(cell))
            {
                return false;
            }
            values[i] = store.value(cell);
        }
        return true;
    }

    /**
     * Reads variables that have values. For the owner of the host.
     */
    void readSubstantiated(final int[] addresses, final long[] values, final int first)
    {
        for (int i = 0; i < addresses.length; i++)
        {
            values[first + i] = store.value(store.cell(addresses[i]));
        }
    }

    /**
     * Makes the host ready for takes. For its owner.
     */
    void use()
    {
        manager.functions().use();
        if (NO_PORT == portId)
        {
            portId = manager.addPort(takers::threadOf);
        }
    }

    /**
     * Returns the version of the first variable of a take; those of the others follow it. For the owner of the host.
     *
     * @param row of the thread that takes, see {@link #row()}.
     */
    long nextVersion(final int row, final int count)
    {
        return Version.of(host.id(), portId, takers.take(row, count));
    }

    /**
     * Returns what {@link #nextVersion} knows the calling thread by. For the owner of the host.
     */
    int row()
    {
        return takers.row();
    }

    /**
     * Takes variables that have values. For the owner of the host.
     */
    void take(final int[] addresses, final TakenVariables into)
    {
        use();
        final long version = nextVersion(row(), addresses.length);
        into.begin(portId, manager, addresses, version);
        final TakenValues taken = into.values();
        store.beginScheds();
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = store.cell(addresses[i]);
            taken.arrived(i, store.value(cell));
            store.sched(cell, version + i);
        }
        store.complete();
        taken.arrivedAtOnce();
    }

    /**
     * Returns whether each variable has a value. For the owner of the host.
     */
    boolean areSubstantiated(final int[] addresses)
    {
        for (final int address : addresses)
        {
            if (!store.isSubstantiated(store.cell(address)))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether each variable seems to have a value. For threads that are not the owner.
     */
    boolean areFree(final int[] addresses)
    {
        // Reads the states anew. That publishes nothing: a thread that believes them becomes owner, and looks again.
        VarHandle.loadLoadFence();
        for (final int address : addresses)
        {
            if (Version.SUBSTANTIATED != store.version(store.cell(address)))
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "LocalTaker{host=" + host.id() + ", port=" + portId + ", " + takers + '}';
    }
}
