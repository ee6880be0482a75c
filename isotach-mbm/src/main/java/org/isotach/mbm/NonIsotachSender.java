/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.niu.link.ReliableChannel;

/**
 * The sending end of a {@link NonIsotachRing}. Belongs to the port of the sending host.
 */
final class NonIsotachSender extends Padded
{
    private static final int NONE = -1;

    private final int target;
    private final OffHeapBuffer buffer;
    private final int capacity;
    private final int producedIndex;
    private final int consumedIndex;
    private final Waiter receiverWaiter;
    private final boolean isParanoid;

    // Null if the links have no faults.
    private final ReliableChannel channel;
    private MessageBuffer claim = new MessageBuffer();
    private long position;

    // The known position up to which the receiver has given back: its own word is read only if that is not enough.
    private long consumed;

    /**
     * @param host           the sending host.
     * @param target         id of the receiving host.
     * @param ring           the ring to write.
     * @param receiverWaiter the waiter of the receiving thread.
     * @param isParanoid     true to make a new view for each message.
     */
    NonIsotachSender(
        final Host host,
        final int target,
        final NonIsotachRing ring,
        final Waiter receiverWaiter,
        final boolean isParanoid)
    {
        this.target = target;
        this.receiverWaiter = receiverWaiter;
        this.isParanoid = isParanoid;
        buffer = ring.buffer();
        capacity = ring.capacity();
        producedIndex = ring.producedIndex();
        consumedIndex = ring.consumedIndex();
        channel = host.models().reliableChannel(this::arrive);
    }

    /**
     * Opens {@link #claim()} for a message, if there is room for it.
     */
    boolean tryClaim(final int length)
    {
        final int recordLength = NonIsotachRing.recordLength(length);
        int index = (int)position & capacity - 1;
        if (recordLength > capacity - index || recordLength > credit())
        {
            index = makeRoom(recordLength);
            if (NONE == index)
            {
                return false;
            }
        }
        claim.wrap(buffer, index + NonIsotachRing.HEADER_LENGTH, length);
        return true;
    }

    /**
     * Returns the message that is being written.
     */
    MessageBuffer claim()
    {
        return claim;
    }

    /**
     * Sends the claimed message.
     */
    void commit()
    {
        final int length = claim.length();
        endClaim();
        if (null == channel)
        {
            append(length);
        }
        else
        {
            final byte[] message = new byte[length];
            buffer.getBytes(((int)position & capacity - 1) + NonIsotachRing.HEADER_LENGTH, message, 0, length);
            channel.deliver(message);
        }
    }

    /**
     * The receiving end of a channel with faults: the message that was claimed is replaced by the one that has arrived.
     */
    private void arrive(final byte[] message)
    {
        buffer.putBytes(
            ((int)position & capacity - 1) + NonIsotachRing.HEADER_LENGTH, message, 0, message.length);
        append(message.length);
    }

    private void append(final int length)
    {
        buffer.putLong((int)position & capacity - 1, length);
        publish(NonIsotachRing.recordLength(length));
    }

    /**
     * Ends the claim.
     */
    void endClaim()
    {
        claim.release();
        if (isParanoid)
        {
            claim = new MessageBuffer();
        }
    }

    private long credit()
    {
        return capacity - (position - consumed);
    }

    /**
     * Reads the credit that has been given back since, and moves to the beginning of the ring if the record does not
     * fit into the rest.
     */
    private int makeRoom(final int recordLength)
    {
        // Acquire: the receiver has read everything before this position. Partner: NonIsotachReceiver.giveBack().
        consumed = buffer.getLongVolatile(consumedIndex);
        final int index = (int)position & capacity - 1;
        final int rest = capacity - index;
        if (recordLength > rest && rest <= credit())
        {
            buffer.putLong(index, NonIsotachRing.PADDING);
            publish(rest);
            return recordLength <= credit() ? 0 : NONE;
        }
        return recordLength <= Math.min(rest, credit()) ? index : NONE;
    }

    private void publish(final int recordLength)
    {
        position += recordLength;
        // Release: the record. Partner: NonIsotachReceiver.look().
        buffer.putLongRelease(producedIndex, position);
        receiverWaiter.wake();
    }

    @Override
    public String toString()
    {
        return "room for a non-isotach message to host " + target;
    }
}
