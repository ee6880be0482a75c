/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import com.lmax.disruptor.Sequence;

import org.isotach.IsotachException;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.Allocations;
import org.isotach.test.LoopTrunk;
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
    private final Sequence lastPosition = new Sequence(0);
    private final InboundLinks[] receivers = { inbound(), inbound(), inbound() };
    private final OffHeapBuffer memory = OffHeapBuffer.allocate(LENGTH);
    private final FrameEntry entry = new FrameEntry();
    private final ExpelledHosts expelledThere = new ExpelledHosts(3);
    private final List<Integer> gone = new ArrayList<>();
    private final InboundFrames inboundFrames = inboundFramesOver(new SharedMemoryTransport());
    private final TrunkQueue credits = new TrunkQueue(back, null);
    private boolean isMemoryShort;
    private final TrunkTransport transport = transportOver(there);
    private final OutboundLinks links = linksOver(transport);
    private long wanted;
    private long issue;
    private boolean isTokenToCome;

    private InboundFrames inboundFramesOver(final Transport direct)
    {
        return new InboundFrames(
            "left",
            new HostsOfMembers(1, 2, MEMBER_OF),
            receivers,
            size,
            direct,
            new Doorbell(),
            () -> this.isTokenToCome,
            expelledThere,
            (host, pulse) -> gone.add(host));
    }

    private TrunkTransport transportOver(final Trunk trunk)
    {
        final TrunkTransport over = new TrunkTransport(
            new SharedMemoryTransport(),
            new HostsOfMembers(0, 2, MEMBER_OF),
            new Trunk[]{ null, trunk },
            new Sequence[]{ null, lastPosition },
            timestamp -> wanted = timestamp,
            this::allocate);
        over.open(1);
        return over;
    }

    private OffHeapBuffer allocate(final int length)
    {
        if (isMemoryShort)
        {
            throw new IllegalStateException("no " + length + " bytes");
        }
        return OffHeapBuffer.allocate(length);
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
        assertEquals(1, lastPosition.get());
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

    /**
     * Behind that, tokens are stopped: what fails there would let time stand still, or a frame be sent once more to the
     * hosts that have it.
     */
    @Test
    void shouldFailForLackOfMemoryBeforeItReserves()
    {
        assertTrue(trySend(6, 8, 1));
        receive();
        assertFrame(1, 6, 8);
        isMemoryShort = true;
        there.room = 0;
        assertThrows(IllegalStateException.class, () -> trySend(7, LENGTH / 4, 1, 2));
        isMemoryShort = false;
        prepare(7, LENGTH / 4, 1, 2);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        isMemoryShort = true;
        links.send(issue++, entry);
        for (int i = 0; i < 32; i++)
        {
            transport.sendNotice(0, 1, 8, i);
        }
        assertFalse(links.isDelivered());
        there.room = 33;
        assertTrue(links.isDelivered());
        receive();
        assertFrame(1, 7, LENGTH / 4);
        assertFrame(2, 7, LENGTH / 4);
    }

    /**
     * The first of them does not use up what the second one needs.
     */
    @Test
    void shouldHaveMemoryForAllFramesThatAreReserved()
    {
        there.room = 0;
        final FrameEntry[] entries = new FrameEntry[FRAMES / 2];
        for (int i = 0; i < entries.length; i++)
        {
            entries[i] = new FrameEntry();
            prepare(entries[i], i, 800, 1, 2);
            assertEquals(OutboundLinks.NOBODY, links.tryReserve(entries[i]));
        }
        isMemoryShort = true;
        for (final FrameEntry each : entries)
        {
            links.send(issue++, each);
        }
        there.room = entries.length;
        assertTrue(links.isDelivered());
        assertEquals(entries.length, there.count());
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

    /**
     * What is told once is not told again.
     */
    @Test
    void shouldTellCreditsLaterForWhichThereIsNoMemory()
    {
        final TrunkQueue scarce = new TrunkQueue(back, null, Long.BYTES, this::allocate);
        assertTrue(trySend(3, 8, 1, 2));
        receive();
        execute(1);
        execute(2);
        back.room = 0;
        scarce.say(TrunkRecord.TAKEN, 0, 0);
        isMemoryShort = true;
        assertThrows(IllegalStateException.class, () -> sendCredits(scarce, 1));
        isMemoryShort = false;
        sendCredits(scarce, 0);
        back.room = 2;
        assertTrue(scarce.flush());
        back.lose();
        receiveCredits();
        assertTrue(links.areExecuted());
    }

    @Test
    void shouldLetATokenTakeCreditsAlong()
    {
        assertTrue(trySend(3, 8, 1, 2));
        receive();
        execute(1);
        execute(2);
        final OffHeapBuffer record = OffHeapBuffer.allocate(3L * TrunkRecord.CREDIT_LENGTH);
        inboundFrames.credits().look();
        assertEquals(0, inboundFrames.credits().put(record, TrunkRecord.CREDIT_LENGTH), "results are not sent yet");
        assertEquals(1, inboundFrames.credits().send(credits));
        assertEquals(0, back.count(), "waits for a token");
        assertEquals(2, inboundFrames.credits().put(record, TrunkRecord.CREDIT_LENGTH));
        record.putInt(TrunkRecord.FIRST, 2);
        onCredits(record, 0, TrunkRecord.CREDIT_LENGTH);
        assertTrue(links.areExecuted());
        assertEquals(0, sendCredits(), "nothing is new");
        assertEquals(0, back.count());
    }

    /**
     * The other member may need a promise, too.
     */
    @Test
    void shouldAskForATokenInsteadOfARecordOfItsOwn()
    {
        isTokenToCome = true;
        assertTrue(trySend(3, 8, 1));
        receive();
        execute(1);
        for (int i = 0; i < 40; i++)
        {
            inboundFrames.credits().look();
            assertEquals(1, inboundFrames.credits().send(credits));
        }
        assertEquals(0, back.count(), "waits for the token");
        isTokenToCome = false;
        assertEquals(1, sendCredits());
        assertEquals(1, back.count(), "no token has come");
    }

    @Test
    void shouldPutNoMoreCreditsIntoATokenThanThereIsRoomFor()
    {
        assertTrue(trySend(3, 8, 1, 2));
        receive();
        execute(1);
        execute(2);
        inboundFrames.credits().look();
        inboundFrames.credits().send(credits);
        final OffHeapBuffer record = OffHeapBuffer.allocate(3L * TrunkRecord.CREDIT_LENGTH);
        assertEquals(1, inboundFrames.credits().put(record, record.capacity() - TrunkRecord.CREDIT_LENGTH));
        assertEquals(1, sendCredits(), "the other one has a record of its own");
    }

    @Test
    void shouldCarryATokenBehindWhatItsReceiversAre()
    {
        final Token token = new Token(9);
        transport.connect(token);
        entry.mayCarryToken = true;
        assertTrue(trySend(7, 16, 1, 2));
        assertEquals("promise 1 7, end 1", token.calls());
        assertEquals(0, wanted, "the token says so");
        assertEquals(9, receive(0));
        assertFrame(1, 7, 16);
        assertFrame(2, 7, 16);
        entry.mayCarryToken = false;
        assertTrue(trySend(8, 16, 1));
        assertEquals("", token.calls(), "another frame of its pin may follow");
        assertEquals(InboundFrames.NO_TOKEN, receive(0));
        assertFrame(1, 8, 16);
    }

    /**
     * These need a promise of the other member, too, and have to ask for it.
     */
    @Test
    void shouldSayThatAFrameGoesToOwnHostsToo()
    {
        final Token token = new Token(9);
        final TrunkTransport both = new TrunkTransport(
            new SharedMemoryTransport(),
            new HostsOfMembers(0, 2, new int[]{ 0, 1, 0 }),
            new Trunk[]{ null, there },
            new Sequence[]{ null, lastPosition },
            timestamp -> wanted = timestamp);
        both.open(1);
        both.connect(token);
        final OutboundLinks toBoth = linksOver(both);
        entry.mayCarryToken = true;
        prepare(7, 16, 0, 1);
        assertEquals(OutboundLinks.NOBODY, toBoth.tryReserve(entry));
        toBoth.send(0, entry);
        assertEquals("promise 1 7 own, end 1", token.calls());
        prepare(8, 16, 1);
        assertEquals(OutboundLinks.NOBODY, toBoth.tryReserve(entry));
        toBoth.send(1, entry);
        assertEquals("promise 1 8, end 2", token.calls());
    }

    /**
     * It would say that frames are on trunks that are not there.
     */
    @Test
    void shouldKeepNoTokenThatTheTrunkRefuses()
    {
        final Token token = new Token(9);
        transport.connect(token);
        entry.mayCarryToken = true;
        there.room = 0;
        assertTrue(trySend(7, 16, 1));
        assertEquals("promise 1 7, end -1", token.calls());
        assertEquals(7, wanted);
        there.room = 1;
        assertTrue(links.isDelivered());
        assertEquals(InboundFrames.NO_TOKEN, receive(0));
        assertFrame(1, 7, 16);
    }

    @Test
    void shouldCarryNoTokenThatIsNotPromised()
    {
        final Token token = new Token(0);
        transport.connect(token);
        entry.mayCarryToken = true;
        assertTrue(trySend(7, 16, 1));
        assertEquals("promise 1 7", token.calls());
        assertEquals(7, wanted);
        assertEquals(InboundFrames.NO_TOKEN, receive(0));
        assertFrame(1, 7, 16);
    }

    /**
     * A frame for two members is on one trunk before it is on the other one.
     */
    @Test
    void shouldCarryNoTokenToOneOfTwoMembers()
    {
        final Token token = new Token(9);
        final TrunkTransport three = new TrunkTransport(
            new SharedMemoryTransport(),
            new HostsOfMembers(0, 3, new int[]{ 0, 1, 2 }),
            new Trunk[]{ null, there, new LoopTrunk() },
            new Sequence[]{ null, lastPosition, new Sequence(0) },
            timestamp -> wanted = timestamp);
        three.open(1);
        three.open(2);
        three.connect(token);
        final OutboundLinks toBoth = linksOver(three);
        entry.mayCarryToken = true;
        prepare(7, 16, 0, 1, 2);
        entry.targets = new int[]{ 1, 2 };
        entry.targetCount = 2;
        assertEquals(OutboundLinks.NOBODY, toBoth.tryReserve(entry));
        toBoth.send(0, entry);
        assertEquals("", token.calls());
    }

    /**
     * Nobody would give any back for it.
     */
    @Test
    void shouldTakeTheLastIsochronOfAHostWithoutACredit()
    {
        for (int i = 0; i < FRAMES; i++)
        {
            assertTrue(trySend(i, 8, 1, 2));
        }
        assertFalse(links.hasRoom(1, 8));
        // Which knows itself that it takes nothing any more.
        expelledThere.add(2);
        assertTrue(sendLast(FRAMES).areExecuted(), "the trunk has it");
        receive();
        assertEquals(List.of(0), gone);
        final InboundLink[] inbound = receivers[1].get();
        assertEquals(2, inbound.length);
        assertEquals(0, inbound[0].timestamp());
        assertEquals(FRAMES, inbound[1].timestamp());
        assertEquals(0, receivers[2].get().length);
    }

    /**
     * Its member is out with a cut: the host leaves once, either alone or with its member.
     */
    @ParameterizedTest
    @ValueSource(longs = { 6, 7, 8 })
    void shouldGiveAHostOneLastIsochronThatCounts(final long cut)
    {
        final long left = 7;
        sendLast(left);
        receive();
        inboundFrames.end(0, cut, 99);
        final InboundLink newest = receivers[1].get()[1];
        assertEquals(cut, newest.timestamp());
        newest.next();
        assertEquals(left <= cut ? InboundLink.NONE : 99, newest.timestamp());
    }

    private OutboundLinks sendLast(final long timestamp)
    {
        final OutboundLinks lastLinks = links.another(LinkSize.ofOne(OperationHeader.LENGTH));
        final FrameEntry last = new FrameEntry();
        last.setExpulsion(0, MEMBER_OF.length, 2);
        last.timestamp = timestamp;
        assertEquals(OutboundLinks.NOBODY, lastLinks.tryReserve(last));
        lastLinks.send(issue++, last);
        return lastLinks;
    }

    /**
     * Promises one pulse, or nothing.
     */
    private static final class Token implements FrameToken
    {
        private final StringBuilder calls = new StringBuilder();
        private final long promised;

        Token(final long promised)
        {
            this.promised = promised;
        }

        String calls()
        {
            final String all = calls.toString();
            calls.setLength(0);
            return all;
        }

        @Override
        public boolean tryPromise(final int member, final long timestamp, final boolean isForOwn)
        {
            calls.append("promise ").append(member).append(' ').append(timestamp).append(isForOwn ? " own" : "");
            return promised > 0;
        }

        @Override
        public int put(final OffHeapBuffer record, final int index)
        {
            record.putLong(index, promised);
            return TrunkRecord.tokenLength(2);
        }

        @Override
        public void end(final long position)
        {
            calls.append(", end ").append(position);
        }
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

    /**
     * The application has finished the frame that was held first while the executor held another one and the trunks
     * looked: they have seen that more is given back than can be seen a moment later.
     */
    @Test
    void shouldHaveRoomForAllCreditsThatItHasTold()
    {
        for (int i = 0; i < 5; i++)
        {
            assertTrue(trySend(i, 8, 1));
        }
        receive();
        final InboundLink link = link(1);
        link.timestamp();
        link.next();
        final long held = link.hold();
        execute(1);
        link.finished().finish(held);
        sendCredits();
        receiveCredits();
        assertEquals(4, links.consumed(1));
        assertTrue(trySend(5, 8, 1));
        receive();
        link.link().consumption().report(5, held);
        assertEquals(held, link.link().consumed());
        for (int i = 6; i <= 4 + FRAMES; i++)
        {
            assertTrue(trySend(i, 8, 1));
            receive();
        }
        assertFalse(links.hasRoom(1, 8));
        assertEquals(4 + FRAMES, link.link().published());
    }

    @Test
    void shouldNoticeThatAFrameIsMissing()
    {
        assertTrue(trySend(3, 8, 1));
        assertTrue(trySend(4, 8, 1));
        there.lose();
        final IsotachException error = assertThrows(IsotachException.class, this::receive);
        assertTrue(error.getMessage().contains("frame or notice 1 of host 0") && error.getMessage().contains("left"),
            error::getMessage);
    }

    @Test
    void shouldNoticeThatANoticeIsMissing()
    {
        assertTrue(trySend(3, 8, 1));
        receive();
        transport.sendNotice(0, 1, 4, 99);
        assertTrue(trySend(5, 8, 1));
        there.lose();
        final IsotachException error = assertThrows(IsotachException.class, this::receive);
        assertTrue(error.getMessage().contains("frame or notice 2 of host 0"), error::getMessage);
    }

    /**
     * A token has room for some of them. The others must not wait for ever.
     */
    @Test
    void shouldLetEachLinkHaveItsTurnInTokens()
    {
        final OffHeapBuffer record = OffHeapBuffer.allocate(2L * TrunkRecord.CREDIT_LENGTH);
        assertTrue(trySend(3, 8, 1, 2));
        assertEquals(1, takeOneCredit(record));
        assertTrue(trySend(4, 8, 1));
        assertEquals(2, takeOneCredit(record));
        assertEquals(1, takeOneCredit(record));
        assertTrue(links.areExecuted());
    }

    /**
     * Lets a token with room for one credit come by.
     *
     * @return number of the receiver that has it.
     */
    private int takeOneCredit(final OffHeapBuffer record)
    {
        receive();
        execute(1);
        execute(2);
        inboundFrames.credits().look();
        inboundFrames.credits().send(credits);
        assertEquals(1, inboundFrames.credits().put(record, TrunkRecord.CREDIT_LENGTH));
        record.putInt(TrunkRecord.FIRST, 1);
        onCredits(record, 0, TrunkRecord.CREDIT_LENGTH);
        return record.getInt(TrunkRecord.CREDIT_LENGTH + Integer.BYTES);
    }

    /**
     * Otherwise its member could be expelled, and this one would go on without a frame that the others execute.
     */
    @Test
    void shouldNotCountAFrameThatFindsNoMemory()
    {
        final InboundFrames failing = inboundFramesOver(new FailingTransport(2));
        assertTrue(trySend(3, 8, 1, 2));
        assertThrows(OutOfMemoryError.class, () -> there.poll(
            (buffer, offset, length, position) -> failing.onFrame(buffer, offset, position), 1));
        assertEquals(0, failing.position());
        assertThrows(IsotachException.class, () -> failing.check(1));
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
        final TrunkHandler onFrame = (buffer, offset, length, position) ->
            inboundFrames.onFrame(buffer, offset, position);
        final TrunkHandler onCredits = (buffer, offset, length, position) ->
            FrameCredits.onCredits(buffer, offset, offset + TrunkRecord.SECOND, all);
        final OffHeapBuffer flatRecord = OffHeapBuffer.allocate(TrunkRecord.SECOND + 2L * TrunkRecord.CREDIT_LENGTH);
        prepare(5, 64, 1, 2);
        new Allocations().assertNone(1000, () ->
        {
            assertEquals(OutboundLinks.NOBODY, flatLinks.tryReserve(entry));
            flatLinks.send(issue++, entry);
            outThere.poll(onFrame, 1);
            execute(1);
            execute(2);
            inboundFrames.credits().look();
            inboundFrames.credits().send(flatCredits);
            if (0 == inboundFrames.credits().put(flatRecord, TrunkRecord.SECOND))
            {
                outBack.poll(onCredits, 1);
            }
            else
            {
                flatRecord.putInt(TrunkRecord.FIRST, 2);
                FrameCredits.onCredits(flatRecord, 0, TrunkRecord.SECOND, all);
            }
        });
    }

    /**
     * Has room for one record, and makes no copy of its own.
     */
    private static final class FlatTrunk implements Trunk
    {
        private final OffHeapBuffer record = OffHeapBuffer.allocate(LENGTH);
        private int filled;
        private long offered;

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (filled > 0)
            {
                return REFUSED;
            }
            header.copyTo(0, record, 0, headerLength);
            if (bodyLength > 0)
            {
                body.copyTo(bodyOffset, record, headerLength, bodyLength);
            }
            filled = headerLength + bodyLength;
            return ++offered;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (0 == filled)
            {
                return 0;
            }
            handler.onRecord(record, 0, filled, offered);
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
        prepare(entry, timestamp, length, targets);
    }

    private void prepare(final FrameEntry frame, final long timestamp, final int length, final int... targets)
    {
        frame.targets = targets;
        frame.places = new long[targets.length];
        frame.targetCount = targets.length;
        frame.buffer = memory;
        frame.offset = 0;
        frame.length = length;
        frame.timestamp = timestamp;
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
        there.poll(this::onRecord, Integer.MAX_VALUE);
    }

    private void onRecord(final OffHeapBuffer buffer, final int offset, final int length, final long position)
    {
        if (TrunkRecord.NOTICE == buffer.getInt(offset + TrunkRecord.TYPE))
        {
            inboundFrames.onNotice(buffer, offset, position);
        }
        else
        {
            inboundFrames.onFrame(buffer, offset, position);
        }
    }

    /**
     * Receives a frame.
     *
     * @param value in place of what its token promises.
     * @return what the token promises that it carries.
     */
    private long receive(final long value)
    {
        final long[] promised = { value };
        there.poll(
            (buffer, offset, length, position) ->
            {
                final int index = inboundFrames.onFrame(buffer, offset, position);
                promised[0] = InboundFrames.NO_TOKEN == index ? index : buffer.getLong(index);
            },
            1);
        return promised[0];
    }

    private int sendCredits()
    {
        return sendCredits(credits, back.count() + 1);
    }

    /**
     * @param records that the trunk is to hold.
     */
    private int sendCredits(final TrunkQueue queue, final int records)
    {
        int count;
        // They wait for a token for some turns.
        do
        {
            inboundFrames.credits().look();
            count = inboundFrames.credits().send(queue);
        }
        while (count > 0 && back.count() < records);
        return count;
    }

    private void receiveCredits()
    {
        back.poll(
            (buffer, offset, length, position) -> onCredits(buffer, offset, offset + TrunkRecord.SECOND),
            Integer.MAX_VALUE);
    }

    private void onCredits(final OffHeapBuffer buffer, final int offset, final int first)
    {
        FrameCredits.onCredits(buffer, offset, first, new OutboundLinks[]{ links });
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
