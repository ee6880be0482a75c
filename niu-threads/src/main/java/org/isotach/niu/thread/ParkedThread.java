/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

/**
 * A thread that waits, as those know it who may have to wake it.
 */
public interface ParkedThread
{
    /**
     * Do those who work for the host look at this one?
     */
    boolean isWatched();

    /**
     * For the owner of a unit of the host, when it has worked: wakes the thread if there is a reason.
     *
     * @param isChanged has it done anything?
     */
    void look(boolean isChanged);

    /**
     * Wakes the thread, if it is parked.
     */
    void wake();
}
