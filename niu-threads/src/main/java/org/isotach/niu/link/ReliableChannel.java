/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.fault.FaultyPacketLink;

/**
 * Brings messages from one host to another over links with faults: each once, in the order in which they were sent. It
 * owns the rule that nothing counts as sent before its receiver has acknowledged it (docs/protocol.md, section 17).
 * <p>
 * A packet is a sequence number, the message, and a CRC-32C of both. The receiver takes the packet that comes next,
 * drops all others, and answers each with the sequence number that it waits for; that acknowledges all before it. A
 * packet that stays unacknowledged for some time is sent again. Time is counted in calls of {@link #work()}, not in
 * seconds, so that a run can be repeated.
 * <p>
 * <b>Note:</b> this class is not threadsafe. Both ends of the channel belong to the thread that sends; only the place
 * where the end of the receiver puts its messages leads to another thread.
 */
public final class ReliableChannel
{
    static final int SEQUENCE_LENGTH = Long.BYTES;
    static final int CHECK_LENGTH = Integer.BYTES;
    private static final int PATIENCE_TICKS = 4;
    private static final int TICKS_PER_WORK = 2;

    private final Consumer<byte[]> receiver;
    private final FaultyPacketLink packets;
    private final FaultyPacketLink acknowledgements;
    private final CRC32C crc = new CRC32C();
    private final Deque<byte[]> unacknowledged = new ArrayDeque<>();
    private long sent;
    private long acknowledged;
    private long expected;
    private int silentTicks;

    public ReliableChannel(final FaultInjector injector, final Consumer<byte[]> receiver)
    {
        this.receiver = receiver;
        packets = new FaultyPacketLink(injector.newGenerator(), this::onPacket);
        acknowledgements = new FaultyPacketLink(injector.newGenerator(), this::onAcknowledgement);
    }

    /**
     * Sends a message, which must not be changed any more.
     */
    void send(final byte[] message)
    {
        final byte[] packet = packet(sent++, message);
        unacknowledged.add(packet);
        packets.send(packet);
    }

    /**
     * Sends a message, and works until the receiver has it.
     *
     * @param message must not be changed any more.
     */
    public void deliver(final byte[] message)
    {
        send(message);
        while (!work())
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Moves packets on, and sends again what seems to be lost.
     *
     * @return true if everything that was sent is acknowledged.
     */
    boolean work()
    {
        for (int i = 0; i < TICKS_PER_WORK && !unacknowledged.isEmpty(); i++)
        {
            silentTicks++;
            packets.tick();
            acknowledgements.tick();
            if (silentTicks > PATIENCE_TICKS)
            {
                silentTicks = 0;
                unacknowledged.forEach(packets::send);
            }
        }
        return unacknowledged.isEmpty();
    }

    private void onPacket(final byte[] packet)
    {
        if (!isIntact(packet))
        {
            return;
        }
        if (ByteBuffer.wrap(packet).getLong() == expected)
        {
            expected++;
            final byte[] message = new byte[packet.length - SEQUENCE_LENGTH - CHECK_LENGTH];
            System.arraycopy(packet, SEQUENCE_LENGTH, message, 0, message.length);
            receiver.accept(message);
        }
        acknowledgements.send(packet(expected, new byte[0]));
    }

    private void onAcknowledgement(final byte[] packet)
    {
        if (!isIntact(packet))
        {
            return;
        }
        final long next = ByteBuffer.wrap(packet).getLong();
        for (final Iterator<byte[]> i = unacknowledged.iterator(); acknowledged < next; acknowledged++)
        {
            i.next();
            i.remove();
            silentTicks = 0;
        }
    }

    private byte[] packet(final long sequence, final byte[] message)
    {
        final ByteBuffer packet = ByteBuffer.allocate(SEQUENCE_LENGTH + message.length + CHECK_LENGTH);
        packet.putLong(sequence).put(message);
        return packet.putInt(check(packet.array())).array();
    }

    private boolean isIntact(final byte[] packet)
    {
        return ByteBuffer.wrap(packet).getInt(packet.length - CHECK_LENGTH) == check(packet);
    }

    private int check(final byte[] packet)
    {
        crc.reset();
        crc.update(packet, 0, packet.length - CHECK_LENGTH);
        return (int)crc.getValue();
    }
}
