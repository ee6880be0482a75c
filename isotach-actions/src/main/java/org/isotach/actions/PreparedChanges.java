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
 * Threadsafe.
 */
public final class PreparedChanges
{
    private final Access access;
    private final AsyncChanges later;
    private final Change[] changes;
    private final ChangeTable table;

    // Made when it is needed: it limits the number of words. Plain, as it is immutable, and threads may make one each.
    private Footprint footprint;

    PreparedChanges(final Access access, final AsyncChanges later, final Change[] changes)
    {
        this.access = access;
        this.later = later;
        this.changes = Objects.requireNonNull(changes, "changes").clone();
        table = new ChangeTable().fill(access, this.changes);
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
     * @throws IllegalStateException                if the call is inside the body of an action.
     * @throws IllegalArgumentException             if the variables are more than 2,048.
     * @throws org.isotach.IsotachTimeoutException  as for {@link Isotach#applyAsync}.
     * @throws org.isotach.IsotachInterruptedException as for {@link Isotach#applyAsync}.
     * @throws org.isotach.ClusterClosedException   if the {@link Isotach} is closed.
     * @see Isotach#applyAsync
     */
    public CompletableFuture<Void> applyAsync()
    {
        Footprint all = footprint;
        if (null == all)
        {
            all = AsyncChanges.footprint(access, changes);
            footprint = all;
        }
        return later.apply(table, all);
    }

    @Override
    public String toString()
    {
        return Arrays.toString(changes);
    }
}
