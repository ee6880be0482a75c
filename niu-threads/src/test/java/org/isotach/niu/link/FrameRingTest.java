/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a slot of a link carries.
 */
final class FrameRingTest
{
    private static final int SIZE = 4;
    private static final int OFFSET = 128;

    private final OffHeapBuffer frames = OffHeapBuffer.allocate(1024);
    private final FrameRing link = link();

    @Test
    void shouldCarryShortFrames()
    {
        for (int sequence = 0; sequence < SIZE; sequence++)
        {
            fill(FrameRing.MAX_SHORT_LENGTH, sequence);
            link.publishShort(
                10 + sequence, TestFrames.entry(20 + sequence, frames, OFFSET, FrameRing.MAX_SHORT_LENGTH));
        }
        fill(FrameRing.MAX_SHORT_LENGTH, -1);
        for (int sequence = 0; sequence < SIZE; sequence++)
        {
            assertTrue(link.isPublished(sequence));
            assertEquals(10 + sequence, link.issue(sequence));
            assertEquals(20 + sequence, link.timestamp(sequence));
            assertEquals(FrameRing.MAX_SHORT_LENGTH, FrameRing.length(link.place(sequence)));
            assertNotSame(frames, link.buffer(sequence));
            for (int i = 0; i < FrameRing.MAX_SHORT_LENGTH; i += Long.BYTES)
            {
                assertEquals(sequence, link.buffer(sequence).getLong(FrameRing.offset(link.place(sequence)) + i));
            }
        }
        assertFalse(link.isPublished(SIZE));
    }

    @Test
    void shouldUseASlotForShortAndLongFramesInTurn()
    {
        for (int sequence = 0; sequence < 4 * SIZE; sequence++)
        {
            fill(FrameRing.MAX_SHORT_LENGTH, sequence);
            if (0 == sequence % 3)
            {
                link.publishShort(sequence, TestFrames.entry(sequence, frames, OFFSET, Long.BYTES));
            }
            else
            {
                link.publish(sequence, TestFrames.entry(sequence, frames, OFFSET, 512));
                assertSame(frames, link.buffer(sequence));
                assertEquals(OFFSET, FrameRing.offset(link.place(sequence)));
                assertEquals(512, FrameRing.length(link.place(sequence)));
            }
            assertEquals(sequence, link.buffer(sequence).getLong(FrameRing.offset(link.place(sequence))));
            link.release(sequence);
        }
    }

    @Test
    void shouldFetchFramesUpToTheEndOfTheirMemory()
    {
        for (int length = Long.BYTES; length <= frames.capacity(); length += Long.BYTES)
        {
            link.publish(0, TestFrames.entry(0, frames, frames.capacity() - length, length));
            link.fetch(link.published());
            link.release(link.published());
        }
    }

    @Test
    void shouldSayHowFarItsSenderHasGotWithTheLinkBack()
    {
        final FrameRing back = link();
        link.publish(0, TestFrames.entry(0, frames, OFFSET, 0));
        assertFalse(link.leadsBack());
        assertEquals(FrameRing.NOT_SAID, link.returned(0));
        link.leadBack(back);
        assertTrue(link.leadsBack());
        link.publish(1, TestFrames.entry(1, frames, OFFSET, 0));
        assertEquals(-1, link.returned(1), "nothing has been consumed");
        back.release(7);
        link.publishShort(2, TestFrames.entry(2, frames, OFFSET, Long.BYTES));
        back.release(9);
        assertEquals(7, link.returned(2), "what was true when the frame was sent");
    }

    @Test
    void shouldSayWhetherAFrameIsForApplications()
    {
        link.publish(0, forApplications(0, frames, OFFSET, 512));
        link.publishShort(1, forApplications(1, frames, OFFSET, Long.BYTES));
        link.publishShort(2, TestFrames.entry(2, frames, OFFSET, Long.BYTES));
        assertTrue(FrameRing.isForApplications(link.place(0)));
        assertEquals(512, FrameRing.length(link.place(0)));
        assertTrue(FrameRing.isForApplications(link.place(1)));
        assertEquals(Long.BYTES, FrameRing.length(link.place(1)));
        assertFalse(FrameRing.isForApplications(link.place(2)));
        assertEquals(Long.BYTES, FrameRing.length(link.place(2)));
    }

    @Test
    void shouldHaveRoomUntilSoManyFramesAreNotGivenBack()
    {
        assertTrue(link.hasRoom(1));
        publish(10);
        publish(11);
        assertFalse(link.hasRoom(1));
        assertFalse(link.hasRoom(2));
        assertTrue(link.hasRoom(3));
        link.release(0);
        assertFalse(link.hasRoom(1));
        assertTrue(link.hasRoom(2));
        publish(12);
        publish(13);
        publish(14);
        assertFalse(link.hasRoom(SIZE));
        link.release(1);
        assertTrue(link.hasRoom(SIZE));
    }

    @Test
    void shouldTakeTheWordOfItsReceiver()
    {
        publish(10);
        publish(11);
        link.heard(0);
        assertTrue(link.hasRoom(2));
        link.heard(FrameRing.NOT_SAID);
        assertTrue(link.hasRoom(2), "what was known stays known");
        link.heard(1);
        assertTrue(link.hasRoom(1));
        assertEquals(-1, link.consumed(), "nothing else says so");
    }

    @Test
    void shouldSayWhichFrameIsInFrontOfTheOldestThatIsNotGivenBack()
    {
        assertEquals(Long.MAX_VALUE, link.retired());
        publish(10);
        publish(17);
        assertEquals(9, link.retired());
        link.release(0);
        assertEquals(16, link.retired());
        link.release(1);
        assertEquals(Long.MAX_VALUE, link.retired());
    }

    private void publish(final long issue)
    {
        link.publish(issue, TestFrames.entry(0, frames, OFFSET, Long.BYTES));
    }

    private FrameEntry forApplications(
        final long timestamp, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final FrameEntry entry = TestFrames.entry(timestamp, buffer, offset, length);
        entry.isForApplications = true;
        return entry;
    }

    private static FrameRing link()
    {
        return new FrameRing(0, SIZE, new Doorbell(), new Doorbell(), null);
    }

    private void fill(final int length, final long value)
    {
        for (int i = 0; i < length; i += Long.BYTES)
        {
            frames.putLong(OFFSET + i, value);
        }
    }
}
