/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Turns the objects that a body has set into handles, and lets the handles go that were there before. All methods are
 * threadsafe; a run belongs to the caller.
 */
final class ReferenceAssigner
{
    private final References references;

    ReferenceAssigner(final References references)
    {
        this.references = references;
    }

    /**
     * The body has changed references: its objects get handles, which are assigned.
     */
    void put(final Run run, final Footprint footprint)
    {
        for (int i = 0; i < footprint.variables() && footprint.isReserved(i); i++)
        {
            final int word = footprint.firstWord(i);
            final Object object = run.action().objects()[i];
            if (footprint.variable(i) instanceof IsoReference && references.get(run.values()[word]) != object)
            {
                run.values()[word] = references.add(object);
            }
        }
    }

    /**
     * They are assigned: the objects that were there before are let go.
     */
    void retire(final Run run, final Footprint footprint)
    {
        for (int i = 0; i < footprint.variables() && footprint.isReserved(i); i++)
        {
            final int word = footprint.firstWord(i);
            final long before = run.taken().value(word);
            if (footprint.variable(i) instanceof IsoReference && before != run.values()[word])
            {
                references.retire(before);
            }
        }
    }
}
