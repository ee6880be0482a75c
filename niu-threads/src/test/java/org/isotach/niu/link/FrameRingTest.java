/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Places of frames in a ring of bytes: how many fit, where it goes round, and how it becomes longer.
 */
final class FrameRingTest
{
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int SIZE = 16;
    private static final int LENGTH = 512;

    // Length of operations that fill so many lines.
    private static final int ONE_LINE = LINE - FrameDescriptor.HEADER_LENGTH;
    private static final int LONGEST = LinkSize.maxFrameLength(LENGTH);

    private final OffHeapBuffer source = OffHeapBuffer.allocate(1 << 14);
    private FrameRing link = link(SIZE, LENGTH);
    private InboundLink inbound = new InboundLink(link);
    private long sent;
    private long taken;

    @Test
    void shouldCarryFramesOfAllLengths()
    {
        use(link(SIZE, 1 << 14));
        for (int length = 0; length <= LinkSize.maxFrameLength(1 << 14); length += 8)
        {
            send(length);
            take(length);
            give();
        }
    }

    @Test
    void shouldReadNothingOfTheSenderWhenAFrameIsPublished()
    {
        source.putLong(0, 5);
        TestFrames.publish(link, 0, TestFrames.entry(0, source, 0, 8));
        source.putLong(0, 6);
        assertEquals(0, inbound.timestamp());
        inbound.next();
        assertEquals(5, inbound.buffer().getLong(inbound.offset()));
    }

    @Test
    void shouldSayWhetherAFrameIsForApplications()
    {
        final FrameEntry entry = TestFrames.entry(0, source, 0, 64);
        for (final boolean isForApplications : new boolean[]{ true, false, true })
        {
            entry.isForApplications = isForApplications;
            TestFrames.publish(link, 0, entry);
            inbound.timestamp();
            inbound.next();
            assertEquals(isForApplications, inbound.isForApplications());
            assertEquals(64, inbound.length());
        }
    }

    /**
     * The application finishes the only frame that it has while the executor holds the next one: for a moment all that
     * is executed is free, then less is.
     */
    @Test
    void shouldFreeNoMemoryOfALaterFrameWhenLessIsGivenBackThanBefore()
    {
        final int size = 8;
        use(link(size, 1 << 14));
        for (int i = 0; i < size; i++)
        {
            send(ONE_LINE);
        }
        final Consumption consumption = link.consumption();
        consumption.hold(0);
        consumption.execute(size - 2);
        consumption.finished().finish(0);
        assertEquals(size - 2, link.look());
        for (int i = 0; i < size - 1; i++)
        {
            send(ONE_LINE);
        }
        // As hold(size - 1) does when it has looked before the application has finished.
        consumption.report(size - 1, 0);
        assertEquals(0, link.consumed());
        assertEquals(size - 2, link.retired(), "frame " + (size - 1) + " is held");
        consumption.finished().finish(size - 1);
        assertEquals(size - 1, link.retired());
    }

    /**
     * Seven frames, and the word behind them.
     */
    @Test
    void shouldHaveRoomForAsManyLinesAsThereAreButOne()
    {
        for (int i = 0; i < LENGTH / LINE - 1; i++)
        {
            send(ONE_LINE);
        }
        assertFalse(link.hasRoom(0));
        assertTrue(link.isFull());
        take(ONE_LINE);
        assertFalse(link.hasRoom(0), "it was taken, and not given back");
        give();
        assertFalse(link.isFull());
        send(ONE_LINE);
        assertFalse(link.hasRoom(0));
    }

