/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * An {@link OffHeapBuffer} on top of {@link UnsafeAccess}. It makes all checks itself, with fewer instructions than a
 * {@link ByteBuffer} takes.
 * <p>
 * The garbage collector does not know addresses, so every access ends with a fence that keeps the buffer, and with it
 * the memory, alive until then.
 */
final class UnsafeOffHeapBuffer extends OffHeapBuffer
{
    private static final int LONG_SHIFT = 3;

    private final long address;
    private final int words;

    /**
     * Only where {@link UnsafeAccess#isAvailable}.
     */
    UnsafeOffHeapBuffer(final ByteBuffer bytes)
    {
        super(bytes);
        address = UnsafeAccess.addressOf(bytes);
        words = capacity() >> LONG_SHIFT;
    }

    @Override
    public byte getByte(final int index)
    {
        final byte value = UnsafeAccess.GET_BYTE.at(checked(index, Byte.BYTES));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void putByte(final int index, final byte value)
    {
        UnsafeAccess.PUT_BYTE.at(checked(index, Byte.BYTES), value);
        Reference.reachabilityFence(this);
    }

    @Override
    public int getInt(final int index)
    {
        final int value = UnsafeAccess.GET_INT.at(checked(index, Integer.BYTES));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void putInt(final int index, final int value)
    {
        UnsafeAccess.PUT_INT.at(checked(index, Integer.BYTES), value);
        Reference.reachabilityFence(this);
    }

    @Override
    public long getLong(final int index)
    {
        final long value = UnsafeAccess.GET_LONG.at(checked(index, Long.BYTES));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public long getWord(final int word, final int count)
    {
        // In a loop over the words of one array, the JIT compiler does this once.
        Objects.checkFromToIndex(0, count, capacity() / Long.BYTES);
        final long value = UnsafeAccess.GET_LONG.at(address + (long)Objects.checkIndex(word, count) * Long.BYTES);
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void getLongs(final int index, final long[] into, final int count)
    {
        Objects.checkFromIndexSize(0, count, into.length);
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        final long from = address + index;
        int i = 0;
        // By hand, as in copyWordsTo().
        while (count - i >= 16)
        {
            getEight(from + (long)i * Long.BYTES, into, i);
            getEight(from + (long)(i + 8) * Long.BYTES, into, i + 8);
            i += 16;
        }
        if (0 != (count & 8))
        {
            getEight(from + (long)i * Long.BYTES, into, i);
            i += 8;
        }
        for (; i < count; i++)
        {
            into[i] = UnsafeAccess.GET_LONG.at(from + (long)i * Long.BYTES);
        }
        Reference.reachabilityFence(this);
    }

    private static void getEight(final long at, final long[] into, final int i)
    {
        into[i] = UnsafeAccess.GET_LONG.at(at);
        into[i + 1] = UnsafeAccess.GET_LONG.at(at + Long.BYTES);
        into[i + 2] = UnsafeAccess.GET_LONG.at(at + 2 * Long.BYTES);
        into[i + 3] = UnsafeAccess.GET_LONG.at(at + 3 * Long.BYTES);
        into[i + 4] = UnsafeAccess.GET_LONG.at(at + 4 * Long.BYTES);
        into[i + 5] = UnsafeAccess.GET_LONG.at(at + 5 * Long.BYTES);
        into[i + 6] = UnsafeAccess.GET_LONG.at(at + 6 * Long.BYTES);
        into[i + 7] = UnsafeAccess.GET_LONG.at(at + 7 * Long.BYTES);
    }

    @Override
    public void putLongs(final int index, final long[] from, final int count)
    {
        Objects.checkFromIndexSize(0, count, from.length);
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        final long to = address + index;
        for (int i = 0; i < count; i++)
        {
            UnsafeAccess.PUT_LONG.at(to + (long)i * Long.BYTES, from[i]);
        }
        Reference.reachabilityFence(this);
    }

    @Override
    public void fillLongs(final int index, final long value, final int count)
    {
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        final long to = address + index;
        for (int i = 0; i < count; i++)
        {
            UnsafeAccess.PUT_LONG.at(to + (long)i * Long.BYTES, value);
        }
        Reference.reachabilityFence(this);
    }

    @Override
    public void putLong(final int index, final long value)
    {
        UnsafeAccess.PUT_LONG.at(checked(index, Long.BYTES), value);
        Reference.reachabilityFence(this);
    }

    @Override
    public void putLongs(final int index, final long first, final long second)
    {
        final long at = checked(index, 2 * Long.BYTES);
        UnsafeAccess.PUT_LONG.at(at, first);
        UnsafeAccess.PUT_LONG.at(at + Long.BYTES, second);
        Reference.reachabilityFence(this);
    }

    @Override
    public void putLongs(
        final int index, final long first, final long second, final long third, final long fourth)
    {
        final long at = checked(index, 4 * Long.BYTES);
        UnsafeAccess.PUT_LONG.at(at, first);
        UnsafeAccess.PUT_LONG.at(at + Long.BYTES, second);
        UnsafeAccess.PUT_LONG.at(at + 2 * Long.BYTES, third);
        UnsafeAccess.PUT_LONG.at(at + 3 * Long.BYTES, fourth);
        Reference.reachabilityFence(this);
    }

    @Override
    public long getLongVolatile(final int index)
    {
        final long value = UnsafeAccess.GET_LONG_VOLATILE.at(checkedWord(index));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void putLongRelease(final int index, final long value)
    {
        UnsafeAccess.PUT_LONG_RELEASE.at(checkedWord(index), value);
        Reference.reachabilityFence(this);
    }

    @Override
    public void putLongVolatile(final int index, final long value)
    {
        UnsafeAccess.PUT_LONG_VOLATILE.at(checkedWord(index), value);
        Reference.reachabilityFence(this);
    }

    @Override
    public boolean compareAndSetLong(final int index, final long expected, final long value)
    {
        final boolean isSet = UnsafeAccess.COMPARE_AND_SET_LONG.at(checkedWord(index), expected, value);
        Reference.reachabilityFence(this);
        return isSet;
    }

    @Override
    public void copyTo(final int from, final OffHeapBuffer target, final int to, final int length)
    {
        Objects.checkFromIndexSize(from, length, capacity());
        Objects.checkFromIndexSize(to, length, target.capacity());
        // All buffers of a JVM have the same class.
        UnsafeAccess.COPY.at(address + from, ((UnsafeOffHeapBuffer)target).address + to, length);
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(target);
    }

    @Override
    public void copyWordsTo(final int from, final OffHeapBuffer target, final int to, final int length)
    {
        Objects.checkFromIndexSize(from, length, capacity());
        Objects.checkFromIndexSize(to, length, target.capacity());
        // As in copyTo().
        final long source = address + from;
        final long sink = ((UnsafeOffHeapBuffer)target).address + to;
        // Eight at a time by hand: what the compiler puts around a loop that it unrolls takes longer than a short copy.
        int i = 0;
        while (i + 8 * Long.BYTES <= length)
        {
            copyFourWords(source + i, sink + i);
            copyFourWords(source + i + 4 * Long.BYTES, sink + i + 4 * Long.BYTES);
            i += 8 * Long.BYTES;
        }
        if (0 != (length & 4 * Long.BYTES))
        {
            copyFourWords(source + i, sink + i);
            i += 4 * Long.BYTES;
        }
        if (0 != (length & 2 * Long.BYTES))
        {
            copyWord(source + i, sink + i);
            copyWord(source + i + Long.BYTES, sink + i + Long.BYTES);
            i += 2 * Long.BYTES;
        }
        if (0 != (length & Long.BYTES))
        {
            copyWord(source + i, sink + i);
        }
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(target);
    }

    private static void copyFourWords(final long source, final long sink)
    {
        copyWord(source, sink);
        copyWord(source + Long.BYTES, sink + Long.BYTES);
        copyWord(source + 2 * Long.BYTES, sink + 2 * Long.BYTES);
        copyWord(source + 3 * Long.BYTES, sink + 3 * Long.BYTES);
    }

    private static void copyWord(final long source, final long sink)
    {
        UnsafeAccess.PUT_LONG.at(sink, UnsafeAccess.GET_LONG.at(source));
    }

    private long checked(final int index, final int length)
    {
        return address + Objects.checkIndex(index, capacity() - (length - 1));
    }

    /**
     * Returns the address of an aligned word.
     */
    long checkedWord(final int index)
    {
        // One comparison checks both: the low bits of an unaligned index become high ones.
        final int word = Integer.rotateRight(index, LONG_SHIFT);
        if (word < 0 || word >= words)
        {
            throw badWord(index);
        }
        return address + index;
    }

    private RuntimeException badWord(final int index)
    {
        return 0 == (index & Long.BYTES - 1) ?
            new IndexOutOfBoundsException("index: " + index + " (expected: 0.." + (capacity() - Long.BYTES) + ')') :
            new IllegalStateException("misaligned access at index: " + index);
    }
}
