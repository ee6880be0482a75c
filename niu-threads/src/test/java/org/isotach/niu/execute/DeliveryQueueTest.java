/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameRing;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames and notices on their way from the executor to the application, and frames back to their senders.
 */
final class DeliveryQueueTest
{
    private static final int SENDER = 2;
    private static final int LINK_SIZE = 4;

    private final OffHeapBuffer buffer = OffHeapBuffer.allocate(64);
    private final FrameRing link = TestFrames.link(SENDER, LINK_SIZE);
    private final InboundLink inbound = new InboundLink(link);
    private Runnable atPoll = () ->
    {
    };
    private final DeliveryQueue queue = new DeliveryQueue(8, new Doorbell(), this::poll);
    private final Deliveries deliveries = queue.deliveries();

    @Test
    void shouldHandOverFramesAndNoticesInOrder()
    {
        assertTrue(deliveries.isEmpty());
        assertFalse(deliveries.next());
        deliver(7);
        queue.addNotice(8, 99);
        assertFalse(deliveries.isEmpty());
        assertTrue(deliveries.next());
        assertFalse(deliveries.isNotice());
        assertEquals(SENDER, deliveries.sender());
        assertEquals(7, deliveries.pulse());
        assertSame(buffer, deliveries.frame());
        assertEquals(8, deliveries.offset());
        assertEquals(24, deliveries.limit());
        assertFalse(deliveries.isEmpty());
        assertTrue(deliveries.next());
        assertTrue(deliveries.isNotice());
        assertEquals(8, deliveries.pulse());
        assertEquals(99, deliveries.notice());
        assertTrue(deliveries.isEmpty(), "a notice is done with at once");
        assertFalse(deliveries.next());
        assertTrue(deliveries.isEmpty());
    }

    @Test
    void shouldMakeRoomForANotice()
    {
        final int max = 2 * DeliveryQueue.INITIAL_SIZE;
        final DeliveryQueue growing = new DeliveryQueue(max, new Doorbell(), () -> 0);
        int count = 0;
        while (count < DeliveryQueue.INITIAL_SIZE)
        {
            growing.makeRoom();
            growing.addNotice(1, count++);
        }
        assertEquals(DeliveryQueue.INITIAL_SIZE, growing.size());
        growing.makeRoom();
        growing.makeRoom();
        assertEquals(max, growing.size());
        while (count < DeliveryQueue.INITIAL_SIZE + max)
        {
            growing.addNotice(1, count++);
        }
        // What comes need not be for the application.
        growing.makeRoom();
        assertThrows(IllegalStateException.class, () -> growing.addNotice(1, 0));
        for (int i = 0; i < count; i++)
        {
            assertTrue(growing.deliveries().next());
            assertEquals(i, growing.deliveries().notice());
        }
        assertTrue(growing.deliveries().isEmpty());
    }

    @Test
    void shouldGiveFramesBackWhenTheApplicationGoesOn()
    {
        deliver(1);
        deliver(2);
        assertEquals(-1, link.consumed());
        assertEquals(1, link.executed());
        deliveries.next();
        assertEquals(-1, link.consumed(), "the application reads the first one");
        deliveries.next();
        assertEquals(0, link.consumed());
        deliveries.next();
        assertEquals(1, link.consumed());
    }

    /**
     * The place of a frame that the application does not read goes back with the frames in front of it.
     */
    @Test
    void shouldGiveBackWhatIsBetweenFramesOfTheApplication()
    {
        deliver(1);
        publish(2);
        inbound.release();
        deliver(3);
        publish(4);
        inbound.release();
        assertEquals(-1, link.consumed());
        deliveries.next();
        deliveries.next();
        assertEquals(0, link.consumed());
        deliveries.next();
        assertEquals(3, link.consumed());
    }

    @Test
    void shouldKnowWhetherTheApplicationHasTakenAllNotices()
    {
        assertTrue(queue.areNoticesTaken());
        deliver(1);
        queue.addNotice(2, 5);
        assertFalse(queue.areNoticesTaken());
        deliveries.next();
        assertEquals(0, queue.takeFinished());
        assertFalse(queue.areNoticesTaken());
        deliveries.next();
        assertFalse(queue.areNoticesTaken(), "it has not looked yet");
        assertEquals(2, queue.takeFinished());
        assertTrue(queue.areNoticesTaken());
        assertEquals(0, queue.takeFinished());
    }

