/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import org.isotach.memory.Padded;

/**
 * The way of a thread through the groups of variables of its actions.
 */
abstract class Walk extends Padded implements Worker
{
    private final int groups;
    private int next;

    Walk(final int groups)
    {
        this.groups = groups;
    }

    @Override
    public final void act()
    {
        final int group = next;
        next = group + 1 == groups ? 0 : group + 1;
        act(group);
    }

    abstract void act(int group);
}
