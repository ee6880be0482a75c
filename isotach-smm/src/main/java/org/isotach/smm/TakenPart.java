/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
        /**
         * Most variables.
         */
        int capacity();

        int address(int index);

        void arrived(int index, long value);

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

    private static final VarHandle WAITS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Group taken;
    private int source;
    private int first;
    private int count;
    private int missing;

    // By variable, for messages only: the version that it waits for.
    private final long[] waits;
    private volatile boolean isFailed;

    TakenPart(final Group taken)
    {
        this.taken = taken;
        waits = new long[taken.capacity()];
    }

    /**
     * For the application thread, before it is put into a slot.
     */
    void begin(final int answeringHost, final int firstIndex, final int variableCount)
    {
        source = answeringHost;
        first = firstIndex;
        count = variableCount;
        missing = variableCount;
        isFailed = false;
    }

    int first()
    {
        return first;
    }

    int count()
    {
        return count;
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
    boolean tryNoteWait(final int index, final long version)
    {
        // Release: that the address is the one of this version. Partner: forEachWaiting().
        WAITS.setRelease(waits, index, version);
        return true;
    }

    long waitsFor(final int index)
    {
        return (long)WAITS.getOpaque(waits, index);
    }

    @Override
    void forEachWaiting(final WaitingRead action)
    {
        for (int index = 0; index < waits.length; index++)
        {
            // Acquire. Partner: waitsFor().
            final long version = (long)WAITS.getAcquire(waits, index);
            if (Version.SUBSTANTIATED != version)
            {
                action.accept(taken.address(index), version);
            }
        }
    }

    @Override
    int source()
    {
        return source;
    }

    @Override
    int address()
    {
        for (int index = first; index < first + count - 1; index++)
        {
            if (Version.SUBSTANTIATED != waitsFor(index))
            {
                return taken.address(index);
            }
        }
        return taken.address(first + count - 1);
    }

    @Override
    boolean isFailed()
    {
        return isFailed;
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
        isFailed = true;
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
