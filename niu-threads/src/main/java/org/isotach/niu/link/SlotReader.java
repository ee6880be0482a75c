/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The receiving end of a {@link SlotRing}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread at a time.
 */
public final class SlotReader extends Padded
{
    private final OffHeapBuffer buffer;
    private final int mask;
    private final int slotLength;
    private final int consumedIndex;

    // Number of slots that were taken.
    private long taken;
    private boolean isHeld;

    SlotReader(final OffHeapBuffer buffer, final int slots, final int slotLength, final int consumedIndex)
    {
        this.buffer = buffer;
        this.slotLength = slotLength;
        this.consumedIndex = consumedIndex;
        mask = slots - 1;
    }

    /**
     * Gives the previous slot back to the writer, and moves to the next one.
     *
     * @return false if there is none at present.
     */
    public boolean next()
    {
        release();
        if (isEmpty())
        {
            return false;
        }
        taken++;
        isHeld = true;
        return true;
    }

    /**
     * Gives the current slot, if there is one, back to the writer.
     */
    public void release()
    {
        if (isHeld)
        {
            isHeld = false;
            // Release: the slot has been read. Partner: SlotWriter.freeSlots().
            buffer.putLongRelease(consumedIndex, taken);
        }
    }

    /**
     * Returns whether there is no slot after the current one.
     *
     * @return true if so.
     */
    public boolean isEmpty()
    {
        // Acquire: the slot, and those of its batch. Partner: SlotWriter.flush().
        return taken + 1 != buffer.getLongVolatile(((int)taken & mask) * slotLength);
    }

    /**
     * Returns the memory of the current slot, which must not be written.
     *
     * @return always the same object.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns the index in bytes of the content of the current slot, a multiple of 8.
     *
     * @return the index.
     */
    public int offset()
    {
        return ((int)taken - 1 & mask) * slotLength + SlotRing.SEQUENCE_LENGTH;
    }

    @Override
    public String toString()
    {
        return "SlotReader{taken=" + taken + ", held=" + isHeld + '}';
    }
}
