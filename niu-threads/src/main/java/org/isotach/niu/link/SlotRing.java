/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * A ring of slots of equal length between two threads, written by its {@link SlotWriter} and read by its {@link
 * SlotReader}. Each slot has a sequence word of its own, so a reader that finds a slot gets its beginning with the same
 * cache line.
 * <pre>
 *   0                                               slots * length   + 128
 *   +------+------+-------- - - - ------+------+----+----------------+
 *   | slot | slot |                     | slot |    | consumed       |
 *   +------+------+-------- - - - ------+------+----+----------------+
 *
 *   slot:      sequence, 8 bytes | content, length - 8 bytes
 * </pre>
 * The sequence of a slot is the number of slots that were written up to it, so no value of it comes twice. A word on a
 * line of its own counts the slots that were given back; the writer remembers the value that it read last.
 */
public final class SlotRing
{
    /**
     * Smallest number of slots.
     */
    public static final int MIN_SLOTS = 2;

    /**
     * Largest number of slots.
     */
    public static final int MAX_SLOTS = 1 << 16;

    /**
     * Longest slot in bytes.
     */
    public static final int MAX_SLOT_LENGTH = 4096;

    static final int SEQUENCE_LENGTH = Long.BYTES;

    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;

    private final int slots;
    private final int slotLength;
    private final SlotWriter writer;
    private final SlotReader reader;

    /**
     * @param slots      number of slots, a power of two, {@value #MIN_SLOTS}..{@value #MAX_SLOTS}.
     * @param slotLength length of a slot in bytes, with its sequence, a multiple of 64 up to {@value #MAX_SLOT_LENGTH}.
     */
    public SlotRing(final int slots, final int slotLength)
    {
        this(slots, slotLength, 0);
    }

    /**
     * Makes a ring of which some slots always stay empty, as in queues that tell a full one from an empty one by that.
     *
     * @param slots      number of slots, a power of two, {@value #MIN_SLOTS}..{@value #MAX_SLOTS}.
     * @param slotLength length of a slot in bytes, with its sequence, a multiple of 64 up to {@value #MAX_SLOT_LENGTH}.
     * @param empty      number of slots that are never in use, 0..slots - 1.
     */
    public SlotRing(final int slots, final int slotLength, final int empty)
    {
        if (slots < MIN_SLOTS || slots > MAX_SLOTS || 1 != Integer.bitCount(slots))
        {
            throw new IllegalArgumentException(
                "slots: " + slots + " (expected: a power of two in " + MIN_SLOTS + ".." + MAX_SLOTS + ')');
        }
        if (slotLength < LINE || slotLength > MAX_SLOT_LENGTH || 0 != slotLength % LINE)
        {
            throw new IllegalArgumentException("slotLength: " + slotLength + " (expected: a multiple of " + LINE +
                " in " + LINE + ".." + MAX_SLOT_LENGTH + " bytes)");
        }
        if (empty < 0 || empty >= slots)
        {
            throw new IllegalArgumentException("empty: " + empty + " (expected: 0.." + (slots - 1) + ')');
        }
        this.slots = slots;
        this.slotLength = slotLength;
        // The line of the counter has none of the slots, and none of other memory, beside it.
        final OffHeapBuffer buffer = OffHeapBuffer.allocate((long)slots * slotLength + 4 * LINE);
        final int consumedIndex = slots * slotLength + 2 * LINE;
        writer = new SlotWriter(buffer, slots, slots - empty, slotLength, consumedIndex);
        reader = new SlotReader(buffer, slots, slotLength, consumedIndex);
    }

    /**
     * Returns the sending end.
     *
     * @return always the same object.
     */
    public SlotWriter writer()
    {
        return writer;
    }

    /**
     * Returns the receiving end.
     *
     * @return always the same object.
     */
    public SlotReader reader()
    {
        return reader;
    }

    /**
     * Returns the number of slots.
     *
     * @return number of slots.
     */
    public int slots()
    {
        return slots;
    }

    /**
     * Returns the length of the content of a slot.
     *
     * @return the length in bytes.
     */
    public int contentLength()
    {
        return slotLength - SEQUENCE_LENGTH;
    }

    @Override
    public String toString()
    {
        return "SlotRing{slots=" + slots + ", slotLength=" + slotLength + '}';
    }
}
