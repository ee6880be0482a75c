/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a member has seen at one moment: the waits of its own threads, and what the results wait for that it owes to
 * other members. They do not know that.
 *
 * @param waits the waits.
 * @param owed  by ticket: the version that its result waits for.
 */
record SeenMember(List<SeenWait> waits, Map<Long, Long> owed)
{
    /**
     * Nothing was seen.
     */
    static final SeenMember SILENT = withoutOthers(List.of());

    /**
     * Returns the waits of the only member, which owes nothing.
     */
    static SeenMember withoutOthers(final List<SeenWait> waits)
    {
        return new SeenMember(waits, Map.of());
    }

    /**
     * Makes bytes of it.
     *
     * @param owed see {@link org.isotach.smm.SharedMemory#owedResults()}.
     */
    static byte[] encode(final List<SeenWait> waits, final long[] owed)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes))
        {
            out.writeInt(waits.size());
            for (final SeenWait wait : waits)
            {
                wait.write(out);
            }
            SeenWait.write(out, owed);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return bytes.toByteArray();
    }

    /**
     * Makes it of bytes.
     *
     * @param member number of the member.
     */
    static SeenMember decode(final byte[] bytes, final int member)
    {
        final List<SeenWait> waits = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes)))
        {
            for (int count = in.readInt(); count > 0; count--)
            {
                waits.add(SeenWait.read(in, member));
            }
            final long[] owed = SeenWait.read(in);
            final Map<Long, Long> versions = new HashMap<>();
            for (int i = 0; i < owed.length; i += 2)
            {
                versions.put(owed[i], owed[i + 1]);
            }
            return new SeenMember(waits, versions);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public String toString()
    {
        return "SeenMember{waits=" + waits + ", owed=" + owed.size() + '}';
    }
}
