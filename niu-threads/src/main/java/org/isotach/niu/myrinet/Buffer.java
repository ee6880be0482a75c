/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.nio.ByteBuffer;

import org.isotach.memory.OffHeapBuffer;

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
public final class Buffer
{
    private static final int UNUSABLE = -1;

    private final DmaRegion region;
    private final OffHeapBuffer memory;
    private final int block;
    private final int base;
    private final boolean isParanoid;
    private BufferState state = BufferState.FREE;

    // What may be read and written, UNUSABLE if nothing.
    private int readable = UNUSABLE;
    private int writable = UNUSABLE;
    private int length;
    private int generation;
    private int share;
    private int sender;
    private long tag;
    private boolean isKept;
    private boolean isShared;
    private boolean isRetained;
    private Buffer next;

    Buffer(final DmaRegion region, final int block, final boolean isParanoid)
    {
        this.region = region;
        this.block = block;
        this.isParanoid = isParanoid;
        memory = region.memory();
        base = region.offset(block);
        sender = region.host();
    }

    /**
     * The block was taken from the pool.
     */
    void own()
    {
        state = BufferState.OWNED;
        generation = BlockWord.generation(region.word(block));
        readable = region.blockLength();
        writable = readable;
        length = 0;
        isKept = false;
        isShared = false;
        isRetained = false;
        next = null;
    }

    /**
     * A share of the block was received.
     *
     * @param available how much of it is there: less than its length while its sender is filling it.
     */
    void receive(final PartView part, final int available, final int sentBy, final long sentTag)
    {
        state = BufferState.RECEIVED;
        generation = part.generation();
        share = part.share();
        isShared = part.isShared();
        length = part.length();
        readable = available;
        writable = isShared || available < length ? UNUSABLE : region.blockLength();
        sender = sentBy;
        tag = sentTag;
        isKept = false;
        next = null;
    }

    void append(final Buffer nextPart)
    {
        next = nextPart;
    }

    /**
     * Hands the block over.
     *
     * @param keep   true if it comes back to this handle.
     * @param shares of the block that are under way now, one bit each.
     * @return false if the memory is not this handle's any more.
     */
    boolean tryHandOver(final boolean keep, final int shares)
    {
        final boolean isSent = BufferState.OWNED == state ? region.trySend(block, generation, keep, shares) :
            region.trySendOn(block, generation, share);
        if (isSent)
        {
            lent(keep);
            generation = BlockWord.nextGeneration(BlockWord.of(generation, BlockWord.OUT));
        }
        return isSent;
    }

    /**
     * Hands the block over that {@link #fill} is going to fill.
     */
    void handOverFilling(final int lengthOfAll)
    {
        region.fill(block, 0);
        length = lengthOfAll;
        region.trySendFilling(block, generation);
        lent(false);
        generation = BlockWord.nextGeneration(BlockWord.of(generation, BlockWord.OUT));
    }

    /**
     * Copies the content into a block that has been handed over, piece by piece.
     */
    void fill(final byte[] source, final int offset, final int chunk)
    {
        try
        {
            int filled = 0;
            while (filled < length)
            {
                final int piece = Math.min(chunk, length - filled);
                memory.putBytes(base + filled, source, offset + filled, piece);
                filled += piece;
                region.fill(block, filled);
            }
        }
        finally
        {
            region.tryRelease(block, generation, BlockWord.FILLING);
        }
    }

    /**
     * The content was copied to its receiver: the block is of no use any more, unless it is kept.
     */
    void sentAsCopy(final boolean keep)
    {
        if (!keep)
        {
            if (BufferState.OWNED == state)
            {
                region.tryFree(block, generation);
            }
            else
            {
                region.tryRelease(block, generation, share);
            }
            lent(false);
        }
    }

    private void lent(final boolean keep)
    {
        isKept |= keep;
        state = BufferState.LENT;
        readable = UNUSABLE;
        writable = UNUSABLE;
    }

    /**
     * Makes the handle useless for who has sent it by a protocol that keeps the content until it has arrived.
     */
    void retain()
    {
        lent(true);
        isRetained = true;
    }

    /**
     * Makes the handle usable for the protocol.
     */
    void endRetention()
    {
        isRetained = false;
    }

    /**
     * Takes a block back that was lent to one receiver, if the receiver has not got it yet.
     */
    boolean tryTakeBack()
    {
        return BufferState.LENT == state() && region.tryTakeBack(block, generation, 0) &&
            BufferState.OWNED == state();
    }

    /**
     * Returns the state of this handle.
     *
     * @return the state; that of a buffer that was lent becomes {@link BufferState#OWNED} when all receivers have
     * freed it.
     */
    public BufferState state()
    {
        if (BufferState.LENT == state && isKept && !isRetained)
        {
            final long word = region.word(block);
            if (BlockWord.OWNED == BlockWord.state(word))
            {
                final int lengthBefore = length;
                own();
                length = lengthBefore;
            }
        }
        return state;
    }

    /**
     * Returns whether this buffer has been sent, and is still on its way or with its receivers: until then a buffer
     * that was lent must be left alone.
     *
     * @return true if so.
     */
    public boolean isBusy()
    {
        if (BufferState.LENT != state() || isRetained)
        {
            return isRetained;
        }
        final long word = region.word(block);
        return isKept || BlockWord.OUT == BlockWord.state(word) && BlockWord.generation(word) == generation;
    }

    /**
     * Returns whether several hosts have received this buffer: then none of them may write it or send it on.
     *
     * @return true if so.
     */
    public boolean isShared()
    {
        return isShared;
    }

