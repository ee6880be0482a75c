/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.IsotachException;

/**
 * Variables of one take that follow each other, and whose values one host answers. The part is settled when each
 * variable has its value or has failed. From issue on it belongs to the executor of the host that has taken them, or to
 * the thread that removes it from its slot to fail it.
 */
final class TakenPart extends SlotRead
{
    /**
     * All variables of one take.
     */
    interface Group
    {
        int address(int index);

        void arrived(int index, long value);

        /**
         * Notes that a variable will have no value.
         */
        void failed(Function<String, IsotachException> type, String message);

        /**
         * Notes that the isochron is issued.
         */
        void issued();

        /**
         * Notes that a part has all its values, or has failed.
         *
         * @param runner runs handlers for the calling thread.
         */
        void settled(Consumer<Runnable> runner);

        /**
         * Notes that the isochron was abandoned, and that no part has failed before.
         */
        void reset();
    }

    private static final VarHandle SLOT;
    private static final int[] NO_ROOM = {};

    static
    {
        try
        {
            SLOT = MethodHandles.lookup().findVarHandle(TakenPart.class, "slot", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Group taken;
    private final TakenWaits waits;
    private int source;
    private int first;
    private int count;
    private int missing;

    // NO_SLOT before it has one, and when nothing comes any more. Opaque accesses: any thread may look.
    private int slot = NO_SLOT;

    // Slots for the further results, if they come over a link.
    private int roomNeeded;
    private int[] room = NO_ROOM;
    private int roomCount;

    TakenPart(final Group taken, final TakenWaits waits)
    {
        this.taken = taken;
        this.waits = waits;
    }

    /**
     * Begins a part, on the application thread, before it is put into a slot; after {@link #makeRoom}.
     *
     * @param isRemote true if the values come over a link, one by one.
     */
    void begin(final int answeringHost, final boolean isRemote, final int firstIndex, final int variableCount)
    {
        source = answeringHost;
        first = firstIndex;
        count = variableCount;
        missing = variableCount;
        SLOT.setOpaque(this, NO_SLOT);
        roomNeeded = isRemote ? variableCount - 1 : 0;
        // Slots may be left over if the host that took them before was expelled.
        roomCount = 0;
    }

    /**
     * Makes room for the slots of its results, before it begins: memory may run out, and then nothing must be appended.
     */
    void makeRoom(final int slots)
    {
        if (slots > room.length)
        {
            room = Arrays.copyOf(room, slots);
        }
    }

    /**
     * Returns the address of a variable, for messages.
     */
    int address(final int index)
    {
        return taken.address(index);
    }

    /**
     * Accepts a value.
     *
     * @param index index among all variables of the take.
     */
    void value(final int index, final long value)
    {
        taken.arrived(index, value);
    }

    /**
     * Notes that some variables have their values, or have failed.
     *
     * @return true if no variable is missing any more.
     */
    boolean settle(final int variables)
    {
        missing -= variables;
        if (0 == missing)
        {
            // Before others may have it.
            SLOT.setOpaque(this, NO_SLOT);
        }
        return 0 == missing;
    }

    /**
     * Completes the part, which is settled and out of its slot.
     *
     * @param runner runs handlers for the calling thread.
     */
    void complete(final Consumer<Runnable> runner)
    {
        taken.settled(runner);
    }

    /**
     * Notes that one of the variables will have no value.
     */
    void failOne(final Function<String, IsotachException> type, final String message)
    {
        taken.failed(type, message);
    }

    /**
     * Returns the place of the result of a variable; {@link #NO_SLOT} if the variable belongs to another part, or
     * nothing is outstanding. Threadsafe.
     */
    int place(final int index)
    {
        final int claimed = (int)SLOT.getOpaque(this);
        return NO_SLOT == claimed || index < first || index >= first + count ? NO_SLOT :
            ReadSlots.place(claimed, index);
    }

    /**
     * Takes the part out of its slot, if it has one.
     */
    void takeOut(final ReadOrigin origin)
    {
        origin.takeOut((int)SLOT.getOpaque(this), this);
    }

    @Override
    void claimed(final int ofPart)
    {
        SLOT.setOpaque(this, ofPart);
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
        waits.awaits(index, version);
        return true;
    }

    @Override
    void forEachWaiting(final WaitingRead action)
    {
        waits.forEach(first, first + count, action);
    }

    @Override
    long awaitedVersion()
    {
        return waits.version(waitingIndex());
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
     * Returns the index of a variable that waits for an ASSIGN, if there is any.
     */
    private int waitingIndex()
    {
        for (int index = first; index < first + count; index++)
        {
            if (Version.SUBSTANTIATED != waits.version(index))
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
        SLOT.setOpaque(this, NO_SLOT);
        taken.reset();
    }

    @Override
    void fail(final Function<String, IsotachException> type, final String message, final Consumer<Runnable> runner)
    {
        for (int index = first; index < first + count; index++)
        {
            tryNoteWait(index, Version.SUBSTANTIATED);
        }
        taken.failed(type, message);
        SLOT.setOpaque(this, NO_SLOT);
        complete(runner);
    }

    @Override
    public String toString()
    {
        return "TakenPart{source=" + source + ", first=" + first + ", count=" + count + ", missing=" + missing +
            '}';
    }
}
