/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.niu.spi.LocalWork;

/**
 * Changes variables of which one host holds the only copies, all at once. This class owns the rule that a frame that
 * announces its changes makes those that it has announced, and no others. Threadsafe; the addresses are here only.
 */
final class LocalWriter
{
    private final SharedMemoryManager manager;
    private final LocalWork work;
    private final VariableStore store;

    LocalWriter(final SharedMemoryManager manager)
    {
        this.manager = manager;
        work = manager.host().models().localWork();
        store = manager.store();
    }

    /**
     * Does the same as {@link LocalMemory#tryWrite(int, long)}.
     */
    boolean tryWrite(final int address, final long value)
    {
        if (!work.tryBegin())
        {
            return false;
        }
        boolean isWritten = false;
        try
        {
            manager.functions().use();
            final int cell = store.cell(address);
            if (store.isSubstantiated(cell))
            {
                store.announce(cell);
                store.changeAnnounced(cell, value);
            }
            else
            {
                store.begin();
                store.write(cell, value);
            }
            store.complete();
            isWritten = true;
        }
        finally
        {
            work.end(isWritten);
        }
        return true;
    }

    /**
     * Does the same as {@link LocalMemory#tryWrite(int[], long[], int)}.
     */
    boolean tryWrite(final int[] addresses, final long[] values, final int count)
    {
        if (!work.tryBegin())
        {
            return false;
        }
        boolean areWritten = false;
        try
        {
            manager.functions().use();
            final boolean areAnnounced = begin(addresses, count);
            for (int i = 0; i < count; i++)
            {
                final int cell = store.cell(addresses[i]);
                if (areAnnounced)
                {
                    store.changeAnnounced(cell, values[i]);
                }
                else
                {
                    store.write(cell, values[i]);
                }
            }
            store.complete();
            areWritten = true;
        }
        finally
        {
            work.end(areWritten);
        }
        return true;
    }

    /**
     * Does the same as {@link LocalMemory#tryUpdate(int[], UpdateFunction[], long[], int)}, for built-in functions.
     */
    boolean tryUpdate(
        final int[] addresses, final UpdateFunction[] functions, final long[] arguments, final int count)
    {
        if (!work.tryBegin())
        {
            return false;
        }
        boolean areUpdated = false;
        try
        {
            manager.functions().use();
            final boolean areAnnounced = begin(addresses, count);
            for (int i = 0; i < count; i++)
            {
                update(addresses[i], functions[i].code(), arguments[i], areAnnounced);
            }
            store.complete();
            areUpdated = true;
        }
        finally
        {
            work.end(areUpdated);
        }
        return true;
    }

    /**
     * @return whether the frame has announced that it changes these variables.
     */
    private boolean begin(final int[] addresses, final int count)
    {
        final boolean areAnnounced = store.tryAnnounce(addresses, count);
        if (!areAnnounced)
        {
            store.begin();
        }
        return areAnnounced;
    }

    private void update(final int address, final int function, final long argument, final boolean isAnnounced)
    {
        final int cell = store.cell(address);
        if (isAnnounced)
        {
            store.changeAnnounced(cell, UpdateFunction.apply(function, store.value(cell), argument, 0));
        }
        else
        {
            manager.updates().update(address, cell, function, argument);
        }
    }

    /**
     * Does the same as {@link LocalMemory#getAndUpdateOr}, {@link LocalMemory#updateAndGetOr}, and
     * {@link LocalMemory#compareAndExchangeOr}.
     *
     * @param expected  what {@link UpdateFunction#COMPARE_AND_SET} expects.
     * @param isNew     true to return the new value, false to return the old one.
     * @param otherwise what to return if nothing changes.
     */
    long updateOr(
        final int address,
        final int function,
        final long argument,
        final long expected,
        final boolean isNew,
        final long otherwise)
    {
        manager.host().models().checkNotInHandler("LocalMemory.updateAndGetOr() and the like");
        if (UpdateFunction.isRegistered(function) || !manager.pageTable().page(address).isHereOnly || !work.tryBegin())
        {
            return otherwise;
        }
        boolean isUpdated = false;
        try
        {
            final int cell = store.cell(address);
            if (!store.isSubstantiated(cell))
            {
                return otherwise;
            }
            manager.functions().use();
            final long before = store.value(cell);
            final long value = UpdateFunction.apply(function, before, argument, expected);
            final long result = isNew ? value : before;
            if (result != otherwise)
            {
                store.announce(cell);
                store.changeAnnounced(cell, value);
                store.complete();
                isUpdated = true;
            }
            return result;
        }
        finally
        {
            work.end(isUpdated);
        }
    }
}
