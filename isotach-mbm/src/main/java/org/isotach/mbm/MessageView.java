/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.nio.ByteBuffer;

/**
 * A received message, in the memory where its sender has written it. Indices are in bytes from the beginning of the
 * message and are checked against its length. Words have the byte order of the machine and need no alignment.
 * <p>
 * A view is valid until the next message is received through the same object; copy what is needed longer. With
 * {@link org.isotach.niu.ClusterContext#paranoid(boolean)} every use of an invalid view throws
 * {@link IllegalStateException}; without it the view shows the next message, if there is one.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class MessageView extends MessageWindow
{
    MessageView()
    {
        super("message was released by the next receive: copy what you need before that");
    }

    /**
     * Reads a byte.
     *
     * @param index index in bytes.
     * @return the byte.
     * @throws IndexOutOfBoundsException if the byte is not inside the message.
     */
    public byte getByte(final int index)
    {
        final int at = at(index, Byte.BYTES);
        return buffer().getByte(at);
    }

    /**
     * Reads a 32-bit word.
     *
     * @param index index in bytes.
     * @return the word.
     * @throws IndexOutOfBoundsException if the word is not inside the message.
     */
    public int getInt(final int index)
    {
        final int at = at(index, Integer.BYTES);
        return buffer().getInt(at);
    }

    /**
     * Reads a 64-bit word.
     *
     * @param index index in bytes.
     * @return the word.
     * @throws IndexOutOfBoundsException if the word is not inside the message.
     */
    public long getLong(final int index)
    {
        final int at = at(index, Long.BYTES);
        return buffer().getLong(at);
    }

    /**
     * Reads a 64-bit floating point number.
     *
     * @param index index in bytes.
     * @return the number.
     * @throws IndexOutOfBoundsException if the number is not inside the message.
     */
    public double getDouble(final int index)
    {
        return Double.longBitsToDouble(getLong(index));
    }

    /**
     * Copies bytes into an array.
     *
     * @param index  index in bytes.
     * @param target array to copy to.
     * @param offset index of the first byte in the array.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if the bytes are not inside the message and the array.
     */
    public void getBytes(final int index, final byte[] target, final int offset, final int count)
    {
        final int at = at(index, count);
        buffer().getBytes(at, target, offset, count);
    }

    /**
     * Copies bytes into a {@link ByteBuffer}, beginning at its position. The position does not change.
     *
     * @param index  index in bytes.
     * @param target buffer to copy to.
     * @param count  number of bytes.
     * @throws IndexOutOfBoundsException if the bytes are not inside the message and the rest of the target.
     */
    public void getBytes(final int index, final ByteBuffer target, final int count)
    {
        final int at = at(index, count);
        buffer().getBytes(at, target, count);
    }
}
