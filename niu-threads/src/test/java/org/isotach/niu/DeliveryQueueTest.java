/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.OffHeapBuffer;
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
    private final Link link = new Link(SENDER, LINK_SIZE, new Doorbell(), new Doorbell(), null);
    private final InboundLink inbound = new InboundLink(link);
    private final DeliveryQueue queue = new DeliveryQueue(8, new Doorbell());
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
    void shouldGiveFramesBackWhenTheApplicationGoesOn()
    {
        deliver(1);
        deliver(2);
        assertEquals(0, queue.giveBack());
        assertEquals(-1, link.consumed());
        assertEquals(1, link.executed());
        deliveries.next();
        assertEquals(0, queue.giveBack());
        assertEquals(-1, link.consumed(), "the application reads the first one");
        deliveries.next();
        assertEquals(1, queue.giveBack());
        assertEquals(0, link.consumed());
        deliveries.next();
        assertEquals(1, queue.giveBack());
        assertEquals(1, link.consumed());
        assertEquals(0, queue.giveBack());
    }

    @Test
    void shouldKnowWhetherTheApplicationHasTakenAllNotices()
    {
        assertTrue(queue.areNoticesTaken());
        deliver(1);
        queue.addNotice(2, 5);
        assertFalse(queue.areNoticesTaken());
        deliveries.next();
        deliveries.next();
        assertFalse(queue.areNoticesTaken());
        queue.giveBack();
        assertTrue(queue.areNoticesTaken());
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
     * As the executor does with a frame that has something for the application.
     */
    private void deliver(final long pulse)
    {
        link.publish(0, TestFrames.entry(pulse, buffer, 0, 24));
        assertEquals(pulse, inbound.timestamp());
        inbound.next();
        inbound.hold();
        queue.addFrame(inbound, pulse, buffer, 8, 24);
        inbound.release();
    }
}
