/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.Padded;

/**
 * A unit with state of its own, for which at most one thread works at a time. Units that are always served together
 * share one {@link Ownership}.
 */
abstract class OwnedUnit extends Padded implements Unit
{
    private final String unitName;
    private final Ownership ownership;

    OwnedUnit(final String unitName, final Ownership ownership)
    {
        this.unitName = unitName;
        this.ownership = ownership;
    }

    @Override
    public final int doWork()
    {
        if (!ownership.tryEnter())
        {
            return 0;
        }
        try
        {
            return work();
        }
        catch (final RevokedException ex)
        {
            return 0;
        }
        finally
        {
            ownership.exit();
        }
    }

    @Override
    public final String unitName()
    {
        return unitName;
    }

    /**
     * What {@link #doWork()} does; for the owner.
     */
    abstract int work();

    final Ownership ownership()
    {
        return ownership;
    }
}
