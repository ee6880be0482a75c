/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames that are cut into messages: each is seen when all of it is there, and never before.
 */
final class FrameChannelTest
{
    private static final int SIZE = 8;
    private static final int LENGTH = 1 << 13;
    private static final int LONGEST = LinkSize.maxFrameLength(LENGTH);
    private static final int MESSAGE = 64;

    // Of the first message of a frame.
    private static final int FIRST_PIECE = MESSAGE - FrameChannel.HEADER_LENGTH;

    /**
     * A path whose messages arrive when the test says so.
     */
    private static final class HeldPath implements MessagePath
    {
        private final DrivenWindow.Receiver taker;
        private final Deque<OffHeapBuffer> sent = new ArrayDeque<>();
        private final Deque<Integer> lengths = new ArrayDeque<>();
        private OffHeapBuffer open;

        HeldPath(final DrivenWindow.Receiver taker)
        {
            this.taker = taker;
        }

        @Override
        public int maxMessageLength()
        {
            return MESSAGE;
        }

        @Override
        public int claim(final int length)
        {
            assertTrue(length <= MESSAGE, () -> length + " bytes");
            open = OffHeapBuffer.allocate(MESSAGE);
            lengths.add(length);
            return 0;
        }

        @Override
        public OffHeapBuffer buffer()
        {
            return open;
        }

        @Override
        public void commit()
        {
            sent.add(open);
        }

        @Override
        public boolean work()
        {
            return sent.isEmpty();
        }

        void deliverOne()
        {
            taker.onMessage(sent.remove(), 0, lengths.remove());
        }
    }

    private final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);
    private final FrameRing link = newLink();
    private final InboundLink inbound = new InboundLink(link);
    private HeldPath path;
    private long sent;
    private long taken;

    private static FrameRing newLink()
    {
        return new FrameRing(3, new LinkSize(SIZE, LENGTH, LENGTH), new Doorbell(), new Doorbell());
    }

    private FrameChannel newChannel()
    {
        return new FrameChannel(link, taker ->
        {
            path = new HeldPath(taker);
            return path;
        });
    }

    private void send(final FrameCarrier carrier, final int length)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            source.putLong(i, sent * LENGTH + i);
        }
        final FrameEntry entry = TestFrames.entry(10 + sent, source, 0, length);
        entry.isForApplications = 0 != sent % 2;
        assertTrue(link.hasRoom(length));
        carrier.send(link.reserve(length), 100 + sent, entry);
        sent++;
    }

    private void take(final int length)
    {
        assertEquals(10 + taken, inbound.timestamp());
        inbound.next();
        assertEquals(length, inbound.length());
        assertEquals(100 + taken, inbound.issue());
        assertEquals(0 != taken % 2, inbound.isForApplications());
        for (int i = 0; i < length; i += Long.BYTES)
        {
            assertEquals(taken * LENGTH + i, inbound.buffer().getLong(inbound.offset() + i));
        }
        inbound.release();
        taken++;
    }

    @Test
    void shouldShowAFrameWhenItsLastMessageHasArrived()
    {
        final FrameChannel channel = newChannel();
        final int messages = 5;
        send(channel, FIRST_PIECE + (messages - 2) * MESSAGE + 8);
        send(channel, 0);
        assertEquals(messages + 1, path.sent.size());
        for (int i = 0; i < messages; i++)
        {
            assertEquals(InboundLink.NONE, inbound.timestamp(), i + " messages have arrived");
            assertEquals(2, channel.underWay());
            path.deliverOne();
        }
        assertEquals(1, channel.underWay());
        take(FIRST_PIECE + (messages - 2) * MESSAGE + 8);
        assertEquals(InboundLink.NONE, inbound.timestamp());
        path.deliverOne();
        take(0);
        assertEquals(0, channel.underWay());
    }

    @Test
    void shouldCutFramesOfAllLengthsIntoAsFewMessagesAsPossible()
    {
        final FrameChannel channel = newChannel();
        for (int length = 0; length <= 8 * MESSAGE; length += Long.BYTES)
        {
            send(channel, length);
            final int rest = Math.max(0, length - FIRST_PIECE);
            assertEquals(1 + (rest + MESSAGE - 1) / MESSAGE, path.sent.size(), length + " bytes");
            while (!path.sent.isEmpty())
            {
                path.deliverOne();
            }
            take(length);
        }
    }

    /**
     * The memory of a frame that was sent is free, whatever has arrived of it.
     */
    @Test
    void shouldReadNothingOfTheSenderWhenAFrameWasSent()
    {
        send(newChannel(), 3 * MESSAGE);
        final long word = source.getLong(2 * MESSAGE);
        source.putLong(2 * MESSAGE, -1);
        while (!path.sent.isEmpty())
        {
            path.deliverOne();
        }
        inbound.timestamp();
        inbound.next();
        assertEquals(word, inbound.buffer().getLong(inbound.offset() + 2 * MESSAGE));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 'seed=0'", "64, 'drop=0.2,duplicate=0.2,delay=0.2,reorder=0.2,corrupt=0.1'",
        "1024, 'seed=0'", "1024, 'drop=0.2,duplicate=0.2,delay=0.2,reorder=0.2,corrupt=0.1'" })
    void shouldBringFramesOfAllLengthsOverPackets(final int packetLength, final String faults)
    {
        final LinkFaults linkFaults = LinkFaults.parse(faults);
        final Transport links = linkFaults.isNone() ? new SharedMemoryTransport() :
            new FaultyTransport(new FaultInjector(linkFaults));
        final FrameCarrier carrier =
            FrameLayer.ofPackets(packetLength).over(links, !linkFaults.isNone(), false).newCarrier(link, 4);
        int length = 0;
        while (length <= LONGEST)
        {
            send(carrier, length);
            // Without faults one call is enough.
            final boolean isDelivered = carrier.work();
            assertTrue(isDelivered || !linkFaults.isNone());
            while (!carrier.work())
            {
                Thread.onSpinWait();
            }
            take(length);
            length += 8 * 13;
        }
    }

    @Test
    void shouldBringManyFramesInOneTurnWhenNothingIsLost()
    {
        final FrameCarrier carrier =
            FrameLayer.ofPackets(MESSAGE).over(new SharedMemoryTransport(), false, false).newCarrier(link, 4);
        for (int round = 0; round < 100; round++)
        {
            for (int i = 0; i < SIZE; i++)
            {
                send(carrier, MESSAGE * i);
            }
            assertTrue(carrier.work());
            for (int i = 0; i < SIZE; i++)
            {
                take(MESSAGE * i);
            }
        }
    }

    @Test
    void shouldLeaveOutThePathOfAHostToItself()
    {
        final Transport packets = FrameLayer.ofPackets(MESSAGE).over(new SharedMemoryTransport(), false, false);
        assertSame(link, packets.newCarrier(link, 3));
        assertNotSame(link, packets.newCarrier(link, 4));
    }

    /**
     * The default costs nothing: a frame enters no other class than before.
     */
    @Test
    void shouldAddNothingToLinksWithoutALayer()
    {
        final Transport links = new SharedMemoryTransport();
        assertSame(links, FrameLayer.NONE.over(links, false, false));
        assertSame(link, links.newCarrier(link, 4));
        assertInstanceOf(FrameChannel.class,
            new FaultyTransport(new FaultInjector(LinkFaults.parse("drop=0.1"))).newCarrier(link, 4));
    }
}
