/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Changes that are declared once and applied many times. Made by {@link Isotach#prepare(Change...)}. Applying them
 * allocates nothing.
 * <p>
 * Immutable and threadsafe.
 */
public final class PreparedChanges
{
    private final Access access;
    private final AsyncChanges later;
    private final Change[] changes;
    private final ChangeTable table;
    private final Footprint footprint;

    PreparedChanges(final Access access, final AsyncChanges later, final Change[] changes)
    {
        this.access = access;
        this.later = later;
        this.changes = Objects.requireNonNull(changes, "changes").clone();
        table = new ChangeTable().fill(access, this.changes);
        footprint = AsyncChanges.footprint(access, this.changes);
    }

    /**
     * Applies all changes at one point in the order, as {@link Isotach#apply} does.
     *
     * @throws IllegalStateException if the call is inside the body of an action.
     * @see Isotach#apply
     */
    public void apply()
    {
        access.apply(table);
    }

    /**
     * Applies all changes at one point in the order, as {@link Isotach#applyAsync} does.
     *
     * @return a future that is complete when all new values are known.
     * @throws IllegalStateException if the call is inside the body of an action.
     * @see Isotach#applyAsync
     */
    public CompletableFuture<Void> applyAsync()
    {
        return later.apply(table, footprint);
    }

    @Override
    public String toString()
    {
        return Arrays.toString(changes);
    }
}
