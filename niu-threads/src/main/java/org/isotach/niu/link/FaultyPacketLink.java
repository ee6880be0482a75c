/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.fault.FaultGenerator;

/**
 * Carries packets with faults: it loses, doubles, delays, reorders and corrupts them. The sending end decides what
 * happens to each packet, and keeps late ones until they are due; it counts time in ticks. A packet without a fault is
 * there at once. The receiving end drops packets that are not intact.
 * <pre>
 *   packet on the ring:   CRC-32C of the packet, 8 bytes | packet
 * </pre>
 * It allocates nothing after its construction.
 */
public final class FaultyPacketLink implements PacketLink
{
    private final RecordRing ring;
    private final FaultyPacketWriter writer;
    private final FaultyPacketReader reader;

    /**
     * @param capacity  memory for packets on their way, and for late ones, in bytes: a power of two, {@value
     *                  RecordRing#MIN_CAPACITY}..2^30.
     * @param generator decides what happens to each packet.
     */
    public FaultyPacketLink(final int capacity, final FaultGenerator generator)
    {
        ring = new RecordRing(capacity);
        writer = new FaultyPacketWriter(ring, generator);
        reader = new FaultyPacketReader(ring.reader());
    }

    /**
     * Returns the memory that a packet takes on a link.
     *
     * @param packetLength length of the packet in bytes.
     * @return the length of its record, with the checksum, in bytes.
     */
    public static int recordLength(final int packetLength)
    {
        return RecordRing.recordLength(packetLength + PacketCheck.LENGTH);
    }

    @Override
    public PacketWriter writer()
    {
        return writer;
    }

    @Override
    public PacketReader reader()
    {
        return reader;
    }

    @Override
    public int maxPacketLength()
    {
        return ring.maxPacketLength() - PacketCheck.LENGTH;
    }

    @Override
    public String toString()
    {
        return "FaultyPacketLink{ring=" + ring + ", corruptPackets=" + reader.corruptPackets() + '}';
    }
}
