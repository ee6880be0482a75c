/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.time.TokenManager;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Timestamps, credits, tokens and tickets where a frame is stamped and on its links in one step.
 */
final class DirectSenderTest implements NoticeListener
{
    private static final int FAR = 2;
    private static final long MANY = 1_000;

    private final DirectPath path = new DirectPath(3, 64, 64);
    private final DirectSender sender = path.sender;
    private final OffHeapBuffer longFrame = longFrame();
    private final List<Long> notices = new ArrayList<>();

    @Test
    void shouldStampWithTokensSentPlusDistance()
    {
        path.tokenManager.advanceTo(5);
        assertEquals(7, path.send(FAR, 1, 1));
        assertEquals(7, sender.lastTimestamp());
        assertEquals(5, path.tokenWord.stoppedAt());
    }

    @Test
    void shouldNeverStampLessThanBefore()
    {
        assertEquals(9, path.send(9, 1, 1, 2));
        assertEquals(9, path.send(FAR, 2, 1), "a smaller distance does not overtake");
        assertEquals(10, path.send(10, 3, 2));
        path.tokenManager.advanceTo(8);
        assertEquals(10, path.send(FAR, 4, 1));
    }

    @Test
    void shouldStampRandomIsochronsByTheRule()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        long last = 0;
        for (int i = 0; i < 2_000; i++)
        {
            if (random.nextBoolean())
            {
                path.tokenManager.advanceTo(path.tokenManager.time() + random.nextInt(4));
            }
            final long sent = path.tokenManager.time();
            final int distance = random.nextInt(6);
            last = 0 == distance ? last : Math.max(last, sent + distance);
            assertEquals(last, path.send(distance, i, 1 + random.nextInt(2)), "isochron " + i + ", seed " + seed);
            path.execute(0, 1, 2);
            assertTrue(path.links.areExecuted(), "isochron " + i + ", seed " + seed);
        }
        assertEquals(List.of(), path.errors);
    }

    @Test
    void shouldPutTheSameTimestampOnEveryFrame()
    {
        path.tokenManager.advanceTo(3);
        path.send(FAR, 1, 0, 1, 2);
        for (int host = 0; host < 3; host++)
        {
            assertEquals(0, path.links.to(host).published());
            assertEquals(5, TestFrames.firstTimestamp(path.links.to(host)), "link to " + host);
        }
    }

    @Test
    void shouldKeepTheTimestampForALocalFrameAndNotStopTokens()
    {
        path.send(FAR, 1, 1);
        path.tokenManager.advanceTo(1);
        assertEquals(FAR, path.send(0, 2, 0));
        assertEquals(0, path.tokenWord.stoppedAt());
        path.execute(0, 1);
        assertEquals(List.of(2L), path.recorders[0].payloads());
        assertEquals(List.of(1L), path.recorders[1].payloads());
    }

    /**
     * A word below that is a pin, and one of a pulse that nobody is at: time would go as far as it likes.
     */
    @Test
    void shouldBeIdleBehindALocalFrameWhenNothingWasStampedBefore()
    {
        assertEquals(0, path.send(0, 1, 0));
        assertTrue(path.tokenWord() >= TokenManager.IDLE, () -> "token word " + path.tokenWord());
        sender.switchOff();
        assertEquals(0, path.send(FAR, 2, 1));
        assertTrue(path.tokenWord() >= TokenManager.IDLE, () -> "token word " + path.tokenWord());
    }

    /**
     * More than one isochron can have the same timestamp.
     */
    @Test
    void shouldPromiseToStampNothingBeforeItsLastTimestamp()
    {
        path.send(FAR, 1, 1);
        assertEquals(TokenManager.IDLE + FAR - 1, path.tokenWord());
        assertEquals(FAR, path.send(FAR, 2, 1));
        sender.tryFollow(10);
        assertEquals(11, path.send(FAR, 3, 1));
        assertEquals(TokenManager.IDLE + 10, path.tokenWord());
    }

    @Test
    void shouldTellWhereTheLastFramesAre()
    {
        path.send(FAR, 1, 0, 1);
        path.tokenManager.advanceTo(1);
        path.send(FAR, 2, 1);
        assertEquals(0, sender.lastIssueToSelf());
        assertEquals(FAR + 1, sender.lastPulseToOthers());
    }

    @Test
    void shouldGiveATicketForWhatItHasSentLast()
    {
        path.tokenManager.advanceTo(3);
        path.send(FAR, 1, 0, 1);
        assertEquals(Ticket.ofIssue(0), sender.lastTicket());
        path.send(FAR, 2, 1);
        assertEquals(Ticket.ofPulse(3 + FAR), sender.lastTicket());
        path.send(0, 3, 0);
        assertEquals(Ticket.ofIssue(2), sender.lastTicket());
        path.expelledHosts.add(1);
        path.send(FAR, 4, 1);
        assertEquals(Ticket.ofPulse(3 + FAR), sender.lastTicket(), "when the pulse has passed, it is done with");
    }

    @Test
    void shouldStopTokensUntilAMarkerHasPassedBehindItsFrames()
    {
        path.tokenManager.advanceTo(4);
        path.send(FAR, 1, 1);
        final List<Long> times = new ArrayList<>();
        assertTrue(sender.trySend(new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                times.add(pulse);
                times.add(path.tokenManager.advanceTo(MANY));
                assertEquals(0, path.links.to(0).published(), "its frame keeps its place");
                return NO_NOTICE;
            }

            @Override
            public long notice()
            {
                return 0;
            }
        }, FAR));
        assertEquals(List.of(6L, 5L), times, "one more than the pin");
        assertEquals(MANY, path.tokenManager.advanceTo(MANY));
        assertEquals(List.of(), path.errors);
    }

    @Test
    void shouldKeepTokensStoppedWhileFramesAreUnderWay()
    {
        final DirectPath faulty = faulty();
        faulty.tokenManager.advanceTo(4);
        faulty.send(FAR, 1, 1);
        assertEquals(0, faulty.sender.issued());
        assertEquals(0, faulty.sender.stamped());
        assertEquals(-1, faulty.sender.shipped());
        assertTrue(faulty.sender.isDue());
        assertFalse(faulty.sender.isAllOnLinks());
        assertFalse(faulty.sender.tryFollow(MANY), "something is stamped that is not on its link");
        assertFalse(faulty.trySend(FAR, 2, 2), "one after the other");
        assertEquals(5, faulty.tokenManager.advanceTo(MANY), "one more than the pin");
        while (!faulty.sender.tryShip())
        {
            assertEquals(5, faulty.tokenManager.advanceTo(MANY));
        }
        assertEquals(0, faulty.sender.shipped());
        assertTrue(faulty.sender.isAllOnLinks());
        assertFalse(faulty.sender.isDue());
        assertEquals(MANY, faulty.tokenManager.advanceTo(MANY));
        assertTrue(faulty.sender.tryFollow(MANY));
        assertEquals(MANY + FAR, faulty.send(FAR, 2, 1), "behind what was executed ahead");
    }

    @Test
    void shouldBringOnWhatIsUnderWayWhenItWorks()
    {
        final DirectPath faulty = faulty();
        faulty.send(FAR, 1, 1);
        for (int i = 0; faulty.sender.shipped() < 0; i++)
        {
            assertTrue(i < MANY * MANY, "it is lost");
            faulty.sender.work();
        }
        faulty.execute(1);
        assertEquals(List.of(1L), faulty.recorders[1].payloads());
    }

    /**
     * The frame that is under way comes to its link when it is looked for, and takes the last slot.
     */
    @Test
    void shouldNotSendWithTheCreditThatIsTakenByWhatIsUnderWay()
    {
        final DirectPath faulty = new DirectPath(3, 64, 1, TestPath.lossy());
        faulty.send(FAR, 1, 1);
        for (int i = 0; faulty.sender.shipped() < 0; i++)
        {
            assertTrue(i < MANY, "it is lost");
            assertFalse(faulty.trySend(FAR, 2, 1));
            faulty.sender.work();
        }
        assertFalse(faulty.trySend(FAR, 2, 1));
        assertEquals(0, faulty.sender.issued());
        faulty.execute(1);
        faulty.send(FAR, 2, 1);
        while (!faulty.sender.tryShip())
        {
            Thread.onSpinWait();
        }
        faulty.execute(1);
        assertEquals(List.of(1L, 2L), faulty.recorders[1].payloads());
    }

    /**
     * What joins a batch then would hold back what is in the batch.
     */
    @Test
    void shouldHaveNoCreditThatIsTakenByWhatIsUnderWay()
    {
        final DirectPath faulty = new DirectPath(3, 64, 1, TestPath.lossy());
        faulty.send(FAR, 1, 1);
        assertEquals(-1, faulty.sender.shipped());
        assertFalse(faulty.sender.hasCredit(1, RecordingModel.LENGTH));
        while (!faulty.sender.tryShip())
        {
            assertFalse(faulty.sender.hasCredit(1, RecordingModel.LENGTH));
        }
        assertFalse(faulty.sender.hasCredit(1, RecordingModel.LENGTH), "its link has one slot");
        faulty.execute(1);
        assertTrue(faulty.sender.hasCredit(1, RecordingModel.LENGTH));
    }

    @Test
    void shouldLeaveNothingBehindWhenACreditIsMissing()
    {
        final DirectPath narrow = new DirectPath(3, 8, 1);
        narrow.send(FAR, 1, 1, 2);
        narrow.execute(1);
        final long last = narrow.sender.lastTimestamp();
        final long stoppedAt = narrow.tokenWord.stoppedAt();
        narrow.tokenManager.advanceTo(9);
        assertFalse(narrow.trySend(FAR, 2, 1, 2));
        assertEquals(0, narrow.links.to(1).published(), "host 1 has room, and yet nothing is sent to it");
        assertEquals(0, narrow.sender.issued());
        assertEquals(0, narrow.sender.shipped());
        assertEquals(last, narrow.sender.lastTimestamp());
        assertEquals(stoppedAt, narrow.tokenWord.stoppedAt());
        assertEquals(2, narrow.sender.blockingHost());
        assertEquals(MANY, narrow.tokenManager.advanceTo(MANY), "logical time does not wait for credits");

        narrow.execute(2);
        assertEquals(-1, narrow.sender.blockingHost());
        narrow.send(FAR, 2, 1, 2);
        narrow.execute(0, 1, 2);
        assertEquals(List.of(1L, 2L), narrow.recorders[1].payloads());
        assertEquals(List.of(1L, 2L), narrow.recorders[2].payloads());
    }

    @Test
    void shouldNameNoHostWhenItHasSentWhatWasRefused()
    {
        final DirectPath narrow = new DirectPath(3, 8, 1);
        narrow.send(FAR, 1, 1);
        assertFalse(narrow.trySend(FAR, 2, 1));
        assertEquals(1, narrow.sender.blockingHost());
        narrow.execute(1);
        narrow.send(FAR, 2, 1);
        assertFalse(narrow.links.hasRoom(1, RecordingModel.LENGTH));
        assertTrue(narrow.links.isFull(1));
        assertEquals(-1, narrow.sender.blockingHost(), "nothing waits for room");
    }

    @Test
    void shouldSendNothingMoreWhenALinkHasNoRoomForTheBytes()
    {
        final int length = LinkSize.maxFrameLength(TestPath.LINK_LENGTH);
        assertTrue(tryFill(length, 1));
        assertTrue(tryFill(length, 1));
        assertFalse(tryFill(length, 1, 2));
        assertEquals(1, sender.issued());
        assertNull(path.links.to(2), "host 2 has room, and yet nothing is sent to it");
        assertEquals(1, sender.blockingHost());
        assertFalse(sender.hasCredit(1, length));
        assertTrue(sender.hasCredit(1, RecordingModel.LENGTH), "for a short one there is room");
        path.send(FAR, 2, 1);
        assertEquals(-1, sender.blockingHost());
        path.execute(1);
        assertTrue(tryFill(length, 1, 2));
        assertEquals(3, path.links.to(1).published());
        assertEquals(0, path.links.to(2).published());
    }

    /**
     * A marker that was refused does not ride with the isochron that comes next: whoever has issued it issues it again.
     */
    @Test
    void shouldForgetAMarkerThatHasNoRoom()
    {
        path.executors[1].application().register(path.inbox(1, this));
        for (int i = 0; i < NoticeBoard.LOG_SIZE; i++)
        {
            assertTrue(sender.trySend(TestPath.marker(i), FAR), "marker " + i);
            path.execute(0);
        }
        final long issued = sender.issued();
        assertFalse(sender.trySend(TestPath.marker(MANY), FAR));
        assertEquals(1, sender.hostWithNotices());
        assertEquals(issued, sender.issued());

        path.send(FAR, 1, 1);
        path.tokenManager.advanceTo(MANY);
        path.execute(1, 1);
        assertEquals(-1, sender.hostWithNotices());
        assertEquals(NoticeBoard.LOG_SIZE, notices.size(), "what was refused has passed: " + notices);
        assertTrue(sender.trySend(TestPath.marker(MANY), FAR));
        path.tokenManager.advanceTo(2 * MANY);
        path.execute(1, 1);
        assertEquals(NoticeBoard.LOG_SIZE + 1, notices.size());
    }

    @Test
    void shouldTellOfAMarkerThatThrowsOnceAndGoOn()
    {
        final IllegalStateException failure = new IllegalStateException("marker");
        path.send(FAR, 1, 1);
        assertTrue(sender.trySend(TestPath.failing(failure), FAR));
        assertEquals(List.of(failure), path.errors);
        path.send(FAR, 2, 1);
        sender.work();
        assertEquals(List.of(failure), path.errors);
        assertEquals(MANY, path.tokenManager.advanceTo(MANY), "time goes on");
        path.execute(0, 1);
        assertEquals(List.of(1L, 2L), path.recorders[1].payloads());
    }

    @Test
    void shouldStopTokensForMarkersOnlyWhenOrderIsOff()
    {
        sender.switchOff();
        path.tokenManager.advanceTo(MANY);
        assertEquals(0, path.send(FAR, 1, 1));
        assertEquals(0, path.tokenWord.stoppedAt());
        assertTrue(sender.trySend(TestPath.marker(1), FAR));
        assertEquals(MANY + FAR, path.timestamp());
        assertEquals(MANY, path.tokenWord.stoppedAt());
        assertEquals(MANY + FAR, path.send(FAR, 2, 1), "as what was stamped last");
    }

    /**
     * The last isochron of a host that is expelled: the caller lets tokens go.
     */
    @Test
    void shouldStopTokensForWhatIsStampedAlone()
    {
        path.send(FAR, 1, 1);
        path.tokenManager.advanceTo(4);
        final FrameEntry expulsion = new FrameEntry();
        expulsion.setExpulsion(0, 3, FAR);
        sender.stampAlone(expulsion);
        assertEquals(6, expulsion.timestamp);
        assertEquals(5, path.tokenManager.advanceTo(MANY));
        assertEquals(0, sender.issued());
    }

    @Test
    void shouldFlushABatchAndForgetItWhenNobodyCanAppend()
    {
        try (Cluster cluster = issuing())
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final FrameBatch batch = opened(model, isochron);
            assertTrue(sender.isDue());
            assertFalse(sender.isAllOnLinks());
            assertEquals(1, sender.work());
            assertFalse(sender.isDue());
            assertNull(path.openBatch.get());
            assertEquals(Ticket.ofPulse(FAR), batch.ticket());
            assertFalse(batch.hasUnflushed());
            path.execute(0, 1);
            assertEquals(List.of(7L), path.recorders[1].payloads());
            assertTrue(sender.tryFlush(false), "there is none");
            assertEquals(0, sender.issued());
        }
    }

    @Test
    void shouldKeepABatchOfAnotherThreadInSight() throws Exception
    {
        try (Cluster cluster = issuing())
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final FrameBatch batch = opened(model, isochron);
            final TestThreads threads = new TestThreads();
            threads.start("another owner", () -> assertTrue(sender.tryFlush(false)));
            threads.join();
            assertSame(batch, path.openBatch.get(), "its thread may be about to append");
            isochron.abandon();
            assertFalse(batch.tryAppend(next(model, isochron)), "but it is closed");
            assertEquals(0, sender.issued());
            assertFalse(sender.isAllOnLinks());
            threads.start("the last owner", () -> assertTrue(sender.tryFlush(true)));
            threads.join();
            assertNull(path.openBatch.get());
            assertEquals(0, sender.issued());
        }
    }

    @Test
    void shouldKeepABatchThatHasNoCreditAndFlushItOnce()
    {
        final DirectPath narrow = new DirectPath(3, 8, 1);
        try (Cluster cluster = issuing())
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final FrameBatch batch = new FrameBatch(0, 3, 1024);
            batch.open(next(model, isochron), FAR);
            narrow.openBatch.set(batch);
            narrow.send(FAR, 1, 1);
            assertFalse(narrow.sender.tryFlush(true));
            assertEquals(0, narrow.sender.work());
            assertSame(batch, narrow.openBatch.get());
            assertTrue(batch.hasUnflushed());
            assertEquals(1, narrow.sender.blockingHost());
            narrow.execute(1);
            assertEquals(1, narrow.sender.work());
            assertEquals(0, narrow.sender.work());
            assertEquals(Ticket.ofPulse(narrow.timestamp()), batch.ticket());
            narrow.execute(1);
            assertEquals(List.of(1L, 7L), narrow.recorders[1].payloads());
        }
    }

    @Test
    void shouldSayWhoIsAheadOfWhom()
    {
        final FrameEntry toBoth = new FrameEntry();
        toBoth.setTargets(HostSet.of(3, 1, 2), 0);
        final FrameEntry toOne = new FrameEntry();
        toOne.setTargets(HostSet.of(3, 1), 0);
        assertFalse(sender.isAhead(toBoth, 1));
        path.send(FAR, 1, 2);
        assertFalse(sender.isAhead(toBoth, 1), "it is one in a row, which waits at host 2 alone");
        path.send(FAR, 2, 2);
        assertTrue(sender.isAhead(toBoth, 1));
        assertFalse(sender.isAhead(toBoth, 2));
        assertFalse(sender.isAhead(toOne, 1));
        path.send(FAR, 3, 2);
        assertTrue(sender.isAhead(toBoth, 2));
        sender.endRow();
        assertFalse(sender.isAhead(toBoth, 1), "nothing is sent in a row");
        path.send(FAR, 4, 2);
        assertTrue(sender.isAhead(toBoth, 1));
        path.execute(2);
        assertFalse(sender.isAhead(toBoth, 1));
    }

    @Test
    void shouldNotBeAheadOfAHostThatIsExpelled()
    {
        final FrameEntry toOne = new FrameEntry();
        toOne.setTargets(HostSet.of(3, 1), 0);
        path.send(FAR, 1, 1);
        path.send(FAR, 2, 1);
        assertTrue(sender.isAhead(toOne, 1));
        path.expelledHosts.add(1);
        assertFalse(sender.isAhead(toOne, 1));
    }

    @Override
    public void onNotice(final long pulse, final long notice)
    {
        notices.add(notice);
    }

    @Override
    public int doWork()
    {
        return 0;
    }

    private static OffHeapBuffer longFrame()
    {
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(TestPath.LINK_LENGTH);
        for (int i = 0; i <= buffer.capacity() - RecordingModel.LENGTH; i += RecordingModel.LENGTH)
        {
            RecordingModel.write(buffer, i, i, RecordingModel.mask(1, 2));
        }
        return buffer;
    }

    private boolean tryFill(final int length, final int... hosts)
    {
        final FrameEntry entry = sender.frame();
        entry.setTargets(HostSet.of(3, hosts), 0);
        entry.buffer = longFrame;
        entry.offset = 0;
        entry.length = length;
        entry.distance = FAR;
        return sender.trySend(entry);
    }

    private static DirectPath faulty()
    {
        return new DirectPath(3, 64, 64, TestPath.lossy());
    }

    /**
     * Lends isochrons, and issues nothing.
     */
    private static Cluster issuing()
    {
        return Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER));
    }

    private FrameBatch opened(final RecordingModel model, final Isochron isochron)
    {
        final FrameBatch batch = new FrameBatch(0, 3, 1024);
        batch.open(next(model, isochron), FAR);
        path.openBatch.set(batch);
        return batch;
    }

    private static Isochron next(final RecordingModel model, final Isochron isochron)
    {
        model.append(isochron.begin(), 7, 1);
        return isochron;
    }
}
