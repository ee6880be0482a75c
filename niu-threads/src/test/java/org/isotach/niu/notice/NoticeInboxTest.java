/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Notices from the board to a listener: in order of their pulses, equal ones once, none overwritten.
 */
final class NoticeInboxTest implements NoticeListener
{
    private static final int HOSTS = 3;

    private final NoticeBoard board = new NoticeBoard(HOSTS);
    private final List<Throwable> errors = new ArrayList<>();
    private final NoticeInbox inbox = new NoticeInbox(board, this, new Doorbell(), errors::add);
    private final List<String> given = new ArrayList<>();
    private RuntimeException failure;

    @Test
    void shouldGiveNoticesInOrderOfTheirPulses()
    {
        inbox.listen(1);
        board.publish(0, 7, 100);
        board.publish(2, 5, 300);
        board.publish(2, 7, 50);
        board.publish(1, 9, 1);
        assertEquals(5, inbox.nextPulse());
        assertEquals(0, inbox.give(4));
        assertEquals(1, inbox.give(5));
        assertEquals(7, inbox.nextPulse());
        assertEquals(2, inbox.give(8));
        assertEquals(List.of("5:300", "7:50", "7:100"), given);
        assertEquals(9, inbox.nextPulse());
        assertEquals(1, inbox.give(Long.MAX_VALUE - 1));
        assertEquals(NoticeInbox.NONE, inbox.nextPulse());
    }

    @Test
    void shouldForgetTheLaterNoticesOfAHostThatIsCutOff()
    {
        final NoticeBoard boardOfMember = new NoticeBoard(HOSTS, new NoticeCarrier()
        {
            @Override
            public boolean isOpen(final int sender)
            {
                return true;
            }

            @Override
            public void send(final int sender, final long pulse, final long notice)
            {
                throw new AssertionError("nothing is passed");
            }

            @Override
            public long taken(final int sender)
            {
                return Long.MAX_VALUE;
            }
        });
        final NoticeInbox inboxOfMember = new NoticeInbox(boardOfMember, this, new Doorbell(), errors::add);
        inboxOfMember.listen(1);
        boardOfMember.publish(0, 7, 100);
        boardOfMember.publish(2, 5, 300);
        boardOfMember.publish(2, 6, 10);
        assertEquals(5, inboxOfMember.nextPulse());
        // One that was not collected before.
        boardOfMember.publish(2, 7, 50);
        inboxOfMember.cutOff(2, 5);
        assertEquals(2, inboxOfMember.give(9));
        assertEquals(List.of("5:300", "7:100"), given);
        assertTrue(inboxOfMember.isDone());
        for (int notice = 0; notice < NoticeBoard.LOG_SIZE; notice++)
        {
            boardOfMember.publish(0, 20 - notice % 10, notice);
        }
        inboxOfMember.nextPulse();
        inboxOfMember.cutOff(0, 10);
        assertEquals(NoticeInbox.NONE, inboxOfMember.nextPulse());
        assertTrue(inboxOfMember.isDone());
    }

    @Test
    void shouldGiveEachNoticeOnceWhenTheListenerThrows()
    {
        inbox.listen(1);
        board.publish(0, 4, 1);
        board.publish(0, 4, 2);
        board.publish(0, 5, 3);
        inbox.nextPulse();
        failure = new IllegalStateException("listener");
        assertEquals(2, inbox.give(4));
        assertEquals(0, inbox.doWork());
        inbox.giveUp(List.of());
        failure = null;
        assertEquals(5, inbox.nextPulse());
        assertEquals(1, inbox.give(5));
        assertEquals(List.of("4:1", "4:2", "5:3"), given);
        assertEquals(4, errors.size());
        assertTrue(inbox.isDone());
    }

    @Test
    void shouldGiveANoticeForWhichThereWasNoMemoryWithTheNextCall()
    {
        final AtomicInteger room = new AtomicInteger(1);
        inbox.makeRoomWith(() ->
        {
            if (room.getAndDecrement() < 1)
            {
                throw new OutOfMemoryError("for a test");
            }
        });
        inbox.listen(1);
        board.publish(0, 4, 1);
        board.publish(2, 4, 1);
        board.publish(0, 4, 2);
        inbox.nextPulse();
        assertThrows(OutOfMemoryError.class, () -> inbox.give(4));
        assertEquals(List.of("4:1"), given);
        assertEquals(4, inbox.nextPulse());
        assertFalse(inbox.isDone());
        room.set(1);
        assertEquals(1, inbox.give(4));
        assertEquals(List.of("4:1", "4:2"), given);
        assertTrue(inbox.isDone());
    }

