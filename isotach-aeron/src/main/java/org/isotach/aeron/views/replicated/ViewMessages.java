/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import org.isotach.IsotachException;
import org.isotach.aeron.views.ViewStore;
import org.isotach.niu.spi.View;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * The layout of what stores and nodes say to each other, and of what nodes write into snapshots. It owns no rule of
 * logical time. A view that there is not has number -1.
 * <pre>
 * all       version i32 | type i32 | correlation i64
 * READ      expected, next: none | length of the name i32 | name in UTF-8
 * COMPARE   expected number i32, members i32 | next number i32, members i32 | length of the name i32 | name in UTF-8
 * answers   view number i32, members i32
 * ENTRY     as READ, next is the view in force
 * END       correlation is the number of entries
 * </pre>
 */
final class ViewMessages
{
    static final int READ = 1;
    static final int COMPARE_AND_SET = 2;
    static final int DONE = 3;
    static final int OTHER_IN_FORCE = 4;
    static final int NOT_UNDERSTOOD = 5;
    static final int ENTRY = 6;
    static final int END = 7;

    static final int TYPE = 4;
    static final int HEADER_LENGTH = 16;
    static final int ANSWER_LENGTH = HEADER_LENGTH + 8;
    static final int EXPECTED = HEADER_LENGTH;
    static final int NEXT = EXPECTED + 8;
    static final int NAME_LENGTH = NEXT + 8;
    static final int NAME = NAME_LENGTH + 4;
    // A character of a string has three bytes at most, and two together have four.
    static final int MAX_NAME_BYTES = 3 * ViewStore.MAX_NAME_LENGTH;
    static final int MAX_LENGTH = NAME + MAX_NAME_BYTES;

    static final int VERSION = 1;

    private static final int CORRELATION = 8;
    private static final int NO_VIEW = -1;

    private ViewMessages()
    {
    }

    /**
     * Returns the bytes of the name of a cluster.
     *
     * @throws IsotachException when it cannot be told: it is of no use to try again.
     */
    static byte[] name(final String cluster)
    {
        if (cluster.isEmpty() || cluster.length() > ViewStore.MAX_NAME_LENGTH)
        {
            throw new IsotachException("cluster: \"" + cluster + "\", " + cluster.length() +
                " characters (expected: 1.." + ViewStore.MAX_NAME_LENGTH + ')');
        }
        try
        {
            final ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(cluster));
            final byte[] name = new byte[bytes.remaining()];
            bytes.get(name);
            return name;
        }
        catch (final CharacterCodingException ex)
        {
            throw (IsotachException)new IsotachException(
                "cluster: \"" + cluster + "\" (expected: a name without half of a surrogate pair)").initCause(ex);
        }
    }

    static void putHeader(final MutableDirectBuffer buffer, final int type, final long correlation)
    {
        buffer.putInt(0, VERSION, LITTLE_ENDIAN);
        buffer.putInt(TYPE, type, LITTLE_ENDIAN);
        buffer.putLong(CORRELATION, correlation, LITTLE_ENDIAN);
    }

    static int putRequest(
        final MutableDirectBuffer buffer,
        final int type,
        final long correlation,
        final View expected,
        final View next,
        final byte[] name)
    {
        putHeader(buffer, type, correlation);
        putView(buffer, EXPECTED, expected);
        putView(buffer, NEXT, next);
        buffer.putInt(NAME_LENGTH, name.length, LITTLE_ENDIAN);
        buffer.putBytes(NAME, name);
        return NAME + name.length;
    }

    static int putAnswer(final MutableDirectBuffer buffer, final int type, final long correlation, final View inForce)
    {
        putHeader(buffer, type, correlation);
        putView(buffer, HEADER_LENGTH, inForce);
        return ANSWER_LENGTH;
    }

    private static void putView(final MutableDirectBuffer buffer, final int index, final View view)
    {
        buffer.putInt(index, null == view ? NO_VIEW : view.number(), LITTLE_ENDIAN);
        buffer.putInt(index + 4, null == view ? 0 : view.members(), LITTLE_ENDIAN);
    }

    static boolean isOfThisVersion(final DirectBuffer buffer, final int offset, final int length)
    {
        return length >= HEADER_LENGTH && VERSION == buffer.getInt(offset, LITTLE_ENDIAN);
    }

    static int type(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset + TYPE, LITTLE_ENDIAN);
    }

    static long correlation(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + CORRELATION, LITTLE_ENDIAN);
    }

    /**
     * Returns a view; null if there is none.
     *
     * @throws IllegalArgumentException when there are numbers that no view has.
     */
    static View view(final DirectBuffer buffer, final int index)
    {
        final int number = buffer.getInt(index, LITTLE_ENDIAN);
        return NO_VIEW == number ? null : new View(number, buffer.getInt(index + 4, LITTLE_ENDIAN));
    }

    /**
     * Returns the name in a request or an entry.
     *
     * @throws IllegalArgumentException when the message has another length than it says, or the name is too long to be
     *                                  written into a snapshot.
     */
    static String name(final DirectBuffer buffer, final int offset, final int length)
    {
        final int bytes = length < NAME ? 0 : buffer.getInt(offset + NAME_LENGTH, LITTLE_ENDIAN);
        if (bytes <= 0 || bytes > MAX_NAME_BYTES || length != NAME + bytes)
        {
            throw new IllegalArgumentException("a message of " + length + " bytes with a name of " + bytes);
        }
        final String name = buffer.getStringWithoutLengthUtf8(offset + NAME, bytes);
        if (name.length() > ViewStore.MAX_NAME_LENGTH)
        {
            throw new IllegalArgumentException("a message with a name of " + name.length() +
                " characters (expected: 1.." + ViewStore.MAX_NAME_LENGTH + ')');
        }
        return name;
    }
}
