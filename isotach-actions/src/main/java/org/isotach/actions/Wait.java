/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.LongConsumer;

import org.isotach.IsotachException;

/**
 * Something that a thread may be waiting for, as the {@link WaitGraph} sees it. Any thread may call the methods.
 */
interface Wait
{
    /**
     * The calling thread begins to wait.
     *
     * @param number of the wait.
     */
    void waits(long number);

    /**
     * Returns the thread that waits, null for none.
     */
    Thread owner();

    /**
     * Returns the number of the last wait.
     */
    long waitNumber();

    /**
     * Returns what the thread waits for, for messages.
     */
    Object what();

    /**
     * Returns whether there is nothing left to wait for.
     */
    boolean isSettled();

    /**
     * Passes on the versions whose ASSIGNs are awaited, as far as they are known.
     */
    void forEachAwaited(LongConsumer action);

    /**
     * Returns whether the ASSIGN of a version comes with the end of this.
     */
    boolean holds(long version);

    /**
     * Ends the wait of the thread.
     *
     * @param reason the exception for the thread.
     */
    void callOff(IsotachException reason);

    /**
     * Has a look whether a host has been expelled that is needed, if no thread waits.
     */
    void lookForExpulsion();
}
