/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.nio.ByteBuffer;

/**
 * A message that is being written, in the memory where its receivers will read it. Indices are in bytes from the
 * beginning of the message and are checked against its length. Words have the byte order of the machine and need no
 * alignment. Bytes that are not written are undefined.
 * <p>
 * A message is valid until it is sent or aborted, or the next message is claimed. With
 * {@link org.isotach.niu.ClusterContext#paranoid(boolean)} every later use throws {@link IllegalStateException}.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class MessageBuffer extends MessageWindow
{
    MessageBuffer()
    {
        super("message was sent or aborted: claim another one");
    }

    /**
     * Writes a byte.
     *
     * @param index index in bytes.
     * @param value the byte.
     * @throws IndexOutOfBoundsException if the byte is not inside the message.
     */
    public void putByte(final int index, final byte value)
    {
        final int at = at(index, Byte.BYTES);
        buffer().putByte(at, value);
    }

    /**
     * Writes a 32-bit word.
     *
     * @param index index in bytes.
     * @param value the word.
     * @throws IndexOutOfBoundsException if the word is not inside the message.
     */
    public void putInt(final int index, final int value)
    {
        final int at = at(index, Integer.BYTES);
        buffer().putInt(at, value);
    }

    /**
     * Writes a 64-bit word.
     *
     * @param index index in bytes.
     * @param value the word.
     * @throws IndexOutOfBoundsException if the word is not inside the message.
     */
    public void putLong(final int index, final long value)
    {
        final int at = at(index, Long.BYTES);
        buffer().putLong(at, value);
    }

    /**
     * Writes a 64-bit floating point number.
     *
     * @param index index in bytes.
     * @param value the number.
     * @throws IndexOutOfBoundsException if the number is not inside the message.
     */
    public void putDouble(final int index, final double value)
    {
        putLong(index, Double.doubleToRawLongBits(value));
    }

    /**
     * Copies bytes from an array.
     *
     * @param index  index in bytes.
     * @param source array to copy from.
     * @param offset index of the first byte in the array.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if the bytes are not inside the message and the array.
     */
    public void putBytes(final int index, final byte[] source, final int offset, final int count)
    {
        final int at = at(index, count);
        buffer().putBytes(at, source, offset, count);
    }

    /**
     * Copies bytes from a {@link ByteBuffer}, beginning at its position. The position does not change.
     *
     * @param index  index in bytes.
     * @param source buffer to copy from.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if the bytes are not inside the message and the rest of the source.
     */
    public void putBytes(final int index, final ByteBuffer source, final int count)
    {
        final int at = at(index, count);
        buffer().putBytes(at, source, count);
    }
}
