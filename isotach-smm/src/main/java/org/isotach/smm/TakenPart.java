/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.function.Function;

import org.isotach.IsotachException;

/**
 * Variables of one take that lie behind each other, and whose values one host answers. It is settled when each of them
 * has its value, or has failed. From issue on it belongs to the executor of the host that has taken them, or to who
 * takes it out of its slot to fail it.
 */
final class TakenPart extends SlotRead
{
    /**
     * All variables that were taken together.
     */
    interface Group
    {
        int address(int index);

        void arrived(int index, long value);

        /**
         * For messages: notes what a variable waits for.
         */
        void awaits(int index, long version);

        /**
         * For messages; any thread: the version that a variable waits for.
         */
        long awaitedVersion(int index);

        /**
         * For messages; any thread: tells for what the variables of a row wait.
         */
        void forEachWaiting(int first, int end, WaitingRead action);

        /**
         * A variable will have no value.
         */
        void failed(Function<String, IsotachException> type, String message);

        /**
         * The isochron is issued.
         */
        void issued();

        /**
         * A part has all its values, or has failed.
         */
        void settled();

        /**
         * The isochron was abandoned, and a part not failed before.
         */
        void reset();
    }

    private static final int[] NO_ROOM = {};

    private final Group taken;
    private int source;
    private int first;
    private int count;
    private int missing;

    // Slots for the results behind the first, if they come over a link.
    private int roomNeeded;
    private int[] room = NO_ROOM;
    private int roomCount;

    TakenPart(final Group taken)
    {
        this.taken = taken;
    }

    /**
     * For the application thread, before it is put into a slot.
     *
     * @param isRemote do the values come over a link, one by one?
     */
    void begin(final int answeringHost, final boolean isRemote, final int firstIndex, final int variableCount)
    {
        source = answeringHost;
        first = firstIndex;
        count = variableCount;
        missing = variableCount;
        roomNeeded = isRemote ? variableCount - 1 : 0;
        // Something is left if the host was expelled that had taken these before.
        roomCount = 0;
        if (roomNeeded > room.length)
        {
            room = Arrays.copyOf(room, roomNeeded);
        }
    }

    /**
     * Address of a variable, for messages.
     */
    int address(final int index)
    {
        return taken.address(index);
    }

    /**
     * A value has arrived.
     *
     * @param index among all variables that were taken.
     */
    void value(final int index, final long value)
    {
        taken.arrived(index, value);
    }

    /**
     * Variables have their values, or have failed.
     *
     * @return true if none is missing any more.
     */
    boolean settle(final int variables)
    {
        missing -= variables;
        return 0 == missing;
    }

    /**
     * Is settled, and out of its slot.
     */
    void complete()
    {
        taken.settled();
    }

    /**
     * One of the variables will have no value.
     */
    void failOne(final Function<String, IsotachException> type, final String message)
    {
        taken.failed(type, message);
    }

    @Override
    int roomNeeded()
    {
        return roomNeeded;
    }

    @Override
    void addRoom(final int slot)
    {
        room[roomCount++] = slot;
    }

    @Override
    int takeRoom()
    {
        return 0 == roomCount ? NO_SLOT : room[--roomCount];
    }

    @Override
    boolean tryNoteWait(final int index, final long version)
    {
        taken.awaits(index, version);
        return true;
    }

    @Override
    void forEachWaiting(final WaitingRead action)
    {
        taken.forEachWaiting(first, first + count, action);
    }

    @Override
    long awaitedVersion()
    {
        return taken.awaitedVersion(waitingIndex());
    }

    @Override
    int source()
    {
        return source;
    }

    @Override
    int address()
    {
        return taken.address(waitingIndex());
    }

    /**
     * One that waits for an ASSIGN, if there is any.
     */
    private int waitingIndex()
    {
        for (int index = first; index < first + count; index++)
        {
            if (Version.SUBSTANTIATED != taken.awaitedVersion(index))
            {
                return index;
            }
        }
        return first;
    }

    @Override
    void issued(final int slot)
    {
        taken.issued();
    }

    @Override
    void reset()
    {
        taken.reset();
    }

    @Override
    void fail(final Function<String, IsotachException> type, final String message)
    {
        for (int index = first; index < first + count; index++)
        {
            tryNoteWait(index, Version.SUBSTANTIATED);
        }
        taken.failed(type, message);
        taken.settled();
    }

    @Override
    public String toString()
    {
        return "TakenPart{source=" + source + ", first=" + first + ", count=" + count + ", missing=" + missing +
            '}';
    }
}
