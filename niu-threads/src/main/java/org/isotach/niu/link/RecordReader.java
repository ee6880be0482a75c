/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Wakeable;

/**
 * The receiving end of a {@link RecordRing}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the receiving host at a time.
 */
public final class RecordReader extends Padded implements PacketReader
{
    /**
     * In place of an index: there is no packet.
     */
    public static final int NONE = -1;

    private final OffHeapBuffer buffer;
    private final int capacity;
    private final int producedIndex;
    private final int consumedIndex;
    private final Wakeable sender;

    private long position;

    // The known position up to which the sender has written: its own word is read only after everything has been taken.
    private long produced;
    private int offset;
    private int length;
    private boolean isHeld;

    RecordReader(final OffHeapBuffer buffer, final int capacity, final Wakeable sender)
    {
        this.buffer = buffer;
        this.capacity = capacity;
        this.sender = sender;
        producedIndex = RecordLayout.producedIndex(capacity);
        consumedIndex = RecordLayout.consumedIndex(capacity);
    }

    @Override
    public boolean next()
    {
        release();
        offset = tryTake();
        isHeld = NONE != offset;
        return isHeld;
    }

    /**
     * Moves to the next packet, for an owner that remembers whether there is one, and calls {@link #giveBack} before
     * the next call.
     *
     * @return index in bytes of the packet in {@link #buffer()}; {@link #NONE} if there is none at present.
     */
    public int tryTake()
    {
        if (!hasNext())
        {
            return NONE;
        }
        final int index = (int)position & capacity - 1;
        length = (int)buffer.getLong(index);
        position += RecordLayout.recordLength(length);
        return index + RecordLayout.HEADER_LENGTH;
    }

    @Override
    public boolean mayHaveNext()
    {
        return isHeld || position < produced || look();
    }

    @Override
    public boolean hasFoundMore()
    {
        return position < produced;
    }

    @Override
    public void release()
    {
        if (isHeld)
        {
            isHeld = false;
            giveBack();
        }
    }

    /**
     * Gives the packet that {@link #tryTake} has found back to the sender.
     */
    public void giveBack()
    {
        // Release: everything up to here has been read. Partner: RecordWriter.makeRoom().
        buffer.putLongRelease(consumedIndex, position);
        if (null != sender)
        {
            sender.wake();
        }
    }

    /**
     * Returns whether everything that was sent has been read and given back. Not between {@link #tryTake} and {@link
     * #giveBack}.
     *
     * @return false if there is a current packet, or a next one.
     */
    public boolean isEmpty()
    {
        return !isHeld && !hasNext();
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    @Override
    public int offset()
    {
        return offset;
    }

    @Override
    public int length()
    {
        return length;
    }

    @Override
    public long corruptPackets()
    {
        return 0;
    }

    /**
     * Returns whether there is a packet to take, after the current one has been given back. A record of padding alone
     * does not count.
     */
    private boolean hasNext()
    {
        while (position < produced || look())
        {
            final int index = (int)position & capacity - 1;
            if (RecordLayout.PADDING != buffer.getLong(index))
            {
                return true;
            }
            position += capacity - index;
            giveBack();
        }
        return false;
    }

    private boolean look()
    {
        // Acquire: the records. Partner: RecordWriter.publish().
        produced = buffer.getLongVolatile(producedIndex);
        return position != produced;
    }

    @Override
    public String toString()
    {
        return "RecordReader{position=" + position + ", held=" + isHeld + '}';
    }
}
