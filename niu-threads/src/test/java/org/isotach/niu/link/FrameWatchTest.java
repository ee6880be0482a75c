/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Numbers that go to the receiver, and pulses that come back.
 */
class FrameWatchTest
{
    private static final int SIZE = 2;

    private final List<String> errors = new ArrayList<>();
    private final OffHeapBuffer frame = OffHeapBuffer.allocate(64);
    private final FrameRing link = TestFrames.watchedLink(3, 1, SIZE, error -> errors.add(error.getMessage()));
    private final InboundLink inbound = new InboundLink(link);

    @Test
    void shouldReportAFrameThatWasExecutedInAnotherPulse()
    {
        publish(0, 5);
        publish(1, 6);
        take(5);
        take(7);
        publish(2, 8);
        assertEquals(List.of(), errors);
        publish(3, 9);
        final List<String> expected = List.of("host 1 has executed frame 1 of host 3 in pulse 7 instead of 6: an" +
            " error in the library, please report it");
        assertEquals(expected, errors);
        link.checkAcknowledgements();
        assertEquals(expected, errors);
    }

    @Test
    void shouldCheckWhatIsLeftAtTheEndOnce()
    {
        publish(0, 5);
        publish(1, 6);
        assertEquals(5, inbound.timestamp());
        inbound.next();
        inbound.hold();
        inbound.acknowledge(4);
        inbound.release();
        assertEquals(-1, link.consumed());
        link.checkAcknowledgements();
        link.checkAcknowledgements();
        assertEquals(1, errors.size());
    }

    @Test
    void shouldNotCompareWhatAHostHasIssuedForItself()
    {
        final FrameRing own = TestFrames.watchedLink(3, 3, SIZE, error -> errors.add(error.getMessage()));
        final InboundLink inboundOfItself = new InboundLink(own);
        TestFrames.publish(own, 0, 0, TestFrames.entry(5, frame, 0, 64));
        assertEquals(5, inboundOfItself.timestamp());
        inboundOfItself.next();
        inboundOfItself.acknowledge(7);
        inboundOfItself.release();
        own.checkAcknowledgements();
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldExpectTheNumberBehindTheLastOne()
    {
        TestFrames.publish(link, 0, 0, TestFrames.entry(5, frame, 0, 64));
        TestFrames.publish(link, 1, 4, TestFrames.entry(5, frame, 0, 64));
        take(5);
        assertEquals(0, inbound.number());
        assertEquals(0, inbound.expectedNumber());
        take(5);
        assertEquals(4, inbound.number());
        assertEquals(1, inbound.expectedNumber());
        TestFrames.publish(link, 2, 5, TestFrames.entry(5, frame, 0, 64));
        take(5);
        assertEquals(5, inbound.expectedNumber());
    }

    private void publish(final long sequence, final long timestamp)
    {
        TestFrames.publish(link, sequence, sequence, TestFrames.entry(timestamp, frame, 0, 64));
    }

    private void take(final long pulse)
    {
        inbound.timestamp();
        inbound.next();
        inbound.acknowledge(pulse);
        inbound.release();
    }
}
