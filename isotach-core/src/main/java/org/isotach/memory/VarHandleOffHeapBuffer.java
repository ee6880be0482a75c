/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * An {@link OffHeapBuffer} on top of what every JDK supports: a direct {@link ByteBuffer} for plain accesses, and a
 * view on it for the others. Both check their indices.
 */
final class VarHandleOffHeapBuffer extends OffHeapBuffer
{
    private static final VarHandle LONG =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();

    VarHandleOffHeapBuffer(final ByteBuffer bytes)
    {
        super(bytes);
    }

    @Override
    public byte getByte(final int index)
    {
        return bytes().get(index);
    }

    @Override
    public void putByte(final int index, final byte value)
    {
        bytes().put(index, value);
    }

    @Override
    public int getInt(final int index)
    {
        return bytes().getInt(index);
    }

    @Override
    public void putInt(final int index, final int value)
    {
        bytes().putInt(index, value);
    }

    @Override
    public long getLong(final int index)
    {
        return bytes().getLong(index);
    }

    @Override
    public long getWord(final int word, final int count)
    {
        Objects.checkFromToIndex(0, count, capacity() / Long.BYTES);
        return bytes().getLong(Objects.checkIndex(word, count) * Long.BYTES);
    }

    @Override
    public void getLongs(final int index, final long[] into, final int count)
    {
        // These first: if the words are not all there, nothing is read.
        Objects.checkFromIndexSize(0, count, into.length);
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        for (int i = 0; i < count; i++)
        {
            into[i] = bytes().getLong(index + i * Long.BYTES);
        }
    }

    @Override
    public void putLongs(final int index, final long[] from, final int count)
    {
        // These first: if the words do not all fit, nothing is written.
        Objects.checkFromIndexSize(0, count, from.length);
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        for (int i = 0; i < count; i++)
        {
            bytes().putLong(index + i * Long.BYTES, from[i]);
        }
    }

    @Override
    public void fillLongs(final int index, final long value, final int count)
    {
        // As above.
        Objects.checkFromIndexSize((long)index, (long)count * Long.BYTES, capacity());
        for (int i = 0; i < count; i++)
        {
            bytes().putLong(index + i * Long.BYTES, value);
        }
    }

    @Override
    public void putLong(final int index, final long value)
    {
        bytes().putLong(index, value);
    }

    @Override
    public void putLongs(final int index, final long first, final long second)
    {
        Objects.checkFromIndexSize(index, 2 * Long.BYTES, capacity());
        putLong(index, first);
        putLong(index + Long.BYTES, second);
    }

    @Override
    public void putLongs(
        final int index, final long first, final long second, final long third, final long fourth)
    {
        // First: if they do not all fit, nothing is written.
        Objects.checkFromIndexSize(index, 4 * Long.BYTES, capacity());
        putLong(index, first);
        putLong(index + Long.BYTES, second);
        putLong(index + 2 * Long.BYTES, third);
        putLong(index + 3 * Long.BYTES, fourth);
    }

    @Override
    public long getLongVolatile(final int index)
    {
        return (long)LONG.getVolatile(bytes(), index);
    }

    @Override
    public void putLongRelease(final int index, final long value)
    {
        LONG.setRelease(bytes(), index, value);
    }

    @Override
    public void putLongVolatile(final int index, final long value)
    {
        LONG.setVolatile(bytes(), index, value);
    }

    @Override
    public boolean compareAndSetLong(final int index, final long expected, final long value)
    {
        return LONG.compareAndSet(bytes(), index, expected, value);
    }

    @Override
    public void copyTo(final int from, final OffHeapBuffer target, final int to, final int length)
    {
        target.bytes().put(to, bytes(), from, length);
    }

    @Override
    public void copyWordsTo(final int from, final OffHeapBuffer target, final int to, final int length)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            target.putLong(to + i, getLong(from + i));
        }
    }
}
