/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * A handle of one block of off-heap memory that changes its owner when it is sent: the receiver gets another handle of
 * the same memory, and nothing is copied. {@link BufferState} says what a handle may be used for; everything else
 * throws {@link IllegalStateException}. Indices are in bytes from the start of the block, and are checked; words have
 * the byte order of the machine and need no alignment. Bytes that were not written are undefined.
 * <p>
 * A handle belongs to one thread at a time. Handles are used again when their block is: with {@link
 * org.isotach.niu.ClusterContext#paranoid(boolean)} each hand-over makes a new one, and each access compares
 * generations, so that every use of an old one throws.
 */
public final class Buffer extends BlockHold
{
    private final Buffer[] alone = { this };
    private int length;
    private int sender;
    private long tag;
    private Buffer next;

    Buffer(final DmaRegion region, final int block, final boolean isParanoid)
    {
        super(region, block, isParanoid);
        sender = region.host();
    }

    /**
     * The block was taken from the pool.
     */
    void own()
    {
        hold();
        length = 0;
        next = null;
    }

    /**
     * A share of the block was received.
     *
     * @param available how much of it is there: less than its length while its sender is filling it.
     */
    void receive(final PartView part, final int available, final int sentBy, final long sentTag)
    {
        receiveShare(part, available);
        length = part.length();
        sender = sentBy;
        tag = sentTag;
        next = null;
    }

    /**
     * Returns this buffer as the only part of a message; the caller must not change the array.
     */
    Buffer[] alone()
    {
        return alone;
    }

    void append(final Buffer nextPart)
    {
        next = nextPart;
    }

    /**
     * Hands the block over that {@link #fill} is going to fill.
     */
    void handOverFilling(final int lengthOfAll)
    {
        length = lengthOfAll;
        handOverFilling();
    }

    /**
     * Copies the content into a block that has been handed over, piece by piece.
     */
    void fill(final byte[] source, final int offset, final int chunk)
    {
        fill(source, offset, length, chunk);
    }

    /**
     * Returns the length of the block.
     *
     * @return the length in bytes.
     */
    public int capacity()
    {
        return region().blockLength();
    }

    /**
     * Returns the length of the content.
     *
     * @return the length in bytes.
     * @throws IllegalStateException when the buffer is not {@link BufferState#OWNED} or {@link BufferState#RECEIVED}.
     */
    public int length()
    {
        checkUsable();
        return length;
    }

    /**
     * Sets the length of the content.
     *
     * @param bytes 0..{@link #capacity()}.
     * @return this.
     * @throws IllegalArgumentException when the block is shorter.
     * @throws IllegalStateException    when the buffer must not be written.
     */
    public Buffer length(final int bytes)
    {
        checkWritable();
        if (bytes < 0 || bytes > capacity())
        {
            throw new IllegalArgumentException("length: " + bytes + " (expected: 0.." + capacity() +
                " bytes; see MyrinetContext.bufferLength, and inlineLength for what was received in a packet of its" +
                " own; or send several buffers)");
        }
        length = bytes;
        use(Math.max(readable(), bytes), writable());
        return this;
    }

    /**
     * Returns how much of the content is there: all of it, unless its sender is still filling the buffer, see {@link
     * Nic#trySend(int, int, byte[], int, int)}.
     *
     * @return number of bytes that may be read.
     */
    public int available()
    {
        checkUsable();
        if (readable() < length)
        {
            final int there = region().filled(block());
            // All is there when the sender has let go, too: until then the block must not be written, or sent on.
            filled(region().isFilling(block()) ? Math.min(there, length - 1) : there, length);
        }
        return Math.min(readable(), length);
    }

    /**
     * Returns the host that has sent this buffer.
     *
     * @return number of the host; the own host before it was sent.
     * @throws IllegalStateException when the buffer is not {@link BufferState#OWNED} or {@link BufferState#RECEIVED}.
     */
    public int sender()
    {
        checkUsable();
        return sender;
    }

    /**
     * For protocols, which may have a buffer that is taken from them at any time: its host was expelled.
     */
    boolean isFrom(final int host)
    {
        return host == sender;
    }

    /**
     * Returns the next part of a message that was gathered from several buffers. Each part is freed, or sent on, by
     * itself: ask for the next one before that.
     *
     * @return null behind the last part.
     * @throws IllegalStateException when the buffer is not {@link BufferState#OWNED} or {@link BufferState#RECEIVED}.
     */
    public Buffer next()
    {
        checkUsable();
        return next;
    }

    /**
     * Frees this buffer and the parts behind it, which nobody is going to use. What was taken because the host was
     * expelled is in other hands already.
     */
    void drop()
    {
        Buffer part = this;
        while (null != part)
        {
            // Before the part is free: its handle may belong to another thread then.
            final Buffer rest = part.next;
            part.tryFree();
            part = rest;
        }
    }

    /**
     * Refuses to send the content, before anything has been changed.
     */
    void checkSendable(final int shares)
    {
        checkUsable();
        if (isShared())
        {
            throw new IllegalStateException("the buffer was sent to several hosts, which read the same memory: copy" +
                " it into a buffer of your own to send it on");
        }
        if (available() < length)
        {
            throw new IllegalStateException("only " + readable() + " bytes of " + length +
                " have arrived: send it on when available() says that all are there");
        }
        if (shares > 1 && BufferState.OWNED != state())
        {
            throw new IllegalStateException("a received buffer can be sent on to one host, not to " + shares +
                ": copy it into a buffer of your own");
        }
    }

    long tag()
    {
        return tag;
    }

    private void checkWritable()
    {
        checkUsable();
        if (available() < length || isShared())
        {
            throw new IllegalStateException("the buffer must not be written while " + (isShared() ?
                "other hosts read the same memory" : "its sender is filling it"));
        }
    }

    @Override
    RuntimeException refusedToRead(final int index, final int size)
    {
        checkHeld();
        return index < 0 || size < 0 || size > Math.max(length, readable()) - index ?
            outside(index, size, Math.max(length, readable())) :
            new IllegalStateException("only " + readable() + " bytes of " + length +
                " have arrived: ask available() for more, and read those that it counts");
    }

    @Override
    RuntimeException refusedToWrite(final int index, final int size)
    {
        checkHeld();
        checkWritable();
        return outside(index, size, writable());
    }

    @Override
    public String toString()
    {
        return "Buffer{host=" + region().host() + ", block=" + block() + ", state=" + lastState() +
            ", length=" + length + '}';
    }
}
