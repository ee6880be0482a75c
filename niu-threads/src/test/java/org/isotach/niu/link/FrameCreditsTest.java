/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Credits of more links than one record has room for.
 */
final class FrameCreditsTest
{
    private static final int LINKS = 2000;

    private final LoopTrunk trunk = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(trunk, null);
    private final FrameCredits credits = new FrameCredits(() -> false);
    private final List<Integer> told = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();

    /**
     * Adds links that each have a frame that is executed.
     */
    private void addLinks(final int count)
    {
        addLinks(count, 8, false);
    }

    private void addLinks(final int count, final int frames, final boolean isHeld)
    {
        final OffHeapBuffer source = OffHeapBuffer.allocate(8);
        for (int sender = 0; sender < count; sender++)
        {
            final FrameRing ring =
                new FrameRing(sender, LinkSize.growing(frames, 512), new Doorbell(), new Doorbell());
            TestFrames.publish(ring, 0, TestFrames.entry(0, source, 0, 8));
            if (isHeld)
            {
                ring.consumption().hold(0);
            }
            ring.consumption().execute(0);
            credits.add(new LinkFromMember(sender, 0, ring, ring, 512));
        }
        credits.look();
    }

    /**
     * Sends records until nothing is new.
     */
    private void sendAll()
    {
        while (credits.send(queue) > 0)
        {
            trunk.poll((buffer, offset, length, position) ->
            {
                final int count = buffer.getInt(offset + TrunkRecord.FIRST);
                assertEquals(TrunkRecord.SECOND + count * TrunkRecord.CREDIT_LENGTH, length);
                counts.add(count);
                for (int i = 0; i < count; i++)
                {
                    told.add(buffer.getInt(offset + TrunkRecord.SECOND + i * TrunkRecord.CREDIT_LENGTH));
                }
            }, 1);
        }
    }

    private void assertEachToldOnce(final int links)
    {
        assertEquals(links, told.size());
        assertEquals(links, told.stream().distinct().count());
    }

    /**
     * The memory of a record may be longer than the record.
     */
    @ParameterizedTest
    @ValueSource(ints = { 4096, 4095, 4016, 32 })
    void shouldSendRecordsThatTheTrunkTakes(final int maxLength)
    {
        trunk.maxLength = maxLength;
        addLinks(200);
        sendAll();
        assertEachToldOnce(200);
        assertTrue(counts.size() > 1, counts::toString);
    }

    @Test
    void shouldSendShortRecordsOverATrunkThatTakesAll()
    {
        addLinks(LINKS);
        sendAll();
        assertEachToldOnce(LINKS);
        assertEquals(List.of(1024, LINKS - 1024), counts);
    }

    /**
     * A token may take them along, also when a link has few frames.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 8 })
    void shouldWaitForATokenIfNothingIsGivenBack(final int frames)
    {
        addLinks(1, frames, true);
        for (int turn = 1; turn < 32; turn++)
        {
            assertEquals(1, credits.send(queue), "turn " + turn);
            assertEquals(0, trunk.count(), "turn " + turn);
        }
        assertEquals(1, credits.send(queue));
        assertEquals(1, trunk.count());
    }

    /**
     * Its sender may wait for room for the next long one, although it has sent few.
     */
    @Test
    void shouldNotWaitForATokenIfMuchOfTheLengthIsGivenBack()
    {
        final int length = 4096;
        final FrameRing ring = new FrameRing(0, LinkSize.growing(64, length), new Doorbell(), new Doorbell());
        final LinkFromMember link = new LinkFromMember(0, 0, ring, ring, length);
        credits.add(link);
        final OffHeapBuffer source = OffHeapBuffer.allocate(length);
        for (int turn = 0; turn < 10; turn++)
        {
            link.put(TestFrames.entry(0, source, 0, length / 4), 0);
            link.put(TestFrames.entry(0, source, 0, 8), 0);
            ring.consumption().execute(2 * turn);
            credits.look();
            assertEquals(1, credits.send(queue), "turn " + turn);
            assertEquals(1, trunk.count(), "turn " + turn);
            trunk.lose();
            ring.consumption().execute(2 * turn + 1);
            credits.look();
            assertEquals(1, credits.send(queue), "turn " + turn);
            assertEquals(0, trunk.count(), "little is given back");
        }
    }

    @Test
    void shouldSendOneRecordIfThereIsRoom()
    {
        trunk.maxLength = TrunkRecord.SECOND + 200 * TrunkRecord.CREDIT_LENGTH;
        addLinks(200);
        sendAll();
        assertEachToldOnce(200);
        assertEquals(List.of(200), counts);
    }
}
