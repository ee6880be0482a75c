/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * A link from a host of another member, and what that member knows of it. Belongs to the owner of the trunks.
 */
final class LinkFromMember
{
    // Part of the frames of a link, or of its bytes, that is given back before its sender is told, unless all are.
    private static final int PARTS = 4;

    private final int sender;
    private final int receiver;
    private final FrameRing ring;
    private final FrameCarrier carrier;
    private final int lengthOfPart;

    // Up to the end of each frame that the other member does not know to be given back.
    private final long[] lengths;
    private long length;
    private long toldLength;

    // What was seen, and what the other member knows.
    private long executed = -1;
    private long consumed = -1;
    private long toldExecuted = -1;
    private long toldConsumed = -1;

    /**
     * @param ring      from the sender to the receiver.
     * @param carrier   onto that ring.
     * @param maxLength of the link in bytes, as its sender sees it.
     */
    LinkFromMember(
        final int sender, final int receiver, final FrameRing ring, final FrameCarrier carrier, final int maxLength)
    {
        this.sender = sender;
        this.receiver = receiver;
        this.ring = ring;
        this.carrier = carrier;
        lengthOfPart = maxLength / PARTS;
        lengths = new long[ring.size()];
    }

    /**
     * Puts a frame on the link.
     *
     * @throws IllegalStateException when there is no room.
     */
    void put(final FrameEntry entry, final long issue)
    {
        if (!ring.hasRoom(entry.length))
        {
            throw new IllegalStateException("no room for a frame of host " + sender + " at host " + receiver +
                ": its sender has sent more than it has credits for; an error in the library");
        }
        carrier.send(ring.reserve(entry.length), issue, entry);
        length += FrameDescriptor.space(entry.length);
        lengths[index(ring.reserved())] = length;
    }

    /**
     * Looks what was executed and given back.
     */
    void look()
    {
        // This first, see Consumption.consumed(): what is consumed is executed.
        executed = ring.executed();
        // The ring keeps it, too: there is room for whatever the sender is told of.
        consumed = Math.min(executed, ring.look());
    }

    /**
     * Returns whether the last look has seen what the other member does not know.
     */
    boolean isNew()
    {
        return executed > toldExecuted || consumed > toldConsumed;
    }

    /**
     * Returns whether so much was given back that the sender may wait for it.
     */
    boolean isUrgent()
    {
        return consumed - toldConsumed >= Math.max(1, ring.size() / PARTS) ||
            consumed > toldConsumed && lengths[index(consumed)] - toldLength >= lengthOfPart;
    }

    private int index(final long sequence)
    {
        return (int)sequence & lengths.length - 1;
    }

    /**
     * Returns whether the other member is to be told.
     */
    boolean isDue()
    {
        return isNew() && (executed == ring.published() || isUrgent());
    }

    /**
     * Puts what the last look has seen into a record, {@link TrunkRecord#CREDIT_LENGTH} bytes.
     */
    void tell(final OffHeapBuffer record, final int at)
    {
        toldExecuted = executed;
        toldLength = consumed > toldConsumed ? lengths[index(consumed)] : toldLength;
        toldConsumed = consumed;
        record.putInt(at, sender);
        record.putInt(at + Integer.BYTES, receiver);
        record.putLong(at + Long.BYTES, executed);
        record.putLong(at + 2 * Long.BYTES, consumed);
    }

    @Override
    public String toString()
    {
        return "LinkFromMember{" + sender + " to " + receiver + ", executed=" + executed + ", consumed=" + consumed +
            ", told=" + toldExecuted + " and " + toldConsumed + '}';
    }
}