    /**
     * Returns the length of the block.
     *
     * @return the length in bytes.
     */
    public int capacity()
    {
        return region.blockLength();
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
        if (bytes < 0 || bytes > region.blockLength())
        {
            throw new IllegalArgumentException("length: " + bytes + " (expected: 0.." + region.blockLength() +
                " bytes; see MyrinetContext.bufferLength, or send several buffers)");
        }
        length = bytes;
        readable = Math.max(readable, bytes);
        return this;
    }

    /**
     * Returns how much of the content is there: all of it, unless its sender is still filling the buffer, see {@link
     * Nic#send(int, int, byte[], int, int)}.
     *
     * @return number of bytes that may be read.
     */
    public int available()
    {
        checkUsable();
        if (readable < length)
        {
            readable = region.filled(block);
            writable = readable < length || isShared ? UNUSABLE : region.blockLength();
        }
        return Math.min(readable, length);
    }

    /**
     * Returns the host that has sent this buffer.
     *
     * @return number of the host; the own host before it was sent.
     */
    public int sender()
    {
        return sender;
    }

    /**
     * Returns the next part of a message that was gathered from several buffers. Each part is freed, or sent on, by
     * itself.
     *
     * @return null behind the last part.
     */
    public Buffer next()
    {
        return next;
    }

    /**
     * Gives the memory back. A buffer that was lent is given back when its receivers have freed it.
     *
     * @throws IllegalStateException when it was freed before, or was sent and not lent, or was taken from this host
     *                               because the host was expelled.
     */
    public void free()
    {
        final BufferState before = state();
        if (BufferState.FREE == before || BufferState.LENT == before && (!isKept || isRetained))
        {
            throw unusable();
        }
        state = BufferState.FREE;
        readable = UNUSABLE;
        writable = UNUSABLE;
        // The handle may belong to another thread from here on.
        if (BufferState.LENT == before)
        {
            region.freeLent(block);
        }
        else if (!(BufferState.OWNED == before ? region.tryFree(block, generation) :
            region.tryRelease(block, generation, share)))
        {
            throw takenAway();
        }
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
     * Refuses to send the content, before anything has been changed.
     */
    void checkSendable(final int shares)
    {
        checkUsable();
        if (isShared)
        {
            throw new IllegalStateException("the buffer was sent to several hosts, which read the same memory: copy" +
                " it into a buffer of your own to send it on");
        }
        if (available() < length)
        {
            throw new IllegalStateException("only " + readable + " bytes of " + length +
                " have arrived: send it on when available() says that all are there");
        }
        if (shares > 1 && BufferState.OWNED != state)
        {
            throw new IllegalStateException("a received buffer can be sent on to one host, not to " + shares +
                ": copy it into a buffer of your own");
        }
    }

    DmaRegion region()
    {
        return region;
    }

    int block()
    {
        return block;
    }

    /**
     * Returns what names the block in packets.
     */
    int place()
    {
        return Packet.place(region.host(), block);
    }

    int generation()
    {
        return generation;
    }

    long tag()
    {
        return tag;
    }

    private void checkWritable()
    {
        checkUsable();
        if (available() < length || isShared)
        {
            throw new IllegalStateException("the buffer must not be written while " + (isShared ?
                "other hosts read the same memory" : "its sender is filling it"));
        }
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

    private RuntimeException refusedToRead(final int index, final int size)
    {
        checkHeld();
        return index < 0 || size < 0 || size > Math.max(length, readable) - index ?
            outside(index, size, Math.max(length, readable)) :
            new IllegalStateException("only " + readable + " bytes of " + length +
                " have arrived: ask available() for more, and read those that it counts");
    }

    private RuntimeException refusedToWrite(final int index, final int size)
    {
        checkHeld();
        checkWritable();
        return outside(index, size, writable);
    }

    /**
     * A buffer that was lent is used again only after its sender has asked whether it is back.
     */
    private void checkHeld()
    {
        if (BufferState.FREE == state || BufferState.LENT == state)
        {
            throw unusable();
        }
    }

    private static IndexOutOfBoundsException outside(final int index, final int size, final int limit)
    {
        return new IndexOutOfBoundsException(
            "index: " + index + ", size: " + size + " (expected: inside the " + limit + " bytes of the buffer)");
    }

    private void checkUsable()
    {
        if (BufferState.OWNED != state && BufferState.RECEIVED != state && BufferState.OWNED != state())
        {
            throw unusable();
        }
        if (isParanoid)
        {
            checkGeneration();
        }
    }

    private void checkGeneration()
    {
        final long word = region.word(block);
        final boolean isHeld = BufferState.OWNED == state ? BlockWord.OWNED == BlockWord.state(word) :
            BlockWord.OUT == BlockWord.state(word) && BlockWord.isReceived(word, share);
        if (!isHeld || generation != BlockWord.generation(word))
        {
            throw takenAway();
        }
    }

    private IllegalStateException unusable()
    {
        return new IllegalStateException(BufferState.FREE == state ?
            "the buffer was freed: take another one with tryBuffer() or tryReceive()" :
            "the buffer was sent, and belongs to its receiver: take another one with tryBuffer()" +
            (isKept && !isRetained ? ", or wait until isBusy() returns false" : ", or lend() it to get it back"));
    }

    private IllegalStateException takenAway()
    {
        return new IllegalStateException("the memory of this buffer is in other use: generation " + generation +
            " is over, because the buffer was freed, sent, or taken from an expelled host");
    }

    @Override
    public String toString()
    {
        return "Buffer{host=" + region.host() + ", block=" + block + ", state=" + state + ", length=" + length + '}';
    }
}