    @Test
    void shouldHaveNoCreditForMoreFramesThanItsSize()
    {
        use(link(4, LENGTH));
        for (int i = 0; i < 4; i++)
        {
            assertTrue(link.hasRoom(0));
            assertFalse(link.isFull());
            send(0);
        }
        assertFalse(link.hasRoom(0), "half of its bytes are free");
        assertTrue(link.isFull());
        take(0);
        give();
        assertFalse(link.isFull());
        send(0);
        assertFalse(link.hasRoom(0));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void shouldGoRoundWithTheFewestFrames(final int size)
    {
        use(link(size, LENGTH));
        for (int i = 0; i < 1000; i++)
        {
            send(8 * (i % (LONGEST / 8 + 1)));
            take(8 * (i % (LONGEST / 8 + 1)));
            give();
        }
    }

    /**
     * The frame ends where the ring does: the word behind it is the first one.
     */
    @Test
    void shouldGoOnAtTheStartBehindAFrameAtTheVeryEnd()
    {
        send(ONE_LINE);
        take(ONE_LINE);
        give();
        for (int i = 0; i < LENGTH / LINE - 1; i++)
        {
            send(ONE_LINE);
        }
        for (int i = 0; i < LENGTH / LINE - 1; i++)
        {
            take(ONE_LINE);
        }
        assertEquals(InboundLink.NONE, inbound.timestamp());
        give();
        send(ONE_LINE);
        take(ONE_LINE);
        assertEquals(FrameDescriptor.HEADER_LENGTH, inbound.offset());
    }

    @Test
    void shouldLeadToTheStartWhenThereIsNoRoomInFrontOfTheEnd()
    {
        send(LONGEST);
        send(LONGEST);
        take(LONGEST);
        take(LONGEST);
        give();
        send(2 * LINE);
        take(2 * LINE);
        assertEquals(FrameDescriptor.HEADER_LENGTH, inbound.offset());
        assertSame(link.firstSegment(), inbound.buffer());
    }

    @Test
    void shouldTakeTheLongestFrameWhereverItIsWhenItIsEmpty()
    {
        for (int lines = 0; lines < LENGTH / LINE; lines++)
        {
            use(link(SIZE, LENGTH));
            for (int i = 0; i < lines; i++)
            {
                send(ONE_LINE);
                take(ONE_LINE);
                give();
            }
            assertTrue(link.hasRoom(LONGEST), lines + " lines from the start");
            send(LONGEST);
            take(LONGEST);
            give();
            send(LONGEST);
            take(LONGEST);
        }
    }

    /**
     * To look for room moves the sender on to the start; the receiver still looks at the end.
     */
    @Test
    void shouldLeaveTheWordAtTheEndAloneWhenAFrameIsNotSentThatWasLookedFor()
    {
        for (int i = 0; i < LENGTH / LINE - 2; i++)
        {
            send(ONE_LINE);
            take(ONE_LINE);
            give();
        }
        assertTrue(link.hasRoom(3 * LINE - FrameDescriptor.HEADER_LENGTH), "at the start, and then it is not sent");
        final int rest = 7 * LINE - FrameDescriptor.HEADER_LENGTH;
        assertFalse(link.hasRoom(rest), "it would lie over the word that leads to the start");
        int lines = 0;
        while (link.hasRoom(ONE_LINE))
        {
            send(ONE_LINE);
            lines++;
        }
        assertEquals(5, lines);
        for (int i = 0; i < lines; i++)
        {
            take(ONE_LINE);
        }
    }

    @Test
    void shouldBecomeLongerWhenItIsFullOfBytes()
    {
        use(link(SIZE, LENGTH, 1 << 14));
        final int first = LENGTH / LINE - 1;
        for (int i = 0; i < first; i++)
        {
            send(ONE_LINE);
            assertEquals(LENGTH, link.capacity());
        }
        send(ONE_LINE);
        assertEquals(8 * LENGTH, link.capacity());
        for (int i = 0; i < first; i++)
        {
            take(ONE_LINE);
            assertSame(link.firstSegment(), inbound.buffer());
        }
        take(ONE_LINE);
        assertEquals(8 * LENGTH, inbound.buffer().capacity());
        assertEquals(FrameDescriptor.HEADER_LENGTH, inbound.offset());
        give();
        for (int i = 0; i < 1000; i++)
        {
            send(ONE_LINE);
            take(ONE_LINE);
            give();
        }
        assertEquals(8 * LENGTH, link.capacity());
    }

    @Test
    void shouldNotBecomeLongerWhenItIsFullOfFrames()
    {
        use(link(2, LENGTH, 1 << 14));
        send(0);
        send(0);
        assertFalse(link.hasRoom(LONGEST));
        assertEquals(LENGTH, link.capacity());
    }

    /**
     * Two rings are made before the first frame is sent, and the receiver finds the second one.
     */
    @Test
    void shouldBecomeLongerTwiceBeforeAFrameIsSent()
    {
        use(link(SIZE, LENGTH, 1 << 14));
        send(ONE_LINE);
        assertTrue(link.hasRoom(LENGTH));
        assertEquals(8 * LENGTH, link.capacity());
        assertTrue(link.hasRoom(8 * LENGTH));
        assertEquals(32 * LENGTH, link.capacity());
        send(8 * LENGTH);
        take(ONE_LINE);
        take(8 * LENGTH);
        assertEquals(32 * LENGTH, inbound.buffer().capacity());
        give();
    }

    @Test
    void shouldBecomeAsLongAsAFrameNeedsAndNoLongerThanItMay()
    {
        use(link(SIZE, LENGTH, 1 << 14));
        final int longest = LinkSize.maxFrameLength(1 << 14);
        send(longest);
        assertEquals(1 << 14, link.capacity());
        send(longest);
        assertFalse(link.hasRoom(longest));
        assertEquals(1 << 14, link.capacity());
        take(longest);
        take(longest);
        give();
        send(longest);
        take(longest);
    }

    /**
     * The application holds a frame of the first memory while the ring becomes longer, and goes round.
     */
    @Test
    void shouldKeepWhatIsHeldInTheMemoryBefore()
    {
        use(link(SIZE, LENGTH, 4 * LENGTH));
        send(LONGEST);
        take(LONGEST);
        final long held = inbound.hold();
        final OffHeapBuffer buffer = inbound.buffer();
        final int offset = inbound.offset();
        send(2 * LINE);
        send(LONGEST);
        assertEquals(4 * LENGTH, link.capacity());
        take(2 * LINE);
        take(LONGEST);
        give();
        int more = 0;
        while (link.hasRoom(LONGEST))
        {
            send(LONGEST);
            take(LONGEST);
            give();
            more++;
        }
        assertEquals((4 * LENGTH - LINE) / (3 * LINE) - 1, more);
        for (int i = 0; i < LONGEST; i += 8)
        {
            assertEquals(i, buffer.getLong(offset + i), "frame 0 was overwritten");
        }
        inbound.finished().finish(held);
        assertTrue(link.hasRoom(LONGEST));
    }

    @Test
    void shouldSayWhetherThereAreSoManyFrames()
    {
        assertFalse(link.isAhead(1));
        send(0);
        send(0);
        assertTrue(link.isAhead(2));
        assertFalse(link.isAhead(3));
        take(0);
        give();
        assertTrue(link.isAhead(1));
        assertFalse(link.isAhead(2));
    }

    @Test
    void shouldSayWhichFrameIsInFrontOfTheOldestThatIsNotGivenBack()
    {
        assertEquals(Long.MAX_VALUE, link.retired());
        TestFrames.publish(link, 10, TestFrames.entry(0, source, 0, 8));
        TestFrames.publish(link, 17, TestFrames.entry(0, source, 0, 8));
        assertEquals(9, link.retired());
        link.consumption().execute(0);
        assertEquals(16, link.retired());
        link.consumption().execute(1);
        assertEquals(Long.MAX_VALUE, link.retired());
    }

    @Test
    void shouldPublishInTheOrderOfItsPlaces()
    {
        use(link(SIZE, LENGTH, 1 << 14));
        final long[] places = new long[SIZE];
        for (int i = 0; i < SIZE; i++)
        {
            assertTrue(link.hasRoom(8 * i));
            places[i] = link.reserve(8 * i);
        }
        assertEquals(SIZE - 1, link.reserved());
        assertEquals(-1, link.published());
        assertNotEquals(LENGTH, link.capacity());
        for (int i = 0; i < SIZE; i++)
        {
            assertEquals(InboundLink.NONE, inbound.timestamp());
            fill(8 * i);
            link.send(places[i], sent, TestFrames.entry(sent++, source, 0, 8 * i));
            take(8 * i);
        }
    }

    private FrameRing link(final int size, final int length)
    {
        return link(size, length, length);
    }

    private FrameRing link(final int size, final int length, final int maxLength)
    {
        return new FrameRing(0, new LinkSize(size, length, maxLength), new Doorbell(), new Doorbell());
    }

    private void use(final FrameRing another)
    {
        link = another;
        inbound = new InboundLink(link);
        sent = 0;
        taken = 0;
    }

    private void fill(final int length)
    {
        for (int i = 0; i < length; i += 8)
        {
            source.putLong(i, sent << 32 | i);
        }
    }

    private void send(final int length)
    {
        fill(length);
        TestFrames.publish(link, sent, TestFrames.entry(sent, source, 0, length));
        sent++;
    }

    private void take(final int length)
    {
        assertEquals(taken, inbound.timestamp());
        assertEquals(taken, inbound.next());
        assertEquals(taken, inbound.issue());
        assertEquals(length, inbound.length());
        for (int i = 0; i < length; i += 8)
        {
            assertEquals(taken << 32 | i, inbound.buffer().getLong(inbound.offset() + i), "byte " + i);
        }
        taken++;
    }

    private void give()
    {
        inbound.release();
    }
}
