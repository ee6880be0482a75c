/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.List;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FailingTransport;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.TestFrames;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Timestamps, credits and tokens: what the switch interface unit and the LANai do to isochrons that were issued.
 */
class SendPathTest
{
    private static final int FAR = 2;
    private static final long MANY = 1_000;

    private final SendPath path = new SendPath(3, 64, 64);

    @Test
    void shouldSendOnceWhatIsStampedWithAMarkerThatThrows()
    {
        final long first = path.issue(FAR, 1, 1);
        final IllegalStateException failure = new IllegalStateException("marker");
        final long marker = path.ring.next();
        path.ring.get(marker).setMarker(0, TestPath.failing(failure), FAR);
        path.ring.publish(marker);
        path.issue(FAR, 2, 1);
        path.stampAndShip();
        path.stampAndShip();
        assertEquals(List.of(failure), path.errors);
        assertEquals(path.timestamp(first), path.tokenManager.advanceTo(path.timestamp(first)), "time goes on");
        path.execute(1);
        assertEquals(List.of(1L, 2L), path.recorders[1].payloads());
    }

    @Test
    void shouldStampWithTokensSentPlusDistance()
    {
        path.tokenManager.advanceTo(5);
        final long sequence = path.issue(FAR, 1, 1);
        assertEquals(1, path.siu.doWork());
        assertEquals(7, path.timestamp(sequence));
    }

