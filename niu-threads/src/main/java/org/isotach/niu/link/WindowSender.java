/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The sending end of a {@link SlidingWindow}. It keeps a message until the receiver has acknowledged it, and sends all
 * that it keeps again when nothing was acknowledged for some ticks.
 * <pre>
 *        acknowledged            sent                     end
 *   ------+----------+-----------+-----------+------------+------
 *         | record   | record    | record    | record     |
 *   ------+----------+-----------+-----------+------------+------
 *
 *   record:    length of the packet, 8 bytes | packet | up to a multiple of 8 bytes
 *   packet:    sequence number, 8 bytes | message
 *   padding:   -1, 8 bytes | rest of the memory
 * </pre>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the sending host at a time.
 */
public final class WindowSender extends Padded implements PacketWriter
{
    private static final int NONE = -1;
    private static final long PADDING = RecordLayout.PADDING;
    private static final int HEADER_LENGTH = RecordLayout.HEADER_LENGTH;
    private static final int SEQUENCE_LENGTH = SlidingWindow.SEQUENCE_LENGTH;

    private final PacketWriter packets;
    private final PacketReader acknowledgements;
    private final OffHeapBuffer records;
    private final int capacity;
    private final int maxLength;
    private final int minPatience;
    private final int maxPatience;

    // Positions of records, which never decrease: the first one that is kept, the next one to send, and the end.
    private long first;
    private long next;
    private long end;

    // Sequence numbers: the first one that is not acknowledged, and the next one.
    private long acknowledged;
    private long sequence;
    private int claimed = NONE;
    private int silentTicks;
    private int patience;

    /**
     * @param packets          carries the messages.
     * @param acknowledgements carries the answers.
     * @param capacity         memory for messages that are not acknowledged, in bytes, a power of two.
     * @param minPatience      ticks without acknowledgement after which everything is sent again.
     * @param maxPatience      the same after it was sent again in vain, each time twice as long.
     */
    WindowSender(
        final PacketLink packets,
        final PacketLink acknowledgements,
        final int capacity,
        final int minPatience,
        final int maxPatience)
    {
        this.packets = packets.writer();
        this.acknowledgements = acknowledgements.reader();
        this.capacity = capacity;
        this.minPatience = minPatience;
        this.maxPatience = maxPatience;
        patience = minPatience;
        records = OffHeapBuffer.allocate(capacity);
        maxLength = Math.min(packets.maxPacketLength(), capacity / 2 - HEADER_LENGTH) - SEQUENCE_LENGTH;
    }

    /**
     * Returns the length of the longest message.
     *
     * @return the length in bytes.
     */
    public int maxMessageLength()
    {
        return maxLength;
    }

    /**
     * {@inheritDoc} Looks for acknowledgements if there is no room.
     *
     * @throws IllegalArgumentException if a message of this length does not fit into the window.
     * @throws IllegalStateException    if another message is open.
     */
    @Override
    public int tryClaim(final int length)
    {
        if (NONE != claimed)
        {
            throw new IllegalStateException(
                "a message of " + claimed + " bytes is open: commit() or abort() it before the next one");
        }
        if (length < 0 || length > maxLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxLength + " bytes)");
        }
        final int recordLength = RecordLayout.recordLength(SEQUENCE_LENGTH + length);
        int index = place(recordLength);
        if (NO_ROOM == index)
        {
            readAcknowledgements();
            index = place(recordLength);
        }
        if (NO_ROOM == index)
        {
            return NO_ROOM;
        }
        claimed = length;
        return index + HEADER_LENGTH + SEQUENCE_LENGTH;
    }

    /**
     * Returns where a record fits; it does not wrap.
     */
    private int place(final int recordLength)
    {
        final int rest = capacity - index(end);
        if (recordLength > rest && rest <= credit())
        {
            records.putLong(index(end), PADDING);
            end += rest;
        }
        return recordLength <= Math.min(capacity - index(end), credit()) ? index(end) : NO_ROOM;
    }

    private long credit()
    {
        return capacity - (end - first);
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return records;
    }

    /**
     * Sends the open message.
     *
     * @throws IllegalStateException if no message is open.
     */
    @Override
    public void commit()
    {
        final int length = SEQUENCE_LENGTH + endClaim();
        records.putLong(index(end), length);
        records.putLong(index(end) + HEADER_LENGTH, sequence);
        sequence++;
        end += RecordLayout.recordLength(length);
        sendNext();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if no message is open.
     */
    @Override
    public void abort()
    {
        endClaim();
    }

    @Override
    public void drop()
    {
        claimed = NONE;
    }

    private int endClaim()
    {
        final int length = claimed;
        if (NONE == length)
        {
            throw new IllegalStateException("no message is open: call tryClaim() first");
        }
        claimed = NONE;
        return length;
    }

    /**
     * Looks for acknowledgements, and sends again what seems to be lost. Call this regularly as long as not everything
     * is acknowledged.
     */
    @Override
    public void tick()
    {
        packets.tick();
        readAcknowledgements();
        if (!isAcknowledged())
        {
            silentTicks++;
            if (silentTicks > patience)
            {
                silentTicks = 0;
                patience = Math.min(2 * patience, maxPatience);
                next = first;
            }
            sendNext();
        }
    }

    /**
     * Returns whether the receiver has everything that was sent, as far as is known.
     *
     * @return true if so.
     */
    public boolean isAcknowledged()
    {
        return acknowledged == sequence;
    }

    /**
     * Returns how many messages are not acknowledged.
     *
     * @return number of messages.
     */
    public long unacknowledged()
    {
        return sequence - acknowledged;
    }

    /**
     * Returns how many messages were sent.
     *
     * @return number of messages since the beginning.
     */
    public long sent()
    {
        return sequence;
    }

    private void sendNext()
    {
        while (next < end)
        {
            final int index = index(next);
            final long length = records.getLong(index);
            if (PADDING == length)
            {
                next += capacity - index;
            }
            else if (trySend(index + HEADER_LENGTH, (int)length))
            {
                next += RecordLayout.recordLength((int)length);
            }
            else
            {
                return;
            }
        }
    }

    private boolean trySend(final int index, final int length)
    {
        final int at = packets.tryClaimAnew(length);
        if (NO_ROOM == at)
        {
            return false;
        }
        records.copyTo(index, packets.buffer(), at, length);
        packets.commit();
        return true;
    }

    private void readAcknowledgements()
    {
        while (acknowledgements.next())
        {
            acknowledge(acknowledgements.buffer().getLong(acknowledgements.offset()));
        }
    }

    /**
     * @param expected sequence number that the receiver waits for: it has all before that.
     */
    private void acknowledge(final long expected)
    {
        if (expected > sequence)
        {
            throw new IllegalStateException("message " + (expected - 1) + " is acknowledged, and " + sequence +
                " were sent: a link belongs to one window");
        }
        if (expected <= acknowledged)
        {
            return;
        }
        while (acknowledged < expected)
        {
            final int index = index(first);
            final long length = records.getLong(index);
            first += PADDING == length ? capacity - index : RecordLayout.recordLength((int)length);
            acknowledged += PADDING == length ? 0 : 1;
        }
        next = Math.max(next, first);
        silentTicks = 0;
        patience = minPatience;
    }

    private int index(final long position)
    {
        return (int)position & capacity - 1;
    }

    @Override
    public String toString()
    {
        return "WindowSender{sent=" + sequence + ", acknowledged=" + acknowledged + '}';
    }
}
