/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;

/**
 * The bytes of one block: reads and writes those that its owner may use now. Indices are in bytes from the start of the
 * block, and are checked; words have the byte order of the machine and need no alignment.
 */
abstract class BufferWords
{
    /**
     * No byte may be used, not even none.
     */
    static final int UNUSABLE = -1;

    private final OffHeapBuffer memory;
    private final int base;
    private final boolean isParanoid;

    // What may be read and written, UNUSABLE if nothing.
    private int readable = UNUSABLE;
    private int writable = UNUSABLE;

    /**
     * @param memory     where the block is.
     * @param base       index in bytes of the block.
     * @param isParanoid true to ask at each access whose memory it is.
     */
    BufferWords(final OffHeapBuffer memory, final int base, final boolean isParanoid)
    {
        this.memory = memory;
        this.base = base;
        this.isParanoid = isParanoid;
    }

    /**
     * Reads a byte.
     *
     * @param index in bytes.
     * @return the byte.
     */
    public byte getByte(final int index)
    {
        return memory.getByte(toRead(index, Byte.BYTES));
    }

    /**
     * Writes a byte.
     *
     * @param index in bytes.
     * @param value the byte.
     */
    public void putByte(final int index, final byte value)
    {
        memory.putByte(toWrite(index, Byte.BYTES), value);
    }

    /**
     * Reads a 32-bit word.
     *
     * @param index in bytes.
     * @return the word.
     */
    public int getInt(final int index)
    {
        return memory.getInt(toRead(index, Integer.BYTES));
    }

    /**
     * Writes a 32-bit word.
     *
     * @param index in bytes.
     * @param value the word.
     */
    public void putInt(final int index, final int value)
    {
        memory.putInt(toWrite(index, Integer.BYTES), value);
    }

    /**
     * Reads a 64-bit word.
     *
     * @param index in bytes.
     * @return the word.
     */
    public long getLong(final int index)
    {
        return memory.getLong(toRead(index, Long.BYTES));
    }

    /**
     * Writes a 64-bit word.
     *
     * @param index in bytes.
     * @param value the word.
     */
    public void putLong(final int index, final long value)
    {
        memory.putLong(toWrite(index, Long.BYTES), value);
    }

    /**
     * Copies bytes into an array.
     *
     * @param index  in bytes.
     * @param target array to copy to.
     * @param offset of the first byte in the array.
     * @param count  number of bytes.
     */
    public void getBytes(final int index, final byte[] target, final int offset, final int count)
    {
        memory.getBytes(toRead(index, count), target, offset, count);
    }

    /**
     * Copies bytes into a {@link ByteBuffer}, from its position on. The position does not change.
     *
     * @param index  in bytes.
     * @param target buffer to copy to.
     * @param count  number of bytes.
     */
    public void getBytes(final int index, final ByteBuffer target, final int count)
    {
        memory.getBytes(toRead(index, count), target, count);
    }

    /**
     * Copies bytes from an array.
     *
     * @param index  in bytes.
     * @param source array to copy from.
     * @param offset of the first byte in the array.
     * @param count  number of bytes.
     */
    public void putBytes(final int index, final byte[] source, final int offset, final int count)
    {
        memory.putBytes(toWrite(index, count), source, offset, count);
    }

    /**
     * Copies bytes from a {@link ByteBuffer}, from its position on. The position does not change.
     *
     * @param index  in bytes.
     * @param source buffer to copy from.
     * @param count  number of bytes.
     */
    public void putBytes(final int index, final ByteBuffer source, final int count)
    {
        memory.putBytes(toWrite(index, count), source, count);
    }

    /**
     * Returns how many bytes may be read, less than 0 if none.
     */
    final int readable()
    {
        return readable;
    }

    /**
     * Returns how many bytes may be written, less than 0 if none.
     */
    final int writable()
    {
        return writable;
    }

    /**
     * Sets what may be used.
     *
     * @param toRead  number of bytes that may be read, {@link #UNUSABLE} if none.
     * @param toWrite number of bytes that may be written, {@link #UNUSABLE} if none.
     */
    final void use(final int toRead, final int toWrite)
    {
        readable = toRead;
        writable = toWrite;
    }

    /**
     * Allows no access.
     */
    final void useNothing()
    {
        use(UNUSABLE, UNUSABLE);
    }

    /**
     * Writes what is not for the owner to write.
     */
    final void fillWords(final int index, final byte[] source, final int offset, final int count)
    {
        memory.putBytes(base + index, source, offset, count);
    }

    final boolean isParanoid()
    {
        return isParanoid;
    }

    /**
     * Throws if the memory is in other use.
     */
    abstract void checkGeneration();

    /**
     * Says why bytes outside the readable ones are refused.
     */
    abstract RuntimeException refusedToRead(int index, int size);

    /**
     * Says why bytes outside the writable ones are refused.
     */
    abstract RuntimeException refusedToWrite(int index, int size);

    static IndexOutOfBoundsException outside(final int index, final int size, final int limit)
    {
        return new IndexOutOfBoundsException(
            "index: " + index + ", size: " + size + " (expected: inside the " + limit + " bytes of the buffer)");
    }

    private int toRead(final int index, final int size)
    {
        // In this form, and with an end that throws, the JIT compiler does it once for a loop.
        if (index < 0 || size < 0 || size > readable - index)
        {
            throw refusedToRead(index, size);
        }
        if (isParanoid)
        {
            checkGeneration();
        }
        return base + index;
    }

    private int toWrite(final int index, final int size)
    {
        if (index < 0 || size < 0 || size > writable - index)
        {
            throw refusedToWrite(index, size);
        }
        if (isParanoid)
        {
            checkGeneration();
        }
        return base + index;
    }
}