    @Test
    void shouldNeverStampLessThanBefore()
    {
        final long far = path.issue(9, 1, 1, 2);
        final long near = path.issue(FAR, 2, 1);
        final long farther = path.issue(10, 3, 2);
        path.stampAndShip();
        assertEquals(9, path.timestamp(far));
        assertEquals(9, path.timestamp(near), "a smaller distance does not overtake");
        assertEquals(10, path.timestamp(farther));

        path.tokenManager.advanceTo(8);
        final long later = path.issue(FAR, 4, 1);
        path.stampAndShip();
        assertEquals(10, path.timestamp(later));
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
            final long sequence = path.issue(distance, i, 1 + random.nextInt(2));
            path.stampAndShip();
            last = 0 == distance ? last : Math.max(last, sent + distance);
            assertEquals(last, path.timestamp(sequence), "isochron " + i + ", seed " + seed);
            path.execute(0, 1, 2);
            assertEquals(sequence, path.retire(), "isochron " + i + ", seed " + seed);
        }
        assertEquals(List.of(), path.errors);
    }

    @Test
    void shouldPutTheSameTimestampOnEveryFrame()
    {
        path.tokenManager.advanceTo(3);
        path.issue(FAR, 1, 0, 1, 2);
        path.stampAndShip();
        for (int host = 0; host < 3; host++)
        {
            assertEquals(0, path.links.to(host).published());
            assertEquals(5, TestFrames.firstTimestamp(path.links.to(host)), "link to " + host);
        }
    }

    @Test
    void shouldCopyFramesToAllHosts()
    {
        path.issue(FAR, 1, 0, 1);
        path.stampAndShip();
        final FrameEntry entry = path.ring.get(0);
        RecordingModel.write(entry.buffer, entry.offset, 2, RecordingModel.mask(0, 1));
        path.tokenManager.advanceTo(MANY);
        path.execute(0, 1);
        assertEquals(List.of(1L), path.recorders[0].payloads());
        assertEquals(List.of(1L), path.recorders[1].payloads());
    }

    @Test
    void shouldSendNothingAtAllWithoutRoomForEveryByte()
    {
        fill(path.issue(FAR, 1, 1));
        fill(path.issue(FAR, 2, 1));
        fill(path.issue(FAR, 3, 1, 2));
        path.issue(FAR, 4, 1);
        path.stampAndShip();
        assertEquals(1, path.links.to(1).published());
        assertNull(path.links.to(2), "host 2 has room, and yet nothing is sent to it");
        assertEquals(1, path.siu.blockingHost());
        path.execute(1);
        path.stampAndShip();
        assertEquals(3, path.links.to(1).published(), "what waited behind it comes with it");
        assertEquals(0, path.links.to(2).published());
        path.execute(1, 2);
        assertEquals(List.of(), path.errors);
    }

    /**
     * Makes an isochron as long as it can be.
     */
    private void fill(final long sequence)
    {
        final FrameEntry entry = path.ring.get(sequence);
        entry.length = LinkSize.maxFrameLength(TestPath.LINK_LENGTH);
        entry.buffer = OffHeapBuffer.allocate(entry.length);
        entry.offset = 0;
        for (int i = 0; i < entry.length; i += RecordingModel.LENGTH)
        {
            RecordingModel.write(entry.buffer, i, sequence, RecordingModel.mask(1, 2));
        }
    }

    @Test
    void shouldGiveAPendingLocalIsochronTheTimestampOfTheOneBefore()
    {
        path.issue(FAR, 1, 1);
        final long local = path.issue(0, 2, 0);
        path.stampAndShip();
        assertEquals(2, path.timestamp(local));
        path.execute(0, 1);
        assertEquals(List.of(2L), path.recorders[0].payloads());
        assertEquals(List.of(1L), path.recorders[1].payloads());
    }

    @Test
    void shouldNotSendTokenWhileIsochronIsBeingShipped()
    {
        path.tokenManager.advanceTo(4);
        path.issue(FAR, 1, 1);
        path.siu.doWork();
        assertEquals(5, path.tokenManager.advanceTo(MANY), "one more than the pin");
        path.execute(1);
        assertEquals(List.of(), path.recorders[1].payloads());

        path.lanai.doWork();
        assertEquals(MANY, path.tokenManager.advanceTo(MANY));
        path.execute(1);
        assertEquals(List.of(1L), path.recorders[1].payloads());
    }

    @Test
    void shouldNotStampAgainBeforeTheLanaiHasShipped()
    {
        path.issue(FAR, 1, 1);
        assertEquals(1, path.siu.doWork());
        path.issue(FAR, 2, 1);
        assertEquals(0, path.siu.doWork());
        assertEquals(1, path.lanai.doWork());
        assertEquals(1, path.siu.doWork());
        assertEquals(1, path.lanai.doWork());
    }

    @Test
    void shouldStampNoMoreThanABatchAtATime()
    {
        for (int i = 0; i < 40; i++)
        {
            path.issue(FAR, i, 1);
        }
        assertEquals(32, path.siu.doWork());
        assertEquals(32, path.lanai.doWork());
        assertEquals(8, path.siu.doWork());
        assertEquals(8, path.lanai.doWork());
        path.execute(0, 1);
        assertEquals(40, path.recorders[1].executions.size());
    }

    @Test
    void shouldSendNothingAtAllWithoutACreditForEveryFrame()
    {
        final SendPath narrow = new SendPath(3, 8, 1);
        narrow.issue(FAR, 1, 1, 2);
        narrow.stampAndShip();
        narrow.execute(0, 1);
        narrow.issue(FAR, 2, 1, 2);
        assertEquals(0, narrow.siu.doWork());
        assertEquals(0, narrow.lanai.doWork());
        assertEquals(0, narrow.links.to(1).published(), "host 1 has room, and yet nothing is sent to it");
        assertEquals(2, narrow.siu.blockingHost());

        final long time = narrow.tokenManager.time();
        assertEquals(time + MANY, narrow.tokenManager.advanceTo(time + MANY), "logical time does not wait for credits");

        narrow.execute(2);
        assertEquals(-1, narrow.siu.blockingHost());
        narrow.stampAndShip();
        narrow.execute(0, 1, 2);
        assertEquals(List.of(1L, 2L), narrow.recorders[1].payloads());
        assertEquals(List.of(1L, 2L), narrow.recorders[2].payloads());
    }

    /**
     * The places of the first one are reserved by then, and everything behind it needs them to be taken.
     */
    @Test
    void shouldSendWhatIsInFrontOfAnIsochronThatThereIsNoMemoryFor()
    {
        final SendPath scarce = new SendPath(3, 64, 64, new FailingTransport(2));
        scarce.issue(FAR, 1, 1);
        scarce.issue(FAR, 2, 2, 1);
        scarce.issue(FAR, 3, 1);
        assertThrows(OutOfMemoryError.class, scarce.siu::doWork);
        assertEquals(MANY, scarce.tokenManager.advanceTo(MANY), "tokens are not stopped");
        assertEquals(1, scarce.siu.doWork());
        scarce.lanai.doWork();
        assertEquals(2, scarce.siu.doWork());
        scarce.lanai.doWork();
        scarce.execute(1, 2);
        assertEquals(List.of(1L, 2L, 3L), scarce.recorders[1].payloads());
        assertEquals(List.of(2L), scarce.recorders[2].payloads());
        assertEquals(List.of(), scarce.errors);
    }

    @Test
    void shouldNotOvertakeAnIsochronThatWaitsForCredits()
    {
        final SendPath narrow = new SendPath(3, 8, 2);
        for (int i = 0; i < 3; i++)
        {
            narrow.issue(FAR, i, 2);
        }
        narrow.issue(FAR, 3, 1);
        assertEquals(2, narrow.siu.doWork());
        narrow.lanai.doWork();
        narrow.execute(0);
        assertEquals(0, narrow.siu.doWork());
        narrow.execute(2);
        assertEquals(2, narrow.siu.doWork());
        narrow.lanai.doWork();
        narrow.execute(0, 1, 2);
        assertEquals(List.of(3L), narrow.recorders[1].payloads());
        assertEquals(List.of(0L, 1L, 2L), narrow.recorders[2].payloads());
        assertTrue(narrow.recorders[1].timestamps().get(0) >= narrow.recorders[2].timestamps().get(2));
    }

    @Test
    void shouldClaimEachCreditOnce()
    {
        final SendPath narrow = new SendPath(2, 64, 4);
        for (int round = 0; round < 100; round++)
        {
            for (int i = 0; i < 6; i++)
            {
                narrow.issue(FAR, i, 1);
            }
            assertEquals(4, narrow.siu.doWork(), "round " + round);
            narrow.lanai.doWork();
            narrow.execute(0, 1);
            assertEquals(2, narrow.siu.doWork(), "round " + round);
            narrow.lanai.doWork();
            narrow.execute(0, 1);
            narrow.retire();
        }
        assertEquals(600, narrow.recorders[1].executions.size());
        assertEquals(List.of(), narrow.errors);
    }

    @Test
    void shouldRetireInIssueOrderWhenAllDestinationsHaveExecuted()
    {
        path.issue(FAR, 1, 1);
        path.issue(FAR, 2, 2);
        path.issue(FAR, 3, 1);
        path.stampAndShip();
        assertEquals(-1, path.retire());
        path.execute(0, 2);
        assertEquals(-1, path.retire(), "the first one is not executed, so the second one must wait");
        path.execute(1);
        assertEquals(2, path.retire());
        assertEquals(2, path.retire());
    }

    @Test
    void shouldRetireUnaskedWhenHalfOfTheSendRingIsInUse()
    {
        final SendPath small = new SendPath(2, 4, 16);
        for (int i = 0; i < 3; i++)
        {
            small.issue(FAR, i, 1);
            small.stampAndShip();
            small.execute(0, 1);
        }
        assertTrue(small.retired.get() >= 0, () -> "retired " + small.retired);
    }

    @Test
    void shouldRetireUnaskedWhenEnoughMemoryIsInUse()
    {
        for (int i = 0; i < SendPath.RETIRED_FRAMES; i++)
        {
            assertEquals(-1, path.retired.get(), "frame " + i);
            path.issue(FAR, i, 1);
            path.stampAndShip();
            path.execute(0, 1);
        }
        assertEquals(SendPath.RETIRED_FRAMES - 2, path.retired.get(), "all but the last, which was not executed yet");
        path.issue(FAR, 0, 1);
        path.stampAndShip();
        assertEquals(SendPath.RETIRED_FRAMES - 2, path.retired.get());
    }

    /**
     * The application of host 1 reads a frame; what others have given back behind it stays in memory.
     */
    @Test
    void shouldRetireUpToWhatIsHeld()
    {
        path.issue(FAR, 1, 1);
        path.issue(FAR, 2, 1, 2);
        path.issue(FAR, 3, 2);
        path.stampAndShip();
        path.execute(2);
        path.links.to(1).consumption().execute(0);
        assertEquals(0, path.retire());
        assertEquals(0, path.retire());
        assertTrue(path.lanai.isRetirementRequested(), "who asks for more is not forgotten");
        path.links.to(1).consumption().execute(1);
        path.lanai.doWork();
        assertEquals(2, path.retired.get());
        assertFalse(path.lanai.isRetirementRequested());
    }

    @Test
    void shouldNotRetireWhatIsUnderWay()
    {
        final SendPath faulty = new SendPath(3, 64, 64, TestPath.lossy());
        faulty.issue(FAR, 1, 1);
        faulty.stampAndShip();
        // Nothing is on a link that was not given back; and yet a frame is in use.
        assertEquals(Long.MAX_VALUE, faulty.links.retired());
        assertEquals(-1, faulty.lanai.shipped());
        assertEquals(-1, faulty.retire());
    }
}
