/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

import com.lmax.disruptor.Sequence;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames from host 0 of one member to hosts 1 and 2 of another, and credits back: each frame is there once, nothing is
 * missing without being noticed, and there is room for whatever has credits.
 */
final class InboundFramesTest
{
    private static final int FRAMES = 8;
    private static final int LENGTH = 1 << 13;
    private static final int RUNS = 200;
    private static final int STEPS = 400;
    private static final int[] MEMBER_OF = { 0, 1, 1 };

    private final LinkSize size = LinkSize.growing(FRAMES, LENGTH);
    private final LoopTrunk there = new LoopTrunk();
    private final LoopTrunk back = new LoopTrunk();
    private final Sequence count = new Sequence();
    private final InboundLinks[] receivers = { inbound(), inbound(), inbound() };
    private final OffHeapBuffer memory = OffHeapBuffer.allocate(LENGTH);
    private final FrameEntry entry = new FrameEntry();
    private final InboundFrames inboundFrames = new InboundFrames(
        "left", new HostsOfMembers(1, 2, MEMBER_OF), receivers, size, new SharedMemoryTransport(), new Doorbell());
    private final TrunkQueue credits = new TrunkQueue(back, null);
    private final OutboundLinks links;
    private long wanted;
    private long issue;

    InboundFramesTest()
    {
        links = linksOver(transportOver(there));
    }

    private TrunkTransport transportOver(final Trunk trunk)
    {
        final TrunkTransport transport = new TrunkTransport(
            new SharedMemoryTransport(),
            new HostsOfMembers(0, 2, MEMBER_OF),
            new Trunk[]{ null, trunk },
            new Sequence[]{ null, count },
            timestamp -> wanted = timestamp);
        transport.open(1);
        return transport;
    }

    private OutboundLinks linksOver(final Transport transport)
    {
        return new OutboundLinks(0, size, receivers, new Doorbell(), new ExpelledHosts(3), transport);
    }

    private static InboundLinks inbound()
    {
        return new InboundLinks(new Doorbell());
    }

    @Test
    void shouldPutAFrameForTwoHostsOnTheTrunkOnce()
    {
        assertTrue(trySend(7, 16, 1, 2));
        assertEquals(1, there.count());
        assertEquals(0, count.get(), "the number of the last frame on the trunk");
        assertEquals(7, wanted);
        receive();
        assertFrame(1, 7, 16);
        assertFrame(2, 7, 16);
    }

    @Test
    void shouldNotBeDeliveredBeforeTheTrunkHasTakenIt()
    {
        there.room = 0;
        assertTrue(trySend(7, 16, 1));
        assertFalse(links.isDelivered());
        there.room = 1;
        assertTrue(links.isDelivered());
        receive();
        assertFrame(1, 7, 16);
    }

    @Test
    void shouldGiveCreditsBack()
    {
        for (int i = 0; i < FRAMES; i++)
        {
            assertTrue(trySend(i, 8, 1));
        }
        assertFalse(links.hasRoom(1, 8));
        receive();
        execute(1);
        assertFalse(links.areExecuted());
        assertEquals(1, sendCredits());
        receiveCredits();
        assertTrue(links.areExecuted());
        assertTrue(links.hasRoom(1, 8));
        assertEquals(0, sendCredits(), "nothing is new");
    }

    @Test
    void shouldGiveBackNothingThatTheApplicationHolds()
    {
        assertTrue(trySend(3, 8, 1));
        assertTrue(trySend(4, 8, 1));
        receive();
        final InboundLink link = link(1);
        link.timestamp();
        link.next();
        link.timestamp();
        link.next();
        link.hold();
        link.release();
        sendCredits();
        receiveCredits();
        assertTrue(links.areExecuted());
        assertEquals(0, links.consumed(1));
        link.finished().finish(1);
        sendCredits();
        receiveCredits();
        assertEquals(1, links.consumed(1));
    }

    @Test
    void shouldNoticeThatAFrameIsMissing()
    {
        assertTrue(trySend(3, 8, 1));
        assertTrue(trySend(4, 8, 1));
        there.lose();
        final IsotachException error = assertThrows(IsotachException.class, this::receive);
        assertTrue(error.getMessage().contains("frame 1 of host 0") && error.getMessage().contains("left"),
            error::getMessage);
    }

    @Test
    void shouldNoticeThatTheLastFrameIsMissing()
    {
        assertTrue(trySend(3, 8, 1));
        receive();
        inboundFrames.check(1);
        assertThrows(IsotachException.class, () -> inboundFrames.check(2));
    }