    @Test
    void shouldRefuseMoreThanThereCanBe()
    {
        for (int i = 0; i < 8; i++)
        {
            queue.addNotice(i, i);
        }
        final IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> queue.addNotice(8, 8));
        assertEquals("delivery queue is full: credits are wrong", failure.getMessage());
    }

    /**
     * The application stays behind again and again, more each time, and reads a frame while the queue grows.
     */
    @Test
    void shouldHandOverAndGiveBackInOrderWhileTheQueueGrows()
    {
        final DeliveryQueue growing = new DeliveryQueue(4096, new Doorbell(), () -> 0);
        final Deliveries received = growing.deliveries();
        int added = 0;
        int taken = 0;
        for (final int burst : new int[]{ 1, 63, 64, 65, 3, 500, 1, 900, 4096 })
        {
            for (int i = 0; i < burst; i++)
            {
                growing.addNotice(added, added);
                added++;
            }
            assertFalse(growing.areNoticesTaken());
            for (int i = 0; i < burst; i++)
            {
                assertTrue(received.next());
                assertEquals(taken, received.pulse());
                assertEquals(taken, received.notice());
                taken++;
            }
            assertFalse(received.next());
            assertEquals(burst, growing.takeFinished());
            assertTrue(growing.areNoticesTaken());
        }
        assertEquals(4096, growing.size());
    }

    @Test
    void shouldGiveBackFramesThatAreInTheSegmentBefore()
    {
        final DeliveryQueue growing = new DeliveryQueue(256, new Doorbell(), () -> 0);
        final Deliveries received = growing.deliveries();
        publish(1);
        growing.addFrame(inbound, 1, buffer, 8, 24, false);
        inbound.release();
        for (int i = 0; i < 2 * DeliveryQueue.INITIAL_SIZE; i++)
        {
            growing.addNotice(i, i);
        }
        assertTrue(received.next());
        assertSame(buffer, received.frame());
        assertEquals(-1, link.consumed(), "the application reads it");
        publish(2);
        growing.addFrame(inbound, 2, buffer, 8, 24, false);
        inbound.release();
        for (int i = 0; i < 2 * DeliveryQueue.INITIAL_SIZE; i++)
        {
            assertTrue(received.next());
        }
        assertEquals(0, link.consumed());
        assertTrue(received.next());
        assertEquals(2, received.pulse());
        received.next();
        assertEquals(1, link.consumed());
    }

    /**
     * Until then its sequence is that of a frame that the application still reads.
     */
    @Test
    void shouldUseAnEntryAgainWhenItsFrameIsFinished()
    {
        final DeliveryQueue small = new DeliveryQueue(2, new Doorbell(), () -> 0);
        final Deliveries received = small.deliveries();
        publish(1);
        small.addFrame(inbound, 1, buffer, 8, 24, false);
        inbound.release();
        small.addNotice(2, 2);
        received.next();
        assertThrows(IllegalStateException.class, () -> small.addNotice(3, 3));
        received.next();
        assertEquals(0, link.consumed());
        small.addNotice(3, 3);
        assertTrue(received.next());
        assertEquals(3, received.notice());
    }

    @Test
    void shouldNotHoldAFrameForWhichThereIsNoEntry()
    {
        final DeliveryQueue small = new DeliveryQueue(1, new Doorbell(), () -> 0);
        small.addNotice(1, 1);
        publish(2);
        assertThrows(IllegalStateException.class, () -> small.addFrame(inbound, 2, buffer, 8, 24, false));
        inbound.release();
        assertEquals(0, link.consumed(), "its sender would have a credit less for ever");
    }

    @Test
    void shouldHandTheFirstFrameOverToTheThreadThatPollsForIt()
    {
        assertFalse(deliveries.next());
        atPoll = () ->
        {
            deliverToReceiver(7);
            deliverToReceiver(8);
            queue.addNotice(8, 99);
        };
        deliveries.poll();
        assertFalse(deliveries.isEmpty());
        assertEquals(3, deliveries.unread());
        assertFrame(7);
        assertFalse(deliveries.isEmpty());
        assertEquals(-1, link.consumed(), "the application reads the first one");
        assertEquals(1, link.executed());
        assertFrame(8);
        assertEquals(0, link.consumed());
        assertEquals(1, queue.takeFinished());
        assertFalse(queue.areNoticesTaken());
        assertTrue(deliveries.next());
        assertEquals(99, deliveries.notice());
        assertEquals(1, link.consumed());
        assertEquals(2, queue.takeFinished());
        assertTrue(queue.areNoticesTaken());
        assertTrue(deliveries.isEmpty());
        assertFalse(deliveries.next());
    }

    @Test
    void shouldHandNoFrameOverPastThoseThatWait()
    {
        assertFalse(deliveries.next());
        // By another thread, before this one polls.
        deliver(1);
        queue.addNotice(1, 98);
        atPoll = () -> deliverToReceiver(2);
        deliveries.poll();
        assertFrame(1);
        assertTrue(deliveries.next());
        assertEquals(98, deliveries.notice());
        assertFrame(2);
        assertFalse(deliveries.next());
        assertEquals(1, link.consumed());
    }

    @Test
    void shouldPutWhatOthersExecuteIntoTheQueue()
    {
        assertFalse(deliveries.next());
        deliveries.poll();
        assertFalse(deliveries.next());
        deliver(3);
        assertFrame(3);
        assertFalse(deliveries.next());
        atPoll = () -> deliverToReceiver(4);
        deliveries.poll();
        assertFrame(4);
        assertFalse(deliveries.next());
        assertEquals(1, link.consumed());
    }

    /**
     * Whoever polls then reads the frame still.
     */
    @Test
    void shouldNotHandOverWhileAFrameIsHeld()
    {
        deliver(3);
        assertFrame(3);
        atPoll = () -> deliverToReceiver(4);
        deliveries.poll();
        assertFalse(deliveries.isNotice());
        assertEquals(3, deliveries.pulse());
        assertEquals(-1, link.consumed());
        assertFrame(4);
        assertEquals(0, link.consumed());
        assertFalse(deliveries.next());
        assertEquals(1, link.consumed());
        assertTrue(deliveries.isEmpty());
    }

    /**
     * A frame that is handed over has a place in the queue, which may be the first one of a segment.
     */
    @Test
    void shouldHandOverAndReadTheRestWhileTheQueueGrows()
    {
        final int max = 4 * DeliveryQueue.INITIAL_SIZE;
        final DeliveryQueue growing = new DeliveryQueue(max, new Doorbell(), this::poll);
        final Deliveries received = growing.deliveries();
        int count = 0;
        for (int size = DeliveryQueue.INITIAL_SIZE; size < max; size *= 2)
        {
            for (int i = 0; i < size; i++)
            {
                growing.addNotice(1, i);
            }
            growing.makeRoom();
            assertEquals(2 * size, growing.size());
            for (int i = 0; i < size; i++)
            {
                assertTrue(received.next());
                assertEquals(i, received.notice());
            }
            assertFalse(received.next());
            final int pulse = ++count;
            atPoll = () ->
            {
                publish(pulse);
                growing.addFrame(inbound, pulse, buffer, 8, 24, true);
                inbound.release();
                growing.addNotice(pulse, 77);
            };
            received.poll();
            assertTrue(received.next());
            assertFalse(received.isNotice());
            assertEquals(pulse, received.pulse());
            assertTrue(received.next());
            assertEquals(77, received.notice());
            assertFalse(received.next());
            assertTrue(received.isEmpty());
        }
    }

    private int poll()
    {
        atPoll.run();
        return 1;
    }

    private void assertFrame(final long pulse)
    {
        assertTrue(deliveries.next());
        assertFalse(deliveries.isNotice());
        assertEquals(SENDER, deliveries.sender());
        assertEquals(pulse, deliveries.pulse());
        assertSame(buffer, deliveries.frame());
        assertEquals(8, deliveries.offset());
        assertEquals(24, deliveries.limit());
    }

    private void deliverToReceiver(final long pulse)
    {
        publish(pulse);
        queue.addFrame(inbound, pulse, buffer, 8, 24, true);
        inbound.release();
    }

    /**
     * As the executor does with a frame that has something for the application.
     */
    private void deliver(final long pulse)
    {
        publish(pulse);
        queue.addFrame(inbound, pulse, buffer, 8, 24, false);
        inbound.release();
    }

    private void publish(final long pulse)
    {
        TestFrames.publish(link, 0, TestFrames.entry(pulse, buffer, 0, 24));
        assertEquals(pulse, inbound.timestamp());
        inbound.next();
    }
}
