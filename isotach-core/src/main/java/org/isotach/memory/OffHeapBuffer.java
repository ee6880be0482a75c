/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;

/**
 * Zeroed, cache-line aligned memory outside the Java heap. The library accesses all its off-heap words through this
 * class.
 * <p>
 * Indices are in bytes from the start and are bounds-checked; words have the byte order of the machine. The name of a
 * method states the memory order of its access: a method without suffix is a plain access, and the others have the
 * meaning that {@link VarHandle} gives to their suffix. All accesses except plain ones need an index that is a multiple
 * of the size of the word.
 * <p>
 * The JVM determines the means of access. Up to JDK 23, on x86-64 and AArch64, it is {@code sun.misc.Unsafe}, which
 * takes the fewest instructions. From JDK 24 on, where the JVM warns of it, on other processors, and where it is
 * missing or denied, it is a {@link VarHandle}. {@code -Disotach.unsafe=false} selects {@link VarHandle}s everywhere;
 * {@code true}, in upper or lower case, selects {@code sun.misc.Unsafe} on later JDKs too, which warn unless {@code
 * --sun-misc-unsafe-memory-access=allow} is given. Any other value, also an empty one, counts as {@code false}. Indices
 * are checked in any case.
 * <p>
 * <b>Note:</b> the class adds no synchronisation of its own; the owner of the buffer decides which thread may access
 * which word in which order. The memory is freed when the buffer becomes unreachable.
 */
public abstract sealed class OffHeapBuffer permits UnsafeOffHeapBuffer, VarHandleOffHeapBuffer
{
    /**
     * Alignment of the first byte of a buffer, and the size of a cache line, in bytes.
     */
    public static final int CACHE_LINE_LENGTH = 64;

    // A whole number of lines, and one more to align it, are less than 2^31 bytes.
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 2 * CACHE_LINE_LENGTH + 1;

    private final ByteBuffer bytes;
    private final int capacity;

    /**
     * @param bytes direct, in the byte order of the machine, and aligned to a cache line.
     */
    OffHeapBuffer(final ByteBuffer bytes)
    {
        this.bytes = bytes;
        capacity = bytes.capacity();
    }

    /**
     * Allocates a zeroed buffer.
     *
     * @param length length in bytes, at least 1; the buffer is as long as the next multiple of
     *               {@link #CACHE_LINE_LENGTH}.
     * @return the new buffer.
     * @throws IllegalArgumentException when length is not positive or too large for one buffer.
     * @throws OutOfMemoryError         when the limit on direct memory of the JVM is reached.
     */
    public static OffHeapBuffer allocate(final long length)
    {
        return allocate(length, UnsafeAccess.isAvailable() ? UnsafeOffHeapBuffer::new : VarHandleOffHeapBuffer::new);
    }