    @Test
    void shouldAllocateNothing()
    {
        final FlatTrunk outThere = new FlatTrunk();
        final FlatTrunk outBack = new FlatTrunk();
        final TrunkTransport flat = transportOver(outThere);
        final OutboundLinks flatLinks = linksOver(flat);
        final OutboundLinks[] all = { flatLinks };
        final TrunkQueue flatCredits = new TrunkQueue(outBack, null);
        final TrunkHandler onFrame = (buffer, offset, length) -> inboundFrames.onFrame(buffer, offset);
        final TrunkHandler onCredits = (buffer, offset, length) -> InboundFrames.onCredits(buffer, offset, all);
        prepare(5, 64, 1, 2);
        new Allocations().assertNone(1000, () ->
        {
            assertEquals(OutboundLinks.NOBODY, flatLinks.tryReserve(entry));
            flatLinks.send(issue++, entry);
            outThere.poll(onFrame, 1);
            execute(1);
            execute(2);
            inboundFrames.look();
            inboundFrames.sendCredits(flatCredits);
            outBack.poll(onCredits, 1);
        });
    }

    /**
     * Has room for one record, and makes no copy of its own.
     */
    private static final class FlatTrunk implements Trunk
    {
        private final OffHeapBuffer record = OffHeapBuffer.allocate(LENGTH);
        private int filled;

        @Override
        public boolean offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (filled > 0)
            {
                return false;
            }
            header.copyTo(0, record, 0, headerLength);
            if (bodyLength > 0)
            {
                body.copyTo(bodyOffset, record, headerLength, bodyLength);
            }
            filled = headerLength + bodyLength;
            return true;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (0 == filled)
            {
                return 0;
            }
            handler.onRecord(record, 0, filled);
            filled = 0;
            return 1;
        }

        @Override
        public void close()
        {
            filled = 0;
        }
    }

    /**
     * A frame without room would be lost: the receiver throws then.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldHaveRoomForWhateverHasCredits(final boolean holds)
    {
        for (int seed = 0; seed < RUNS; seed++)
        {
            new InboundFramesTest().run(new Random(seed), holds);
        }
    }

    private void run(final Random random, final boolean holds)
    {
        final Deque<Long> held = new ArrayDeque<>();
        final int longest = size.maxFrameLength() / Long.BYTES;
        long sent = 0;
        for (int i = 0; i < STEPS; i++)
        {
            switch (random.nextInt(4))
            {
                case 0:
                    // Mostly short ones, and some of which there is room for hardly one.
                    final int words = random.nextInt(0 == random.nextInt(4) ? longest + 1 : 8);
                    sent += trySend(i, words * Long.BYTES, 1) ? 1 : 0;
                    receive();
                    break;
                case 1:
                    executeOne(random, holds, held);
                    break;
                case 2:
                    if (!held.isEmpty())
                    {
                        link(1).finished().finish(held.remove());
                    }
                    break;
                default:
                    sendCredits();
                    receiveCredits();
                    break;
            }
        }
        assertTrue(sent > STEPS / 40, "sent " + sent);
    }

    private void executeOne(final Random random, final boolean holds, final Deque<Long> held)
    {
        final InboundLink link = link(1);
        if (null != link && InboundLink.NONE != link.timestamp())
        {
            link.next();
            if (holds && random.nextBoolean())
            {
                held.add(link.hold());
            }
            link.release();
        }
    }

    private void prepare(final long timestamp, final int length, final int... targets)
    {
        entry.targets = targets;
        entry.places = new long[targets.length];
        entry.targetCount = targets.length;
        entry.buffer = memory;
        entry.offset = 0;
        entry.length = length;
        entry.timestamp = timestamp;
        memory.putLong(0, timestamp);
    }

    private boolean trySend(final long timestamp, final int length, final int... targets)
    {
        prepare(timestamp, length, targets);
        if (OutboundLinks.NOBODY != links.tryReserve(entry))
        {
            return false;
        }
        links.send(issue++, entry);
        return true;
    }

    private void receive()
    {
        there.poll((buffer, offset, length) -> inboundFrames.onFrame(buffer, offset), Integer.MAX_VALUE);
    }

    private int sendCredits()
    {
        inboundFrames.look();
        return inboundFrames.sendCredits(credits);
    }

    private void receiveCredits()
    {
        back.poll(
            (buffer, offset, length) -> InboundFrames.onCredits(buffer, offset, new OutboundLinks[]{ links }),
            Integer.MAX_VALUE);
    }

    private InboundLink link(final int receiver)
    {
        final InboundLink[] all = receivers[receiver].get();
        return 0 == all.length ? null : all[0];
    }

    private void assertFrame(final int receiver, final long timestamp, final int length)
    {
        final InboundLink link = link(receiver);
        assertNotNull(link);
        assertEquals(timestamp, link.timestamp());
        link.next();
        assertEquals(length, link.length());
        assertEquals(timestamp, link.buffer().getLong(link.offset()));
        link.release();
        assertEquals(InboundLink.NONE, link.timestamp(), "once");
    }

    private void execute(final int receiver)
    {
        final InboundLink link = link(receiver);
        while (InboundLink.NONE != link.timestamp())
        {
            link.next();
        }
        link.release();
    }
}
