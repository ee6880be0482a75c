/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.spi.Wakeable;

/**
 * The sending end of a ring of records whose receiver belongs to another member. A {@link RecordWriter} writes it, and
 * the owner of the trunks takes the records from it. It owns the rule that memory goes back to the sender only when the
 * receiver has given it back: so what a trunk brings has room there, and nothing is dropped.
 * <p>
 * Each record goes with its position, and lies at the same place in the ring of the receiver ({@link RecordLanding}).
 */
public final class RecordRelay extends Padded
{
    private final int sender;
    private final int receiver;
    private final OffHeapBuffer buffer;
    private final int capacity;
    private final RecordWriter writer;
    private final Wakeable waiting;

    // Position behind the last record that was taken. Belongs to the owner of the trunks.
    private long position;
    private int length;
    private boolean isPadding;

    // Position behind the last record that is on its trunk.
    private volatile long sent;

    /**
     * @param sender   number of the sending host.
     * @param receiver number of the receiving host.
     * @param capacity of the ring in bytes, as in a {@link RecordRing}.
     * @param waiting  woken when memory is given back.
     * @param trunks   woken when there is something to take.
     */
    RecordRelay(
        final int sender, final int receiver, final int capacity, final Wakeable waiting, final Wakeable trunks)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.capacity = capacity;
        this.waiting = waiting;
        buffer = OffHeapBuffer.allocate(RecordLayout.length(capacity));
        writer = new RecordWriter(buffer, capacity, trunks);
    }

    public int sender()
    {
        return sender;
    }

    public int receiver()
    {
        return receiver;
    }

    public RecordWriter writer()
    {
        return writer;
    }

    /**
     * Looks at the next record, for the owner of the trunks, who calls {@link #take} when the trunk has it. Padding is
     * one, too: the sender may wait until the receiver has passed over it.
     *
     * @return its position; -1 if there is none at present.
     */
    public long peek()
    {
        // Acquire: the records. Partner: RecordWriter.publish().
        final long produced = buffer.getLongVolatile(RecordLayout.producedIndex(capacity));
        if (position == produced)
        {
            return -1;
        }
        final long header = buffer.getLong((int)position & capacity - 1);
        isPadding = RecordLayout.PADDING == header;
        length = isPadding ? 0 : (int)header;
        return position;
    }

    /**
     * Goes on behind the record that the last {@link #peek} has seen.
     */
    public void take()
    {
        position += isPadding ? capacity - ((int)position & capacity - 1) : RecordLayout.recordLength(length);
    }

    /**
     * Returns whether what was seen last is padding: the rest of the ring is not used.
     */
    public boolean isPadding()
    {
        return isPadding;
    }

    /**
     * Length in bytes of the data of the record that was seen last.
     */
    public int length()
    {
        return length;
    }

    /**
     * The same, up to a whole word: trunks carry words.
     */
    public int lengthInWords()
    {
        return isPadding ? 0 : RecordLayout.recordLength(length) - RecordLayout.HEADER_LENGTH;
    }

    /**
     * Memory of the ring.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns the index in bytes of the data of a record.
     */
    public int offset(final long at)
    {
        return ((int)at & capacity - 1) + RecordLayout.HEADER_LENGTH;
    }

    /**
     * Everything that was taken is on its trunk; for the owner of the trunks.
     */
    public void markSent()
    {
        if (sent != position)
        {
            // Volatile: on the trunk, in front of whatever is put there after a look. Partner: isSent().
            sent = position;
        }
    }

    /**
     * Returns whether everything that the sender has written is on its trunk. For the sender.
     */
    public boolean isSent()
    {
        return sent == buffer.getLong(RecordLayout.producedIndex(capacity));
    }

    /**
     * The receiver has given memory back; for the owner of the trunks.
     *
     * @param consumed the position up to which it has.
     */
    public void giveBack(final long consumed)
    {
        // Release: these records were read. Partner: RecordWriter.makeRoom().
        buffer.putLongRelease(RecordLayout.consumedIndex(capacity), consumed);
        waiting.wake();
    }

    @Override
    public String toString()
    {
        return "RecordRelay{" + sender + " to " + receiver + ", position=" + position + ", sent=" + sent + '}';
    }
}
