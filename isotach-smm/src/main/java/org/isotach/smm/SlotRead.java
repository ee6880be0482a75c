/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.IsotachException;

/**
 * A read that has one slot among the {@link ReadSlots} of a host while it waits for its values, all from one host.
 */
abstract class SlotRead
{
    /**
     * The slot of a read that has none.
     */
    static final int NO_SLOT = -1;

    /**
     * The slot of a read that another thread has removed from its slot, to fail it.
     */
    static final int TAKEN_OUT = -2;

    /**
     * Holds a slot for one more result of a read that has several, see {@link #roomNeeded()}; that read frees it.
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
        void fail(
            final Function<String, IsotachException> type, final String message, final Consumer<Runnable> runner)
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
     * How often it was appended. Belongs to the application thread.
     */
    int appends;

    /**
     * Returns the host that answers.
     */
    abstract int source();

    /**
     * Returns the address of the variable, or of one that is still missing; for messages.
     */
    abstract int address();

    /**
     * Returns the number of slots that it needs besides its own, so that each result that comes over a link has one: a
     * link has room for the results of all slots, and no more.
     */
    int roomNeeded()
    {
        return 0;
    }

    /**
     * Notes a slot for a further result. Called by the thread that claims it, before the read gets its own slot.
     */
    void addRoom(final int slot)
    {
        throw new IllegalStateException("one result needs no room besides slot " + slot);
    }

    /**
     * Called by the thread that has removed the read from its slot, and by the thread that delivers its results.
     *
     * @return a slot for a further result that is no longer needed, {@link #NO_SLOT} if there is none left.
     */
    int takeRoom()
    {
        return NO_SLOT;
    }

    /**
     * Notes that one of several variables waits for the ASSIGN of a version; for messages. Called by any executor,
     * possibly about an earlier read in the slot.
     *
     * @return false if there is only one variable, so that the version is noted elsewhere.
     */
    boolean tryNoteWait(final int index, final long version)
    {
        return false;
    }

    /**
     * Passes on the waits that {@link #tryNoteWait} has noted; for messages. Threadsafe.
     */
    void forEachWaiting(final WaitingRead action)
    {
        // Noted elsewhere.
    }

    /**
     * Returns the version that it waits for; for messages. Threadsafe.
     *
     * @return {@link Version#SUBSTANTIATED} if it waits for none, or the version is noted elsewhere.
     */
    long awaitedVersion()
    {
        return Version.SUBSTANTIATED;
    }

    /**
     * Notes the slot that it is about to get; {@link #NO_SLOT} if it has none again. Called before its isochron is
     * issued, so no result has come.
     */
    void claimed(final int slot)
    {
        // Known from issued(), if at all.
    }

    /**
     * Notes that its isochron is issued.
     *
     * @param slot the slot that it has or had; {@link #TAKEN_OUT} if it has failed before.
     */
    abstract void issued(int slot);

    /**
     * Notes that its isochron was abandoned, and that it has not failed.
     */
    abstract void reset();

    /**
     * Notes that no value comes any more. Called by the thread that has removed it from its slot.
     *
     * @param type    makes the exception.
     * @param message message of the exception.
     * @param runner  runs handlers for that thread, as the owner of the executor or without it.
     */
    abstract void fail(Function<String, IsotachException> type, String message, Consumer<Runnable> runner);

    /**
     * Called for a read that waits for an ASSIGN.
     */
    @FunctionalInterface
    interface WaitingRead
    {
        void accept(int address, long version);
    }
}
