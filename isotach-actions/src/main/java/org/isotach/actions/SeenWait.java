/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A wait as it was seen at one moment, in a form that other members understand: which versions it waits for, and which
 * ones are not assigned before it ends. Every SCHED of every member has a version of its own, so nobody has to name
 * variables.
 *
 * @param member      number of the member.
 * @param number      number of the wait there; later waits have higher numbers.
 * @param isHolder    does its thread hold a reservation? Only then the wait can be ended.
 * @param text        thread, what it waits for and what it holds, for messages.
 * @param awaited     the versions that it waits for, as far as they are known at its member.
 * @param tickets     the tickets of its outstanding values.
 * @param held        pairs of the first one of some versions that it holds, and their number.
 * @param predecessor index of the wait of the same member that must end before it, {@link #NONE} if there is none.
 */
record SeenWait(
    int member,
    long number,
    boolean isHolder,
    String text,
    long[] awaited,
    long[] tickets,
    long[] held,
    int predecessor)
{
    static final int NONE = -1;
    private static final int MAX_TEXT = 512;

    boolean holds(final long version)
    {
        for (int i = 0; i < held.length; i += 2)
        {
            if (version - held[i] >= 0 && version - held[i] < held[i + 1])
            {
                return true;
            }
        }
        return false;
    }

    void write(final DataOutputStream out) throws IOException
    {
        out.writeLong(number);
        out.writeBoolean(isHolder);
        out.writeUTF(text.substring(0, Math.min(MAX_TEXT, text.length())));
        write(out, awaited);
        write(out, tickets);
        write(out, held);
        out.writeInt(predecessor);
    }

    /**
     * @param member number of the member whose wait it is.
     */
    static SeenWait read(final DataInputStream in, final int member) throws IOException
    {
        return new SeenWait(
            member, in.readLong(), in.readBoolean(), in.readUTF(), read(in), read(in), read(in), in.readInt());
    }

    static void write(final DataOutputStream out, final long[] values) throws IOException
    {
        out.writeInt(values.length);
        for (final long value : values)
        {
            out.writeLong(value);
        }
    }

    static long[] read(final DataInputStream in) throws IOException
    {
        final long[] values = new long[in.readInt()];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = in.readLong();
        }
        return values;
    }

    @Override
    public String toString()
    {
        return "member " + member + ": " + text;
    }
}
