/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OffHeapBufferTest
{
    private static final long PATTERN = 0x0102_0304_0506_0708L;

    private final OffHeapBuffer buffer = allocate(256);

    /**
     * Allocates a buffer of the kind that this JVM uses.
     */
    OffHeapBuffer allocate(final long length)
    {
        return OffHeapBuffer.allocate(length);
    }

    @ParameterizedTest
    @CsvSource({ "1, 64", "63, 64", "64, 64", "65, 128", "128, 128", "1000, 1024" })
    void shouldRoundItsLengthUpToWholeCacheLines(final long length, final int capacity)
    {
        assertEquals(capacity, allocate(length).capacity());
    }

    @Test
    void shouldBeZeroed()
    {
        final OffHeapBuffer large = allocate(64 * 1024);
        for (int index = 0; index < large.capacity(); index += Long.BYTES)
        {
            assertEquals(0, large.getLong(index), "word at " + index);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 64, 65, 4096 })
    void shouldBeginOnACacheLine(final long length) throws ReflectiveOperationException
    {
        final Field bytes = OffHeapBuffer.class.getDeclaredField("bytes");
        bytes.setAccessible(true);
        final OffHeapBuffer aligned = allocate(length);
        assertEquals(0, ((ByteBuffer)bytes.get(aligned)).alignmentOffset(0, OffHeapBuffer.CACHE_LINE_LENGTH));
    }

    /**
     * Atomic access is refused to a word that is not aligned, so every word of every buffer must be.
     */
    @Test
    void shouldAlignItsWordsWhateverTheLength()
    {
        for (int length = 1; length <= 200; length++)
        {
            final OffHeapBuffer aligned = allocate(length);
            for (int index = 0; index < aligned.capacity(); index += Long.BYTES)
            {
                aligned.putLongVolatile(index, index);
                assertEquals(index, aligned.getLong(index), "length " + length);
            }
        }
    }

    @Test
    void shouldCopyWordsAndNothingElse()
    {
        for (int words = 0; words <= 13; words++)
        {
            final OffHeapBuffer target = allocate(256);
            for (int i = 0; i < words; i++)
            {
                buffer.putLong(64 + i * Long.BYTES, PATTERN + i);
            }
            buffer.copyWordsTo(64, target, 8, words * Long.BYTES);
            for (int i = 0; i < target.capacity(); i += Long.BYTES)
            {
                final int word = i / Long.BYTES - 1;
                assertEquals(word < 0 || word >= words ? 0 : PATTERN + word, target.getLong(i), words + " words, " + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 4, 5 })
    void shouldMoveWordsToTheFront(final int by)
    {
        for (int i = 0; i < 32; i++)
        {
            buffer.putLong(i * Long.BYTES, PATTERN + i);
        }
        buffer.copyWordsTo(by * Long.BYTES, buffer, 0, (32 - by) * Long.BYTES);
        for (int i = 0; i < 32 - by; i++)
        {
            assertEquals(PATTERN + i + by, buffer.getLong(i * Long.BYTES), "word " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {
        Long.MIN_VALUE, -1, 0, Integer.MAX_VALUE - 126L, Integer.MAX_VALUE - 64L, Integer.MAX_VALUE, Long.MAX_VALUE })
    void shouldRefuseImpossibleLengths(final long length)
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> allocate(length));
        assertEquals("length: " + length + " (expected: 1..2147483520 bytes)", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -64, -8, -1, 249, 256, 264, Integer.MAX_VALUE - 7 })
    void shouldRefuseWordsOutOfBounds(final int index)
    {
        assertOutOfBounds(() -> buffer.getLong(index));
        assertOutOfBounds(() -> buffer.putLong(index, PATTERN));
        assertOutOfBounds(() -> buffer.copyTo(index, buffer, 0, 8));
        assertOutOfBounds(() -> buffer.copyTo(0, buffer, index, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 20, 21, 31, 32, 1 << 29, Integer.MAX_VALUE })
    void shouldRefuseWordsBehindTheEndOfTheirArray(final int word)
    {
        assertOutOfBounds(() -> buffer.getWord(word, 20));
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 33, 1 << 29, Integer.MAX_VALUE })
    void shouldRefuseArraysThatAreLongerThanTheBuffer(final int count)
    {
        assertOutOfBounds(() -> buffer.getWord(0, count));
    }

    @Test
    void shouldReadTheWordsOfAnArray()
    {
        for (int word = 0; word < 32; word++)
        {
            buffer.putLong(word * Long.BYTES, PATTERN + word);
            assertEquals(PATTERN + word, buffer.getWord(word, word + 1));
        }
    }

    @Test
    void shouldReadWordsInARow()
    {
        for (int word = 0; word < 32; word++)
        {
            buffer.putLong(word * Long.BYTES, PATTERN + word);
        }
        final long[] words = { 0, 0, 0, 7 };
        buffer.getLongs(29 * Long.BYTES, words, 3);
        assertArrayEquals(new long[] { PATTERN + 29, PATTERN + 30, PATTERN + 31, 7 }, words);
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -1, 4, Integer.MAX_VALUE })
    void shouldReadNoWordsForWhichThereIsNoRoom(final int count)
    {
        final long[] words = { 7, 7, 7 };
        assertOutOfBounds(() -> buffer.getLongs(0, words, count));
        assertArrayEquals(new long[] { 7, 7, 7 }, words);
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -8, 240, 256, Integer.MAX_VALUE - 7 })
    void shouldReadNoWordsOfARowThatIsNotAllThere(final int index)
    {
        final long[] words = { 7, 7, 7 };
        assertOutOfBounds(() -> buffer.getLongs(index, words, 3));
        assertArrayEquals(new long[] { 7, 7, 7 }, words);
    }

    @Test
    void shouldWriteWordsInARow()
    {
        buffer.fillLongs(29 * Long.BYTES, PATTERN, 3);
        buffer.putLongs(30 * Long.BYTES, new long[] { 1, 2, 3 }, 2);
        assertEquals(0, buffer.getLong(28 * Long.BYTES));
        assertEquals(PATTERN, buffer.getLong(29 * Long.BYTES));
        assertEquals(1, buffer.getLong(30 * Long.BYTES));
        assertEquals(2, buffer.getLong(31 * Long.BYTES));
        buffer.putLongs(30 * Long.BYTES, 3, 4);
        assertEquals(PATTERN, buffer.getLong(29 * Long.BYTES));
        assertEquals(3, buffer.getLong(30 * Long.BYTES));
        assertEquals(4, buffer.getLong(31 * Long.BYTES));
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -16, -8, 248, 256, Integer.MAX_VALUE - 7 })
    void shouldWriteNoneOfTwoWordsThatDoNotFit(final int index)
    {
        assertOutOfBounds(() -> buffer.putLongs(index, 1, 2));
        for (int i = 0; i < buffer.capacity(); i += Long.BYTES)
        {
            assertEquals(0, buffer.getLong(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -24, -8, 232, 248, 256, Integer.MAX_VALUE - 7 })
    void shouldWriteNoneOfFourWordsThatDoNotFit(final int index)
    {
        assertOutOfBounds(() -> buffer.putLongs(index, 1, 2, 3, 4));
        for (int i = 0; i < buffer.capacity(); i += Long.BYTES)
        {
            assertEquals(0, buffer.getLong(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -8, 240, 256, Integer.MAX_VALUE - 7 })
    void shouldWriteNoWordsOfARowThatDoesNotFit(final int index)
    {
        assertOutOfBounds(() -> buffer.putLongs(index, new long[] { 1, 2, 3 }, 3));
        assertOutOfBounds(() -> buffer.fillLongs(index, 1, 3));
        assertOutOfBounds(() -> buffer.putLongs(0, new long[] { 1, 2, 3 }, 4));
        for (int i = 0; i < buffer.capacity(); i += Long.BYTES)
        {
            assertEquals(0, buffer.getLong(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { -64, -8, 256, 264 })
    void shouldRefuseAtomicWordsOutOfBounds(final int index)
    {
        assertOutOfBounds(() -> new OffHeapWord(buffer, index));
        assertOutOfBounds(() -> buffer.getLongVolatile(index));
        assertOutOfBounds(() -> buffer.putLongRelease(index, PATTERN));
        assertOutOfBounds(() -> buffer.putLongVolatile(index, PATTERN));
        assertOutOfBounds(() -> buffer.compareAndSetLong(index, 0, PATTERN));
    }

    @ParameterizedTest
    @ValueSource(ints = { -4, 253, 256 })
    void shouldRefuseIntsOutOfBounds(final int index)
    {
        assertOutOfBounds(() -> buffer.getInt(index));
        assertOutOfBounds(() -> buffer.putInt(index, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 60 })
    void shouldRefuseMisalignedAtomicWords(final int index)
    {
        assertMisaligned(() -> new OffHeapWord(buffer, index));
        assertMisaligned(() -> buffer.getLongVolatile(index));
        assertMisaligned(() -> buffer.putLongRelease(index, PATTERN));
        assertMisaligned(() -> buffer.putLongVolatile(index, PATTERN));
        assertMisaligned(() -> buffer.compareAndSetLong(index, 0, PATTERN));
        for (int i = 0; i < buffer.capacity(); i += Long.BYTES)
        {
            assertEquals(0, buffer.getLong(i), "a refused access must not write");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 8, 64, 248 })
    void shouldReadInEveryModeWhatWasWrittenInAnyMode(final int index)
    {
        buffer.putLong(index, 1);
        assertHolds(index, 1);
        buffer.putLongRelease(index, 2);
        assertHolds(index, 2);
        buffer.putLongVolatile(index, Long.MIN_VALUE);
        assertHolds(index, Long.MIN_VALUE);
        assertTrue(buffer.compareAndSetLong(index, Long.MIN_VALUE, Long.MAX_VALUE));
        assertHolds(index, Long.MAX_VALUE);
        final OffHeapWord word = new OffHeapWord(buffer, index);
        assertEquals(Long.MAX_VALUE, word.getVolatile());
        word.putRelease(3);
        assertHolds(index, 3);
        assertEquals(3, word.getVolatile());
        word.putVolatile(PATTERN);
        assertHolds(index, PATTERN);
        assertEquals("OffHeapWord{index=" + index + ", value=" + PATTERN + '}', word.toString());
    }

    @Test
    void shouldKeepItsMemoryWhileAWordOfItIsUsed()
    {
        final OffHeapWord word = new OffHeapWord(allocate(64), 8);
        System.gc();
        word.putVolatile(PATTERN);
        assertEquals(PATTERN, word.getVolatile());
    }

    @Test
    void shouldLeaveAWordAloneWhenItIsNotAsExpected()
    {
        buffer.putLong(8, 5);
        assertFalse(buffer.compareAndSetLong(8, 4, 6));
        assertHolds(8, 5);
    }

    @Test
    void shouldAllowMisalignedPlainWords()
    {
        buffer.putLong(3, PATTERN);
        assertEquals(PATTERN, buffer.getLong(3));
        buffer.putInt(33, -7);
        assertEquals(-7, buffer.getInt(33));
    }

    @Test
    void shouldHaveTheByteOrderOfTheMachine()
    {
        buffer.putLong(0, PATTERN);
        final boolean isLittleEndian = ByteOrder.LITTLE_ENDIAN == ByteOrder.nativeOrder();
        assertEquals(isLittleEndian ? 0x0506_0708 : 0x0102_0304, buffer.getInt(0));
        assertEquals(isLittleEndian ? 0x0102_0304 : 0x0506_0708, buffer.getInt(4));
    }

    @Test
    void shouldReadAndWriteBytes()
    {
        buffer.putByte(0, Byte.MIN_VALUE);
        buffer.putByte(255, (byte)7);
        assertEquals(Byte.MIN_VALUE, buffer.getByte(0));
        assertEquals(0, buffer.getByte(1));
        assertEquals(7, buffer.getByte(255));
        assertOutOfBounds(() -> buffer.getByte(-1));
        assertOutOfBounds(() -> buffer.getByte(256));
        assertOutOfBounds(() -> buffer.putByte(-1, (byte)0));
        assertOutOfBounds(() -> buffer.putByte(256, (byte)0));
    }

    @Test
    void shouldCopyBytesFromAndToArrays()
    {
        buffer.putBytes(253, new byte[]{ 1, 2, 3, 4, 5 }, 1, 3);
        final byte[] read = { 9, 9, 9, 9 };
        buffer.getBytes(254, read, 1, 2);
        assertArrayEquals(new byte[]{ 9, 3, 4, 9 }, read);
        assertEquals(0, buffer.getByte(252));

        assertOutOfBounds(() -> buffer.putBytes(254, read, 0, 3));
        assertOutOfBounds(() -> buffer.putBytes(0, read, 2, 3));
        assertOutOfBounds(() -> buffer.getBytes(254, read, 0, 3));
        assertOutOfBounds(() -> buffer.getBytes(0, read, 2, 3));
        assertOutOfBounds(() -> buffer.getBytes(0, read, 0, -1));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldCopyBytesFromAndToByteBuffers(final boolean isDirect)
    {
        final ByteBuffer source = isDirect ? ByteBuffer.allocateDirect(5) : ByteBuffer.allocate(5);
        source.put(new byte[]{ 1, 2, 3, 4, 5 }).position(1).limit(4);
        buffer.putBytes(253, source, 3);
        assertEquals(1, source.position());
        assertEquals(4, source.limit());
        assertEquals(2, buffer.getByte(253));
        assertEquals(4, buffer.getByte(255));
        assertEquals(0, buffer.getByte(252));

        final ByteBuffer target = isDirect ? ByteBuffer.allocateDirect(4) : ByteBuffer.allocate(4);
        target.position(1).limit(3);
        buffer.getBytes(254, target, 2);
        assertEquals(1, target.position());
        assertEquals(3, target.limit());
        assertEquals(ByteBuffer.wrap(new byte[]{ 0, 3, 4, 0 }), target.clear());

        source.position(1).limit(4);
        target.position(1).limit(3);
        assertOutOfBounds(() -> buffer.putBytes(0, source, 4));
        assertOutOfBounds(() -> buffer.putBytes(254, source, 3));
        assertOutOfBounds(() -> buffer.getBytes(0, target, 3));
        assertOutOfBounds(() -> buffer.getBytes(255, target, 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldCopyBytesFromAndToPlacesInByteBuffers(final boolean isDirect)
    {
        final ByteBuffer other = isDirect ? ByteBuffer.allocateDirect(5) : ByteBuffer.allocate(5);
        other.put(new byte[]{ 1, 2, 3, 4, 5 }).position(1).limit(4);
        buffer.putBytes(253, other, 0, 3);
        assertEquals(0, buffer.getByte(252));
        assertEquals(1, buffer.getByte(253));
        assertEquals(3, buffer.getByte(255));
        buffer.getBytes(254, other, 1, 2);
        assertEquals(1, other.position());
        assertEquals(4, other.limit());
        assertEquals(ByteBuffer.wrap(new byte[]{ 1, 2, 3, 4, 5 }), other.duplicate().clear());

        buffer.getBytes(253, other, 2, 2);
        assertEquals(ByteBuffer.wrap(new byte[]{ 1, 2, 1, 2, 5 }), other.duplicate().clear());
        assertOutOfBounds(() -> buffer.putBytes(0, other, 2, 3));
        assertOutOfBounds(() -> buffer.putBytes(254, other, 0, 3));
        assertOutOfBounds(() -> buffer.getBytes(0, other, 2, 3));
        assertOutOfBounds(() -> buffer.getBytes(255, other, 0, 2));
        assertOutOfBounds(() -> buffer.getBytes(0, other, -1, 2));
    }

    @Test
    void shouldGiveViewsThatCannotBeWritten()
    {
        final ByteBuffer view = buffer.newReadOnlyView();
        buffer.putByte(200, (byte)7);
        assertEquals(7, view.get(200));
        assertEquals(buffer.capacity(), view.remaining());
        assertTrue(view.isDirect() && view.isReadOnly());
        view.position(100).limit(120);
        assertEquals(buffer.capacity(), buffer.newReadOnlyView().remaining(), "a position of its own");
    }

    @Test
    void shouldCopyToAnotherBuffer()
    {
        final OffHeapBuffer target = allocate(64);
        buffer.putLong(200, PATTERN);
        buffer.copyTo(200, target, 56, Long.BYTES);
        assertEquals(PATTERN, target.getLong(56));
        assertEquals(0, target.getLong(48));
        assertOutOfBounds(() -> buffer.copyTo(0, target, 0, 65));
    }

    @Test
    void shouldTellItsCapacity()
    {
        assertEquals("OffHeapBuffer{capacity=256}", buffer.toString());
    }

    private void assertHolds(final int index, final long value)
    {
        assertEquals(value, buffer.getLong(index));
        assertEquals(value, buffer.getLongVolatile(index));
    }

    private static void assertOutOfBounds(final Executable access)
    {
        assertThrows(IndexOutOfBoundsException.class, access);
    }

    private static void assertMisaligned(final Executable access)
    {
        assertThrows(IllegalStateException.class, access);
    }
}
