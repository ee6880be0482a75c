/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.nio.ByteBuffer;

/**
 * A message that is being written, in the memory where its receivers will read it. Indices are in bytes from the
 * beginning of the message and checked against its length; words have the byte order of the machine and need no
 * alignment. What is not written is undefined.
 * <p>
 * It is valid until the message is sent or given up, or the next one is claimed. With
 * {@link org.isotach.niu.ClusterContext#paranoid(boolean)} every use after that throws {@link IllegalStateException}.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class MessageBuffer extends MessageWindow
{
    MessageBuffer()
    {
        super("message was sent or given up: claim another one");
    }

    /**
     * Writes a byte.
     *
     * @param index in bytes.
     * @param value to be stored.
     * @throws IndexOutOfBoundsException if it is not inside the message.
     */
    public void putByte(final int index, final byte value)
    {
        final int at = at(index, Byte.BYTES);
        buffer().putByte(at, value);
    }

    /**
     * Writes a 32-bit word.
     *
     * @param index in bytes.
     * @param value to be stored.
     * @throws IndexOutOfBoundsException if it is not inside the message.
     */
    public void putInt(final int index, final int value)
    {
        final int at = at(index, Integer.BYTES);
        buffer().putInt(at, value);
    }

    /**
     * Writes a 64-bit word.
     *
     * @param index in bytes.
     * @param value to be stored.
     * @throws IndexOutOfBoundsException if it is not inside the message.
     */
    public void putLong(final int index, final long value)
    {
        final int at = at(index, Long.BYTES);
        buffer().putLong(at, value);
    }

    /**
     * Writes a 64-bit floating point number.
     *
     * @param index in bytes.
     * @param value to be stored.
     * @throws IndexOutOfBoundsException if it is not inside the message.
     */
    public void putDouble(final int index, final double value)
    {
        putLong(index, Double.doubleToRawLongBits(value));
    }

    /**
     * Copies bytes from an array.
     *
     * @param index  in bytes.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if they are not inside the message, or the array.
     */
    public void putBytes(final int index, final byte[] source, final int offset, final int count)
    {
        final int at = at(index, count);
        buffer().putBytes(at, source, offset, count);
    }

    /**
     * Copies bytes from a {@link ByteBuffer}, from its position on. Its position stays where it is.
     *
     * @param index  in bytes.
     * @param source buffer to copy from.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if they are not inside the message, or the rest of the source.
     */
    public void putBytes(final int index, final ByteBuffer source, final int count)
    {
        final int at = at(index, count);
        buffer().putBytes(at, source, count);
    }
}
