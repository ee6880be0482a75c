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
     * In place of the slot of a read that somebody else has taken out of it, to fail it.
     */
    static final int TAKEN_OUT = -2;

    /**
     * Holds a slot for one more result of a read that has several, see {@link #roomNeeded()}; its own read frees it.
     */
    static final SlotRead ROOM = new SlotRead()
    {
        @Override
        int source()
        {
            return NO_SLOT;
        }

        @Override
        int address()
        {
            return NO_SLOT;
        }

        @Override
        void issued(final int slot)
        {
            // Its read is told.
        }

        @Override
        void reset()
        {
            // Its read is told.
        }

        @Override
        void fail(final Function<String, IsotachException> type, final String message)
        {
            // Its read fails.
        }

        @Override
        public String toString()
        {
            return "room for a result";
        }
    };

    /**
     * The host that answers.
     */
    abstract int source();

    /**
     * Of the variable, or of one that is still missing; for messages.
     */
    abstract int address();

    /**
     * Slots that it needs besides its own, so that there is one for each result that comes over a link: a link has room
     * for the results of all slots, and no more.
     */
    int roomNeeded()
    {
        return 0;
    }

    /**
     * For who claims it, before the read gets its own slot: notes a slot for a further result.
     */
    void addRoom(final int slot)
    {
        throw new IllegalStateException("one result needs no room besides slot " + slot);
    }

    /**
     * For who has taken the read out of its slot, and for whoever delivers its results.
     *
     * @return a slot for a further result that is not needed any more, {@link #NO_SLOT} if there is none left.
     */
    int takeRoom()
    {
        return NO_SLOT;
    }

    /**
     * For messages: one of several variables waits for the ASSIGN of a version. Any executor; perhaps about a read that
     * was in the slot before.
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
     * For messages; any thread: the version that it waits for.
     *
     * @return {@link Version#SUBSTANTIATED} if it waits for none, or the version is noted elsewhere.
     */
    long awaitedVersion()
    {
        return Version.SUBSTANTIATED;
    }

    /**
     * Its isochron is issued.
     *
     * @param slot that it has, or had; {@link #TAKEN_OUT} if it was failed before.
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