    static OffHeapBuffer allocate(final long length, final Function<ByteBuffer, OffHeapBuffer> constructor)
    {
        if (length <= 0 || length > MAX_LENGTH)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 1.." + MAX_LENGTH + " bytes)");
        }
        final int aligned = ((int)length + CACHE_LINE_LENGTH - 1) & -CACHE_LINE_LENGTH;
        final ByteBuffer slice =
            ByteBuffer.allocateDirect(aligned + CACHE_LINE_LENGTH).alignedSlice(CACHE_LINE_LENGTH);
        return constructor.apply(slice.slice(0, aligned).order(ByteOrder.nativeOrder()));
    }

    /**
     * For the implementations.
     *
     * @return the memory.
     */
    final ByteBuffer bytes()
    {
        return bytes;
    }

    /**
     * Returns the length of the buffer.
     *
     * @return length in bytes, a multiple of {@link #CACHE_LINE_LENGTH}.
     */
    public final int capacity()
    {
        return capacity;
    }

    /**
     * Plain read of a byte.
     *
     * @param index in bytes.
     * @return the byte.
     */
    public abstract byte getByte(int index);

    /**
     * Plain write of a byte.
     *
     * @param index in bytes.
     * @param value value to store.
     */
    public abstract void putByte(int index, byte value);

    /**
     * Plain read of a 32-bit word.
     *
     * @param index in bytes.
     * @return the word.
     */
    public abstract int getInt(int index);

    /**
     * Plain write of a 32-bit word.
     *
     * @param index in bytes.
     * @param value value to store.
     */
    public abstract void putInt(int index, int value);

    /**
     * Plain read of a 64-bit word.
     *
     * @param index in bytes.
     * @return the word.
     */
    public abstract long getLong(int index);

    /**
     * Plain read of a 64-bit word of an array at the start of the buffer. One comparison checks both the end of the
     * array and the end of the buffer.
     *
     * @param word  index in the array, in words.
     * @param count length of the array, in words.
     * @return the word.
     * @throws IndexOutOfBoundsException when the array has no such word, or the buffer is too short for it.
     */
    public abstract long getWord(int word, int count);

    /**
     * Plain read of successive 64-bit words, in the order of their indices.
     *
     * @param index index in bytes of the first word.
     * @param into  receives the words, at indices from 0 on.
     * @param count number of words.
     */
    public abstract void getLongs(int index, long[] into, int count);

    /**
     * Plain write of a 64-bit word.
     *
     * @param index in bytes.
     * @param value value to store.
     */
    public abstract void putLong(int index, long value);

    /**
     * Plain write of four successive 64-bit words, for instance a header.
     *
     * @param index  index in bytes of the first word.
     * @param first  value to store.
     * @param second value to store.
     * @param third  value to store.
     * @param fourth value to store.
     */
    public abstract void putLongs(int index, long first, long second, long third, long fourth);

    /**
     * Plain write of two successive 64-bit words, with one check of the bounds. If they do not both fit, nothing is
     * written.
     *
     * @param index  index in bytes of the first word.
     * @param first  value to store there.
     * @param second value to store behind it.
     */
    public abstract void putLongs(int index, long first, long second);

    /**
     * Plain write of successive 64-bit words, in the order of their indices.
     *
     * @param index index in bytes of the first word.
     * @param from  has the words, at indices from 0 on.
     * @param count number of words.
     */
    public abstract void putLongs(int index, long[] from, int count);

    /**
     * Plain write of one value to successive 64-bit words, in the order of their indices.
     *
     * @param index index in bytes of the first word.
     * @param value value to store.
     * @param count number of words.
     */
    public abstract void fillLongs(int index, long value, int count);

    /**
     * Volatile read of a 64-bit word.
     *
     * @param index in bytes, a multiple of 8.
     * @return the word.
     */
    public abstract long getLongVolatile(int index);

    /**
     * Release write of a 64-bit word.
     *
     * @param index in bytes, a multiple of 8.
     * @param value value to store.
     */
    public abstract void putLongRelease(int index, long value);

    /**
     * Volatile write of a 64-bit word.
     *
     * @param index in bytes, a multiple of 8.
     * @param value value to store.
     */
    public abstract void putLongVolatile(int index, long value);

    /**
     * Atomic compare-and-set of a 64-bit word with the memory effects of a volatile read and write.
     *
     * @param index    in bytes, a multiple of 8.
     * @param expected the value to compare with.
     * @param value    value to store.
     * @return true if the word had the expected value and has been replaced.
     */
    public abstract boolean compareAndSetLong(int index, long expected, long value);

    /**
     * Plain read of bytes into an array.
     *
     * @param index  in bytes.
     * @param target array to copy to.
     * @param offset of the first byte in the array.
     * @param length in bytes.
     */
    public final void getBytes(final int index, final byte[] target, final int offset, final int length)
    {
        bytes.get(index, target, offset, length);
    }

    /**
     * Plain read of bytes into a {@link ByteBuffer}, from its position on. The position does not change.
     *
     * @param index  in bytes.
     * @param target buffer to copy to.
     * @param length in bytes, at most the remaining bytes of the target.
     */
    public final void getBytes(final int index, final ByteBuffer target, final int length)
    {
        target.put(target.position(), bytes, index, length);
    }

    /**
     * Plain read of bytes into a {@link ByteBuffer}, whose position has no meaning here. Several threads may copy into
     * one buffer this way.
     *
     * @param index       in bytes.
     * @param target      buffer to copy to.
     * @param targetIndex of the first byte in the target.
     * @param length      in bytes.
     */
    public final void getBytes(final int index, final ByteBuffer target, final int targetIndex, final int length)
    {
        target.put(targetIndex, bytes, index, length);
    }

    /**
     * Plain write of bytes from an array.
     *
     * @param index  in bytes.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param length in bytes.
     */
    public final void putBytes(final int index, final byte[] source, final int offset, final int length)
    {
        bytes.put(index, source, offset, length);
    }

    /**
     * Plain write of bytes from a {@link ByteBuffer}, from its position on. The position does not change.
     *
     * @param index  in bytes.
     * @param source buffer to copy from.
     * @param length in bytes, at most the remaining bytes of the source.
     */
    public final void putBytes(final int index, final ByteBuffer source, final int length)
    {
        bytes.put(index, source, source.position(), length);
    }

    /**
     * Plain write of bytes from a {@link ByteBuffer}, whose position has no meaning here.
     *
     * @param index       in bytes.
     * @param source      buffer to copy from.
     * @param sourceIndex of the first byte in the source.
     * @param length      in bytes.
     */
    public final void putBytes(final int index, final ByteBuffer source, final int sourceIndex, final int length)
    {
        bytes.put(index, source, sourceIndex, length);
    }

    /**
     * Creates a view for those who take a {@link ByteBuffer}, such as checksums and channels. It has a position of its
     * own, and belongs to one thread at a time.
     *
     * @return a new view of the whole memory, which cannot be written through it.
     */
    public final ByteBuffer newReadOnlyView()
    {
        return bytes.asReadOnlyBuffer().clear();
    }

    /**
     * Copies bytes into another buffer.
     *
     * @param from   index in bytes in this buffer.
     * @param target buffer to copy to.
     * @param to     index in bytes in the target.
     * @param length in bytes.
     */
    public abstract void copyTo(int from, OffHeapBuffer target, int to, int length);

    /**
     * Copies 64-bit words into another buffer one by one, which is faster than {@link #copyTo} for few words.
     *
     * @param from   index in bytes in this buffer, a multiple of 8.
     * @param target buffer to copy to.
     * @param to     index in bytes in the target, a multiple of 8.
     * @param length in bytes, a multiple of 8.
     */
    public abstract void copyWordsTo(int from, OffHeapBuffer target, int to, int length);

    @Override
    public final String toString()
    {
        return "OffHeapBuffer{capacity=" + capacity() + '}';
    }
}