    @Test
    void shouldGiveEqualNoticesOfAPulseOnce()
    {
        inbox.listen(1);
        for (int sender = 0; sender < HOSTS; sender++)
        {
            board.publish(sender, 4, 17);
            board.publish(sender, 4, 18);
            board.publish(sender, 5, 17);
        }
        inbox.nextPulse();
        assertEquals(3 * HOSTS, inbox.give(5));
        assertEquals(List.of("4:17", "4:18", "5:17"), given);
    }

    @Test
    void shouldNotGiveWhatWasPublishedBeforeItListened()
    {
        board.publish(0, 3, 1);
        assertEquals(NoticeInbox.NONE, inbox.nextPulse());
        assertTrue(inbox.isDone());
        inbox.listen(1);
        assertEquals(NoticeInbox.NONE, inbox.nextPulse());
        assertTrue(inbox.isDone());
        board.publish(0, 4, 2);
        assertFalse(inbox.isDone());
        assertEquals(4, inbox.nextPulse());
        assertFalse(inbox.isDone());
        inbox.give(4);
        assertTrue(inbox.isDone());
        assertEquals(List.of("4:2"), given);
    }

    @Test
    void shouldKeepTheSenderFromOverwritingWhatWasNotTaken()
    {
        assertTrue(board.hasRoom(0, NoticeBoard.LOG_SIZE));
        inbox.listen(1);
        for (int i = 0; i < NoticeBoard.LOG_SIZE; i++)
        {
            assertTrue(board.hasRoom(0, 1));
            assertTrue(board.hasRoom(0, NoticeBoard.LOG_SIZE - i));
            assertFalse(board.hasRoom(0, NoticeBoard.LOG_SIZE - i + 1));
            board.publish(0, i, 1);
        }
        assertFalse(board.hasRoom(0, 1));
        assertEquals(1, board.hostWithoutRoom(0, 1));
        assertTrue(board.hasRoom(2, NoticeBoard.LOG_SIZE));
        inbox.nextPulse();
        inbox.giveBack(true);
        assertFalse(board.hasRoom(0, 1), "collected, but not given");
        inbox.give(NoticeBoard.LOG_SIZE);
        assertFalse(board.hasRoom(0, 1), "given, but not taken by the application");
        inbox.giveBack(false);
        assertFalse(board.hasRoom(0, 1), "given, but not taken by the application");
        inbox.giveBack(true);
        assertTrue(board.hasRoom(0, NoticeBoard.LOG_SIZE));
    }

    @Test
    void shouldHaveRoomForEverythingWhileNobodyListens()
    {
        for (int i = 0; i < 10 * NoticeBoard.LOG_SIZE; i++)
        {
            assertTrue(board.hasRoom(0, 1));
            board.publish(0, i, 1);
        }
        inbox.listen(2);
        assertTrue(board.hasRoom(0, NoticeBoard.LOG_SIZE));
        assertEquals(NoticeInbox.NONE, inbox.nextPulse());
    }

    @Test
    void shouldSortAnyNumberOfNotices()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        inbox.listen(0);
        final List<String> expected = new ArrayList<>();
        long ended = 0;
        for (int round = 0; round < 1000; round++)
        {
            for (int i = random.nextInt(4 * NoticeBoard.LOG_SIZE); i > 0; i--)
            {
                final int sender = random.nextInt(HOSTS);
                if (board.hasRoom(sender, 1))
                {
                    final long pulse = ended + 1 + random.nextInt(5);
                    final long notice = 1000 + random.nextInt(4);
                    board.publish(sender, pulse, notice);
                    expected.add(pulse + ":" + notice);
                }
            }
            inbox.nextPulse();
            ended += random.nextInt(5);
            inbox.give(ended);
            inbox.giveBack(random.nextBoolean());
        }
        inbox.nextPulse();
        inbox.give(ended + 5);
        final List<String> sorted = expected.stream().distinct()
            .sorted((a, b) -> a.length() == b.length() ? a.compareTo(b) : a.length() - b.length()).toList();
        assertEquals(sorted, given, "seed " + seed);
    }

    @Override
    public void onNotice(final long pulse, final long notice)
    {
        given.add(pulse + ":" + notice);
        throwFailure();
    }

    @Override
    public int doWork()
    {
        throwFailure();
        return 0;
    }

    @Override
    public void giveUp(final Collection<Marker> markers)
    {
        throwFailure();
    }

    private void throwFailure()
    {
        if (null != failure)
        {
            throw failure;
        }
    }
}
