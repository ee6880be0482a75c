/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries packets in one direction, with faults. Time on a wire is counted in ticks, and a packet takes one tick
 * without a fault.
 */
public final class FaultyPacketLink
{
    private static final int MAX_DELAY_TICKS = 8;

    private record Transit(long due, byte[] packet)
    {
    }

    private final FaultGenerator generator;
    private final Consumer<byte[]> end;
    private final List<Transit> transits = new ArrayList<>();
    private long now;

    /**
     * @param end takes the packets that arrive.
     */
    public FaultyPacketLink(final FaultGenerator generator, final Consumer<byte[]> end)
    {
        this.generator = generator;
        this.end = end;
    }

    public void send(final byte[] packet)
    {
        switch (generator.next())
        {
            case DROP:
                break;
            case DUPLICATE:
                carry(1, packet);
                carry(1 + generator.below(MAX_DELAY_TICKS), packet);
                break;
            case DELAY:
                carry(2 + generator.below(MAX_DELAY_TICKS), packet);
                break;
            case REORDER:
                // Packets that are sent later in this tick come first.
                carry(2, packet);
                break;
            case CORRUPT:
                carry(1, withWrongBit(packet));
                break;
            default:
                carry(1, packet);
                break;
        }
    }

    /**
     * Advances time, and delivers the packets that are due.
     */
    public void tick()
    {
        now++;
        final List<Transit> due = new ArrayList<>();
        transits.removeIf(transit -> transit.due() <= now && due.add(transit));
        due.forEach(transit -> end.accept(transit.packet()));
    }

    private void carry(final int ticks, final byte[] packet)
    {
        transits.add(new Transit(now + ticks, packet));
    }

    private byte[] withWrongBit(final byte[] packet)
    {
        final byte[] corrupt = packet.clone();
        final int bit = generator.below(corrupt.length * Byte.SIZE);
        corrupt[bit / Byte.SIZE] ^= (byte)(1 << bit % Byte.SIZE);
        return corrupt;
    }
}
