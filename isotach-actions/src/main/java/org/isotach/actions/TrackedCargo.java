/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.MemoryPort;

/**
 * A cargo that tells whether it may have been sent, once carrying it has failed. Belongs to one thread.
 */
abstract class TrackedCargo implements Cargo
{
    private boolean mayBeSent;

    @Override
    public final void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
    {
        mayBeSent = true;
        append(isochron, memory, messages);
    }

    /**
     * Does what {@link #load} says.
     */
    abstract void append(Isochron isochron, MemoryPort memory, MessagePort messages);

    @Override
    public void abandoned()
    {
        mayBeSent = false;
    }

    /**
     * Returns whether it may execute: it was issued, or its host was expelled in the middle of that.
     */
    final boolean mayBeSent()
    {
        return mayBeSent;
    }

    /**
     * Nobody carries it: the next use begins.
     */
    final void reset()
    {
        mayBeSent = false;
    }
}
