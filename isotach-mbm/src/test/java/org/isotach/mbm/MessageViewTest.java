/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class MessageViewTest
{
    private static final int OFFSET = 16;
    private static final int LENGTH = 11;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(64);
    private final MessageBuffer buffer = new MessageBuffer();
    private final MessageView view = new MessageView();

    private void wrap()
    {
        buffer.wrap(memory, OFFSET, LENGTH);
        view.wrap(memory, OFFSET, LENGTH);
    }

    @Test
    void shouldShowWhatWasWritten()
    {
        wrap();
        assertEquals(LENGTH, view.length());
        assertEquals(LENGTH, buffer.length());

        buffer.putByte(LENGTH - 1, (byte)-3);
        assertEquals(-3, view.getByte(LENGTH - 1));
        assertEquals(-3, memory.getByte(OFFSET + LENGTH - 1));
        buffer.putInt(7, Integer.MIN_VALUE + 1);
        assertEquals(Integer.MIN_VALUE + 1, view.getInt(7));
        buffer.putLong(3, Long.MIN_VALUE + 2);
        assertEquals(Long.MIN_VALUE + 2, view.getLong(3));
        assertEquals(Long.MIN_VALUE + 2, memory.getLong(OFFSET + 3));
        buffer.putDouble(0, Math.E);
        assertEquals(Math.E, view.getDouble(0));
    }

    @Test
    void shouldCopyArraysAndByteBuffers()
    {
        wrap();
        buffer.putBytes(9, new byte[]{ 1, 2, 3 }, 1, 2);
        final byte[] array = new byte[4];
        view.getBytes(8, array, 1, 3);
        assertArrayEquals(new byte[]{ 0, 0, 2, 3 }, array);

        final ByteBuffer source = ByteBuffer.wrap(new byte[]{ 7, 8, 9 }).position(1);
        buffer.putBytes(0, source, 2);
        assertEquals(1, source.position());
        final ByteBuffer target = ByteBuffer.allocate(3).position(1);
        view.getBytes(0, target, 2);
        assertEquals(1, target.position());
        assertArrayEquals(new byte[]{ 0, 8, 9 }, target.array());
        assertThrows(IndexOutOfBoundsException.class, () -> view.getBytes(0, array, 2, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> view.getBytes(0, target, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putBytes(0, array, 2, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putBytes(0, source, 3));
    }

    @ParameterizedTest
    @CsvSource({ "-1", "11", "2147483647", "-2147483648" })
    void shouldRefuseWhatIsOutsideOfTheMessage(final int index)
    {
        wrap();
        assertOutside(index, Byte.BYTES, () -> view.getByte(index));
        assertOutside(index, Integer.BYTES, () -> view.getInt(index));
        assertOutside(index, Long.BYTES, () -> view.getLong(index));
        assertOutside(index, Long.BYTES, () -> view.getDouble(index));
        assertOutside(index, 1, () -> view.getBytes(index, new byte[1], 0, 1));
        assertOutside(index, 1, () -> view.getBytes(index, ByteBuffer.allocate(1), 1));
        assertOutside(index, Byte.BYTES, () -> buffer.putByte(index, (byte)1));
        assertOutside(index, Integer.BYTES, () -> buffer.putInt(index, 1));
        assertOutside(index, Long.BYTES, () -> buffer.putLong(index, 1));
        assertOutside(index, Long.BYTES, () -> buffer.putDouble(index, 1));
        assertOutside(index, 1, () -> buffer.putBytes(index, new byte[1], 0, 1));
        assertOutside(index, 1, () -> buffer.putBytes(index, ByteBuffer.allocate(1), 1));
        for (int i = 0; i < memory.capacity(); i++)
        {
            assertEquals(0, memory.getByte(i), "byte " + i);
        }
    }

    @Test
    void shouldRefuseWhatIsPartlyOutsideOfTheMessage()
    {
        wrap();
        assertOutside(8, Integer.BYTES, () -> view.getInt(8));
        assertOutside(4, Long.BYTES, () -> view.getLong(4));
        assertOutside(4, Long.BYTES, () -> view.getDouble(4));
        assertOutside(1, LENGTH, () -> view.getBytes(1, new byte[LENGTH], 0, LENGTH));
        assertOutside(0, -1, () -> view.getBytes(0, new byte[1], 0, -1));
        assertOutside(8, Integer.BYTES, () -> buffer.putInt(8, 1));
        assertOutside(4, Long.BYTES, () -> buffer.putLong(4, 1));
        assertOutside(1, LENGTH, () -> buffer.putBytes(1, new byte[LENGTH], 0, LENGTH));
    }

    @Test
    void shouldHaveNothingInAnEmptyMessage()
    {
        view.wrap(memory, OFFSET, 0);
        assertEquals(0, view.length());
        view.getBytes(0, new byte[0], 0, 0);
        assertOutside("index: 0, size: 1 (expected: within the 0 bytes of the message)", () -> view.getByte(0));
    }

    @Test
    void shouldRefuseAllUseAfterRelease()
    {
        wrap();
        view.release();
        buffer.release();
        final String released = "message was released by the next receive: copy what you need before that";
        assertReleased(released, view::length);
        assertReleased(released, () -> view.getByte(0));
        assertReleased(released, () -> view.getInt(0));
        assertReleased(released, () -> view.getLong(0));
        assertReleased(released, () -> view.getDouble(0));
        assertReleased(released, () -> view.getBytes(0, new byte[0], 0, 0));
        assertReleased(released, () -> view.getBytes(0, ByteBuffer.allocate(0), 0));
        final String ended = "message was sent or aborted: claim another one";
        assertReleased(ended, buffer::length);
        assertReleased(ended, () -> buffer.putByte(0, (byte)1));
        assertReleased(ended, () -> buffer.putInt(0, 1));
        assertReleased(ended, () -> buffer.putLong(0, 1));
        assertReleased(ended, () -> buffer.putDouble(0, 1));
        assertReleased(ended, () -> buffer.putBytes(0, new byte[0], 0, 0));
        assertReleased(ended, () -> buffer.putBytes(0, ByteBuffer.allocate(0), 0));
    }

    @Test
    void shouldTellItsLength()
    {
        assertEquals("MessageView{released}", view.toString());
        wrap();
        assertEquals("MessageView{length=11}", view.toString());
        assertEquals("MessageBuffer{length=11}", buffer.toString());
    }

    private static void assertOutside(final int index, final int size, final Executable access)
    {
        assertOutside("index: " + index + ", size: " + size + " (expected: within the " + LENGTH +
            " bytes of the message)", access);
    }

    private static void assertOutside(final String message, final Executable access)
    {
        assertEquals(message, assertThrows(IndexOutOfBoundsException.class, access).getMessage());
    }

    private static void assertReleased(final String message, final Executable access)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, access).getMessage());
    }
}
