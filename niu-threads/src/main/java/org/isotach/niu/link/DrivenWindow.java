/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.IntFunction;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Both ends of a {@link SlidingWindow}, driven by the thread that sends. It brings messages to a place that leads to
 * another thread, and owns the rule that nothing counts as sent before its receiver has acknowledged it
 * (docs/protocol.md, section 17). It grows with the longest message if that has no limit, and allocates nothing
 * otherwise.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class DrivenWindow implements MessagePath
{
    /**
     * Takes the messages that arrive.
     */
    @FunctionalInterface
    public interface Receiver
    {
        /**
         * Takes a message, on the thread that sends.
         *
         * @param buffer memory of the message, valid until the call returns.
         * @param offset index in bytes of the message, a multiple of 8.
         * @param length of the message in bytes.
         */
        void onMessage(OffHeapBuffer buffer, int offset, int length);
    }

    private static final int FIRST_CAPACITY = 1024;
    private static final int FIRST_ACKNOWLEDGEMENTS_CAPACITY = 512;
    private static final int NO_LIMIT = Integer.MAX_VALUE & -Long.BYTES;
    private static final int LONGEST_MESSAGES_PER_HALF = 4;
    private static final int TICKS_PER_WORK = 2;

    private final IntFunction<PacketLink> links;
    private final int maxMessageLength;
    private final Receiver receiver;
    private SlidingWindow window;

    /**
     * For messages of all lengths, over links with faults.
     *
     * @param injector of the faults.
     * @param receiver takes the messages that arrive.
     */
    public DrivenWindow(final FaultInjector injector, final Receiver receiver)
    {
        this(capacity -> new FaultyPacketLink(capacity, injector.newGenerator()), receiver);
    }

    /**
     * For messages of all lengths.
     *
     * @param links    creates a link, given its capacity.
     * @param receiver takes the messages that arrive.
     */
    DrivenWindow(final IntFunction<PacketLink> links, final Receiver receiver)
    {
        this.links = links;
        maxMessageLength = NO_LIMIT;
        this.receiver = receiver;
        window = SlidingWindow.driven(links, FIRST_CAPACITY, FIRST_ACKNOWLEDGEMENTS_CAPACITY);
    }

    /**
     * For messages up to a length, some of which are under way at the same time.
     *
     * @param links            creates a link, given its capacity.
     * @param maxMessageLength length of the longest message in bytes, a multiple of 8.
     * @param receiver         takes the messages that arrive.
     */
    DrivenWindow(final IntFunction<PacketLink> links, final int maxMessageLength, final Receiver receiver)
    {
        this.links = links;
        this.maxMessageLength = maxMessageLength;
        this.receiver = receiver;
        final int capacity = capacityFor(LONGEST_MESSAGES_PER_HALF * maxMessageLength);
        // As long as nothing is lost, there is room to acknowledge the shortest packets, and nobody has to ask again.
        window = SlidingWindow.driven(links, capacity, capacity);
    }

    @Override
    public int maxMessageLength()
    {
        return maxMessageLength;
    }

    @Override
    public void prepare(final int length)
    {
        if (length > window.maxPacketLength())
        {
            grow(length);
        }
    }

    @Override
    public int claim(final int length)
    {
        prepare(length);
        int index = window.writer().tryClaim(length);
        while (PacketWriter.NO_ROOM == index)
        {
            work();
            index = window.writer().tryClaim(length);
        }
        return index;
    }

    /**
     * Replaces the window by a larger one, when it is empty: what is still on its links is forgotten with them.
     */
    private void grow(final int length)
    {
        deliver();
        window = SlidingWindow.driven(links, capacityFor(length), FIRST_ACKNOWLEDGEMENTS_CAPACITY);
    }

    private static int capacityFor(final int length)
    {
        int capacity = FIRST_CAPACITY;
        do
        {
            capacity *= 2;
            if (capacity <= 0)
            {
                throw new IllegalArgumentException(
                    "length: " + length + " (expected: at most 2^29 - 24 bytes on links with faults)");
            }
        }
        while (capacity / 2 - PacketCheck.LENGTH - 2 * SlidingWindow.SEQUENCE_LENGTH < length);
        return capacity;
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return window.writer().buffer();
    }

    @Override
    public void commit()
    {
        window.writer().commit();
    }

    /**
     * Works until the receiver has everything that was sent.
     */
    public void deliver()
    {
        while (!work())
        {
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean work()
    {
        final WindowSender sender = window.writer();
        final WindowReceiver end = window.reader();
        for (int i = 0; i < TICKS_PER_WORK && !sender.isAcknowledged(); i++)
        {
            while (end.next())
            {
                receiver.onMessage(end.buffer(), end.offset(), end.length());
            }
            end.tick();
            sender.tick();
        }
        return sender.isAcknowledged();
    }

    @Override
    public String toString()
    {
        return "DrivenWindow{window=" + window + '}';
    }
}
