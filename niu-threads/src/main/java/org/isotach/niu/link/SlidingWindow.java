/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.IntFunction;

/**
 * Carries messages over links that lose, double, delay, reorder and corrupt packets: each message arrives once, in the
 * order in which they were sent (docs/protocol.md, section 17). Its ends belong to threads of their own hosts, and
 * share nothing but the two links. Sequence numbers have 64 bits, so none comes twice. Time is counted in ticks, not in
 * seconds, so that a run can be repeated. It allocates nothing after its construction.
 */
public final class SlidingWindow implements PacketLink
{
    /**
     * Smallest memory for messages in bytes.
     */
    public static final int MIN_CAPACITY = 64;

    static final int SEQUENCE_LENGTH = Long.BYTES;

    // A sender that asks again and again only delays a receiver that has no time at present.
    private static final int MIN_PATIENCE_TICKS = 4;
    private static final int MAX_PATIENCE_TICKS = 1024;

    private final WindowSender sender;
    private final WindowReceiver receiver;

    /**
     * @param packets          from the sender to the receiver.
     * @param acknowledgements from the receiver to the sender.
     * @param capacity         memory for messages that are not acknowledged, in bytes: a power of two, {@value
     *                         #MIN_CAPACITY}..2^30.
     */
    public SlidingWindow(final PacketLink packets, final PacketLink acknowledgements, final int capacity)
    {
        this(packets, acknowledgements, capacity, MAX_PATIENCE_TICKS);
    }

    private SlidingWindow(
        final PacketLink packets, final PacketLink acknowledgements, final int capacity, final int maxPatience)
    {
        if (capacity < MIN_CAPACITY || capacity > RecordRing.MAX_CAPACITY || 1 != Integer.bitCount(capacity))
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: a power of two in " +
                MIN_CAPACITY + ".." + RecordRing.MAX_CAPACITY + " bytes)");
        }
        sender = new WindowSender(packets, acknowledgements, capacity, MIN_PATIENCE_TICKS, maxPatience);
        receiver = new WindowReceiver(packets, acknowledgements);
    }

    /**
     * Creates a window for a thread that works for both ends, so that there is nobody who has no time.
     *
     * @param links creates a link, given its capacity.
     */
    static SlidingWindow driven(
        final IntFunction<PacketLink> links, final int capacity, final int acknowledgementsCapacity)
    {
        final PacketLink packets = links.apply(capacity);
        return new SlidingWindow(packets, links.apply(acknowledgementsCapacity), capacity, MIN_PATIENCE_TICKS);
    }

    /**
     * {@inheritDoc} Sends messages.
     */
    @Override
    public WindowSender writer()
    {
        return sender;
    }

    /**
     * {@inheritDoc} Receives messages.
     */
    @Override
    public WindowReceiver reader()
    {
        return receiver;
    }

    @Override
    public int maxPacketLength()
    {
        return sender.maxMessageLength();
    }

    @Override
    public String toString()
    {
        return "SlidingWindow{sender=" + sender + ", receiver=" + receiver + '}';
    }
}
