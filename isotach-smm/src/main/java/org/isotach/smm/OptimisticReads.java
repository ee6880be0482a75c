/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;

import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;

/**
 * Reads of own copies by one port without an isochron: they are of one point of the order if nothing was executed at
 * the host meanwhile, and if all that was read has a value there. Belongs to the application thread of the port.
 */
final class OptimisticReads extends Padded
{
    private final SharedMemoryManager manager;
    private final ModelHost host;
    private final VariableStore store;

    // When a variable was last read that had no value at this host. Not reset by the next read, which may be a part of
    // the one that read the variable.
    private long missingStamp = ModelHost.NO_LOCAL_READ;

    OptimisticReads(final SharedMemoryManager manager)
    {
        this.manager = manager;
        host = manager.host().models();
        store = manager.store();
    }

    long begin()
    {
        host.checkNotInHandler("MemoryPort.tryOptimisticRead()");
        return host.beginLocalRead();
    }

    /**
     * A value, for what it is worth.
     */
    long value(final int address)
    {
        if (store.hasAllValues())
        {
            try
            {
                // The address is compared with its limit here, and nowhere else.
                return store.valueAt(address);
            }
            catch (final IndexOutOfBoundsException ex)
            {
                return checkedValue(address);
            }
        }
        return checkedValue(address);
    }

    boolean isValid(final long stamp)
    {
        return host.isLocalReadValid(stamp) && stamp != missingStamp;
    }

    /**
     * All at once.
     */
    boolean tryRead(final int[] addresses, final long[] values)
    {
        final long stamp = begin();
        Objects.checkFromIndexSize(0, addresses.length, values.length);
        boolean areAllHere = true;
        for (int i = 0; i < addresses.length; i++)
        {
            final int cell = cellWithValue(addresses[i]);
            if (VariableStore.NOT_HERE == cell)
            {
                areAllHere = false;
            }
            else
            {
                values[i] = store.value(cell);
            }
        }
        return areAllHere && host.isLocalReadValid(stamp);
    }

    private long checkedValue(final int address)
    {
        final int cell = cellWithValue(address);
        if (VariableStore.NOT_HERE == cell)
        {
            // If something has been executed since the read began, it is not valid anyway.
            missingStamp = host.localReadStamp();
            return 0;
        }
        return store.value(cell);
    }

    /**
     * Where a value of a variable is, {@link VariableStore#NOT_HERE} if it has none here. Refuses what is nowhere.
     */
    private int cellWithValue(final int address)
    {
        final int cell = store.cellWithValue(address);
        if (VariableStore.NOT_HERE == cell)
        {
            manager.pageTable().page(address);
        }
        return cell;
    }
}
