/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;

/**
 * A chore that somebody waits for, so that it is tended until it is done, also on a closed Isotach, and not called any
 * more then. Threadsafe.
 */
final class LastChore implements BooleanSupplier
{
    private final BooleanSupplier chore;
    private boolean isDone;

    /**
     * @param chore returns true when it is done; called by one thread at a time.
     */
    LastChore(final BooleanSupplier chore)
    {
        this.chore = chore;
    }

    @Override
    public synchronized boolean getAsBoolean()
    {
        isDone = isDone || chore.getAsBoolean();
        return isDone;
    }

    @Override
    public String toString()
    {
        return "LastChore{" + chore + '}';
    }
}
