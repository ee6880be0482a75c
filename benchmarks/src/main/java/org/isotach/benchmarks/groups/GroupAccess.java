/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * Atomic operations on groups of variables, for one thread.
 */
interface GroupAccess
{
    /**
     * Writes one value to all variables of a group.
     *
     * @param group its variables.
     * @param value to be written.
     */
    void write(int[] group, long value);

    /**
     * Increments all variables of a group, if the updates in progress leave room for it.
     *
     * @param group its variables.
     * @return false if they do not, until another thread goes on: nothing was begun.
     */
    boolean tryUpdate(int[] group);

    /**
     * Reads all variables of a group.
     *
     * @param group its variables.
     * @return the sum of their values.
     */
    long snapshot(int[] group);

    /**
     * Continues the updates that {@link #tryUpdate} has begun.
     *
     * @return true if this thread has nothing left to do.
     */
    default boolean tryComplete()
    {
        return true;
    }
}
