/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.LongConsumer;

import org.isotach.IsotachException;
import org.isotach.niu.Host;

/**
 * Something that a thread may be waiting for, as the {@link WaitGraph} sees it. Any thread may call the methods.
 */
interface Wait
{
    /**
     * Returns the thread that waits, and how to end its wait.
     */
    RunWait state();

    /**
     * Returns the thread that waits, null for none.
     */
    default Thread owner()
    {
        return state().owner();
    }

    /**
     * Returns the number of the last wait.
     */
    default long waitNumber()
    {
        return state().number();
    }

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
     * Passes on the tickets of values, a negative number where none is outstanding: another member may know what
     * the others wait for.
     *
     * @see org.isotach.smm.SharedMemory#owedResults()
     */
    void forEachTicket(LongConsumer action);

    /**
     * Returns the host whose session has reserved something; null if none has.
     */
    default Host host()
    {
        return null;
    }

    /**
     * Returns how many reads of a queue this has, until its values arrive.
     */
    default int readsOf(final Admission queue)
    {
        return 0;
    }

    /**
     * Returns the first of the versions whose ASSIGNs come with the end of this; the others follow it.
     */
    long firstHeld();

    /**
     * Returns the number of these versions.
     */
    int heldCount();

    /**
     * Returns whether the ASSIGN of a version comes with the end of this.
     */
    default boolean holds(final long version)
    {
        final long place = version - firstHeld();
        return place >= 0 && place < heldCount();
    }

    /**
     * Ends a wait of the thread, if it is still the last one.
     *
     * @param number number of the wait.
     * @param reason the exception for the thread.
     */
    default void callOff(final long number, final IsotachException reason)
    {
        state().callOff(number, reason);
    }

    /**
     * Has a look whether a host has been expelled that is needed, if no thread waits that would find out.
     */
    default void lookForExpulsion()
    {
        // A thread waits.
    }
}
