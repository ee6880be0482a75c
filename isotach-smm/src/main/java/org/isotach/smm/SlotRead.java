/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.Function;

import org.isotach.IsotachException;

/**
 * What has one slot among the {@link ReadSlots} of a host while it waits for its values, all of them from one host.
 */
abstract class SlotRead
{
    /**
     * In place of the slot of a read that has none.
     */
    static final int NO_SLOT = -1;

    /**
     * The host that answers.
     */
    abstract int source();

    /**
     * Of the variable, or of one that is still missing; for messages.
     */
    abstract int address();

    /**
     * Was it failed?
     */
    abstract boolean isFailed();

    /**
     * For messages: one of several variables waits for the ASSIGN of a version.
     *
     * @return false if there is but one variable, and the version is to be noted elsewhere.
     */
    boolean tryNoteWait(final int index, final long version)
    {
        return false;
    }

    /**
     * For messages; any thread: tells for what the variables wait of which {@link #tryNoteWait} has noted it.
     */
    void forEachWaiting(final WaitingRead action)
    {
        // Noted elsewhere.
    }

    /**
     * Its isochron is issued.
     *
     * @param slot that it has, {@link #NO_SLOT} if it has failed before.
     */
    abstract void issued(int slot);

    /**
     * Its isochron was abandoned, and nobody has failed it.
     */
    abstract void reset();

    /**
     * No value comes any more; for who has taken it out of its slot.
     *
     * @param type    of what is thrown.
     * @param message of it.
     */
    abstract void fail(Function<String, IsotachException> type, String message);

    /**
     * Is told of a read that waits for an ASSIGN.
     */
    @FunctionalInterface
    interface WaitingRead
    {
        void accept(int address, long version);
    }
}
