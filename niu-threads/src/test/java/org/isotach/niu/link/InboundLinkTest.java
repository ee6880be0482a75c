/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A frame is given back when it was executed and the application does not hold it, in the order of the link.
 */
final class InboundLinkTest
{
    private static final int SIZE = 4;

    private final OffHeapBuffer buffer = OffHeapBuffer.allocate(64);
    private final FrameRing link = TestFrames.link(1, SIZE);
    private final InboundLink inbound = new InboundLink(link);

    @Test
    void shouldGiveBackWhatWasExecuted()
    {
        publish(3);
        next();
        next();
        assertEquals(-1, link.consumed());
        inbound.release();
        assertEquals(1, link.consumed());
        assertEquals(1, link.executed());
    }

    @Test
    void shouldGiveBackNothingBehindAFrameThatIsHeld()
    {
        publish(4);
        next();
        next();
        inbound.hold();
        next();
        next();
        inbound.hold();
        inbound.release();
        assertEquals(0, link.consumed());
        assertEquals(3, link.executed());
        inbound.finished().finish(1);
        assertEquals(1, link.consumed());
        assertEquals(3, link.executed());
        inbound.finished().finish(3);
        assertEquals(3, link.consumed());
        assertEquals(3, link.executed());
    }

    @Test
    void shouldHaveNoTimestampWithoutAFrame()
    {
        assertEquals(InboundLink.NONE, inbound.timestamp());
        publish(1);
        assertEquals(0, inbound.timestamp());
        next();
        assertEquals(InboundLink.NONE, inbound.timestamp());
    }

    @Test
    void shouldTellOfAFrameThatWasTaken()
    {
        buffer.putLong(8, 77);
        final FrameEntry entry = TestFrames.entry(5, buffer, 8, 16);
        entry.isForApplications = true;
        TestFrames.publish(link, 41, entry);
        TestFrames.publish(link, 43, TestFrames.entry(6, buffer, 8, 0));
        assertEquals(5, inbound.timestamp());
        assertEquals(5, inbound.seenTimestamp());
        assertEquals(0, inbound.next());
        assertEquals(41, inbound.issue());
        assertEquals(16, inbound.length());
        assertEquals(77, inbound.buffer().getLong(inbound.offset()));
        assertTrue(inbound.isForApplications());
        assertEquals(InboundLink.NONE, inbound.seenTimestamp(), "it has not looked yet");
        assertEquals(6, inbound.timestamp());
        assertEquals(16, inbound.length(), "the frame that was taken last stays as it is");
        assertFalse(inbound.isNextOfFamily(0), "it is empty");
        assertEquals(1, inbound.next());
        assertEquals(43, inbound.issue());
        assertEquals(0, inbound.length());
        assertFalse(inbound.isForApplications());
    }

    @Test
    void shouldHoldAsManyFramesAsThereAreCredits()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final Deque<Long> held = new ArrayDeque<>();
        long published = 0;
        long executed = 0;
        long finished = -1;
        for (int step = 0; step < 10_000; step++)
        {
            switch (random.nextInt(3))
            {
                case 0:
                    if (link.hasRoom(8))
                    {
                        TestFrames.publish(link, published, TestFrames.entry(published++, buffer, 0, 8));
                    }
                    break;
                case 1:
                    if (InboundLink.NONE != inbound.timestamp())
                    {
                        assertEquals(executed, inbound.next(), "seed " + seed);
                        if (random.nextBoolean())
                        {
                            inbound.hold();
                            held.add(executed);
                        }
                        executed++;
                        inbound.release();
                    }
                    break;
                default:
                    if (!held.isEmpty())
                    {
                        finished = held.remove();
                        inbound.finished().finish(finished);
                    }
                    break;
            }
            assertEquals(executed - 1, link.executed(), "seed " + seed);
            if (held.isEmpty())
            {
                assertEquals(executed - 1, link.consumed(), "seed " + seed);
            }
            else
            {
                assertTrue(link.consumed() < held.peek(), "seed " + seed);
                assertTrue(link.consumed() >= finished, "seed " + seed);
            }
        }
    }

    private void next()
    {
        assertNotEquals(InboundLink.NONE, inbound.timestamp());
        inbound.next();
    }

    private void publish(final int frames)
    {
        for (int i = 0; i < frames; i++)
        {
            TestFrames.publish(link, i, TestFrames.entry(i, buffer, 0, 8));
        }
    }
}
