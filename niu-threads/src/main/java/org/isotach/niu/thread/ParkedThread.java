/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

/**
 * A waiting thread, as the threads that may have to wake it see it.
 */
public interface ParkedThread
{
    /**
     * Returns whether threads that work for the host check this one.
     */
    boolean isWatched();

    /**
     * For the owner of a unit of the host, after its work: wakes the thread if there is a reason.
     *
     * @param isChanged true if the owner has done anything.
     */
    void look(boolean isChanged);

    /**
     * Wakes the thread, if it is parked.
     */
    void wake();
}
