/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.fault.FaultGenerator;

/**
 * The sending end of a {@link FaultyPacketLink}.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one thread of the sending host at a time.
 */
final class FaultyPacketWriter extends Padded implements PacketWriter
{
    private static final int MAX_DELAY_TICKS = 8;
    private static final int NONE = -1;

    private final RecordWriter records;
    private final OffHeapBuffer buffer;
    private final PacketCheck check;
    private final FaultGenerator generator;
    private final LatePackets late;
    private final int maxLength;
    private long now;

    // Of the open packet with its checksum.
    private int claimed = NONE;
    private int claimedLength;

    FaultyPacketWriter(final RecordRing ring, final FaultGenerator generator)
    {
        this.generator = generator;
        records = ring.writer();
        late = new LatePackets(ring.capacity());
        maxLength = ring.maxPacketLength() - PacketCheck.LENGTH;
        buffer = records.buffer();
        check = new PacketCheck(buffer);
    }

    @Override
    public int tryClaim(final int length)
    {
        if (length < 0 || length > maxLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + maxLength + " bytes)");
        }
        final int index = records.tryClaim(length + PacketCheck.LENGTH);
        if (NO_ROOM == index)
        {
            return NO_ROOM;
        }
        claimed = index;
        claimedLength = length + PacketCheck.LENGTH;
        return index + PacketCheck.LENGTH;
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    @Override
    public void commit()
    {
        if (NONE == claimed)
        {
            throw new IllegalStateException("no packet is open: call tryClaim() first");
        }
        final int packet = claimed + PacketCheck.LENGTH;
        final int length = claimedLength - PacketCheck.LENGTH;
        buffer.putLong(claimed, check.of(packet, length));
        send(generator.next());
        claimed = NONE;
    }

    private void send(final FaultGenerator.Fault fault)
    {
        switch (fault)
        {
            case DROP:
                records.abort();
                break;
            case DUPLICATE:
                late.tryAdd(now + 1 + generator.below(MAX_DELAY_TICKS), buffer, claimed, claimedLength);
                records.commit();
                break;
            case DELAY:
                late.tryAdd(now + 3 + generator.below(MAX_DELAY_TICKS), buffer, claimed, claimedLength);
                records.abort();
                break;
            case REORDER:
                // The next packet comes first, even if there is one for each tick.
                late.tryAdd(now + 2, buffer, claimed, claimedLength);
                records.abort();
                break;
            case CORRUPT:
                invertBit(generator.below((long)claimedLength * Byte.SIZE));
                records.commit();
                break;
            default:
                records.commit();
                break;
        }
    }

    private void invertBit(final long bit)
    {
        final int index = claimed + (int)(bit / Byte.SIZE);
        buffer.putByte(index, (byte)(buffer.getByte(index) ^ 1 << (int)(bit % Byte.SIZE)));
    }

    @Override
    public void abort()
    {
        claimed = NONE;
        records.abort();
    }

    @Override
    public void drop()
    {
        claimed = NONE;
        records.drop();
    }

    @Override
    public void tick()
    {
        now++;
        if (NONE == claimed && !late.isEmpty())
        {
            late.sendDue(now, records);
        }
    }

    @Override
    public String toString()
    {
        return "FaultyPacketWriter{now=" + now + ", late=" + late + '}';
    }
}
