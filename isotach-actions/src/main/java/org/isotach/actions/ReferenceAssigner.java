/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Turns the objects that a body has set into handles, and has the old handles retired. All methods are threadsafe; a
 * run belongs to the caller.
 */
final class ReferenceAssigner
{
    private final References references;

    ReferenceAssigner(final References references)
    {
        this.references = references;
    }

    /**
     * Gives handles to the new objects of a body that has changed references; the handles are assigned. If it throws,
     * no object has one.
     */
    void put(final Run run, final Footprint footprint)
    {
        int count = 0;
        boolean arePut = false;
        try
        {
            while (count < footprint.variables() && footprint.isReserved(count))
            {
                put(run, footprint, count);
                count++;
            }
            arePut = true;
        }
        finally
        {
            if (!arePut)
            {
                notAssigned(run, footprint, count);
            }
        }
    }

    private void put(final Run run, final Footprint footprint, final int i)
    {
        if (run.action().hasSet(i))
        {
            final int word = footprint.firstWord(i);
            final long before = run.taken().value(word);
            run.values()[word] = references.assign(
                before, run.action().objects()[i], run.action()::enclose, footprint.variable(i));
        }
    }

    /**
     * Called when the handles that were {@link #put} will never be assigned.
     */
    void notAssigned(final Run run, final Footprint footprint)
    {
        notAssigned(run, footprint, footprint.variables());
    }

    private void notAssigned(final Run run, final Footprint footprint, final int count)
    {
        for (int i = 0; i < count && footprint.isReserved(i); i++)
        {
            if (run.action().hasSet(i))
            {
                references.notAssigned(run.values()[footprint.firstWord(i)]);
            }
        }
    }

    /**
     * Called when the new handles have been assigned: has the old ones retired.
     */
    void assigned(final Run run, final Footprint footprint)
    {
        for (int i = 0; i < footprint.variables() && footprint.isReserved(i); i++)
        {
            final int word = footprint.firstWord(i);
            final long before = run.taken().value(word);
            if (footprint.variable(i) instanceof IsoReference && before != run.values()[word])
            {
                references.replaced(before);
            }
        }
    }
}
