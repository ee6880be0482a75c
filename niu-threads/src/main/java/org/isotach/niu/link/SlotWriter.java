/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The sending end of a {@link SlotRing}. A slot is written in place, between {@link #tryClaim} and {@link #commit}; the
 * reader sees it after {@link #flush}, and all slots of a batch at once.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread at a time.
 */
public final class SlotWriter extends Padded
{
    /**
     * In place of an index: all slots are in use.
     */
    public static final int NO_ROOM = -1;

    private final OffHeapBuffer buffer;
    private final int mask;
    private final int capacity;
    private final int slotLength;
    private final int consumedIndex;

    // Numbers of slots: committed, and those of them that the reader may see.
    private long committed;
    private long flushed;

    // The known number of slots that the reader has given back: its own word is read only if that is not enough.
    private long consumed;
    private boolean isOpen;

    /**
     * @param capacity largest number of slots in use.
     */
    SlotWriter(
        final OffHeapBuffer buffer,
        final int slots,
        final int capacity,
        final int slotLength,
        final int consumedIndex)
    {
        this.buffer = buffer;
        this.capacity = capacity;
        this.slotLength = slotLength;
        this.consumedIndex = consumedIndex;
        mask = slots - 1;
    }

    /**
     * Opens the next slot. If all are in use, it flushes, so that the reader can give some back.
     *
     * @return index in bytes of the content of the slot in {@link #buffer()}, a multiple of 8; {@link #NO_ROOM} if all
     * slots are in use.
     * @throws IllegalStateException if a slot is open.
     */
    public int tryClaim()
    {
        if (isOpen)
        {
            throw new IllegalStateException("slot " + committed + " is open: commit() or abort() it before the next");
        }
        if (committed - consumed >= capacity && 0 == freeSlots())
        {
            flush();
            return NO_ROOM;
        }
        isOpen = true;
        return index(committed) + SlotRing.SEQUENCE_LENGTH;
    }

    /**
     * Returns how many slots can be claimed.
     *
     * @return number of slots; the reader may give back others in the meantime.
     */
    public int freeSlots()
    {
        // Acquire: the reader has read everything in these slots. Partner: SlotReader.release().
        consumed = buffer.getLongVolatile(consumedIndex);
        return (int)(capacity - (committed - consumed));
    }

    /**
     * Returns the memory of the open slot.
     *
     * @return always the same object.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Ends the open slot.
     *
     * @throws IllegalStateException if no slot is open.
     */
    public void commit()
    {
        close();
        if (committed != flushed)
        {
            // The reader comes here only after the first slot of the batch.
            buffer.putLong(index(committed), committed + 1);
        }
        committed++;
    }

    /**
     * Gives up the open slot.
     *
     * @throws IllegalStateException if no slot is open.
     */
    public void abort()
    {
        close();
    }

    private void close()
    {
        if (!isOpen)
        {
            throw new IllegalStateException("no slot is open: call tryClaim() first");
        }
        isOpen = false;
    }

    /**
     * Sends all slots that were committed.
     */
    public void flush()
    {
        if (committed != flushed)
        {
            // Release: the slots of the batch, with the sequences of the others. Partner: SlotReader.isEmpty().
            buffer.putLongRelease(index(flushed), flushed + 1);
            flushed = committed;
        }
    }

    private int index(final long slot)
    {
        return ((int)slot & mask) * slotLength;
    }

    @Override
    public String toString()
    {
        return "SlotWriter{committed=" + committed + ", flushed=" + flushed + '}';
    }
}
