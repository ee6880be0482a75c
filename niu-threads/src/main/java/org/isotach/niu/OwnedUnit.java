/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A unit with state of its own, for which at most one thread works at a time.
 * <p>
 * Ownership is taken by compare-and-set (acquire) and given back by a release store: whoever owns the unit next sees
 * everything that the previous owner did. Nobody waits for ownership.
 */
abstract class OwnedUnit implements Unit
{
    private static final VarHandle OWNED;

    static
    {
        try
        {
            OWNED = MethodHandles.lookup().findVarHandle(OwnedUnit.class, "owned", boolean.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused")
    private boolean owned;

    private final String unitName;

    OwnedUnit(final String unitName)
    {
        this.unitName = unitName;
    }

    @Override
    public final int doWork()
    {
        if (!tryEnter())
        {
            return 0;
        }
        try
        {
            return work();
        }
        finally
        {
            exit();
        }
    }

    @Override
    public final String unitName()
    {
        return unitName;
    }

    /**
     * What {@link #doWork()} does, with the unit owned.
     */
    abstract int work();

    final boolean tryEnter()
    {
        // The read keeps the cache line shared while somebody else owns the unit. Partner of the release in exit().
        return !(boolean)OWNED.getOpaque(this) && OWNED.compareAndSet(this, false, true);
    }

    final void exit()
    {
        // Publishes all that was done as owner to the next one that succeeds in tryEnter().
        OWNED.setRelease(this, false);
    }
}
