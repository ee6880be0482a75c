/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

import org.junit.jupiter.api.Test;

class AcknowledgementsTest
{
    private static final int SIZE = 2;

    private final List<String> errors = new ArrayList<>();
    private final OffHeapBuffer frame = OffHeapBuffer.allocate(64);
    private final FrameRing link = new FrameRing(3, SIZE, new Doorbell(), new Doorbell(),
        new Acknowledgements(3, 1, SIZE, error -> errors.add(error.getMessage())));

    @Test
    void shouldReportAFrameThatWasExecutedInAnotherPulse()
    {
        link.publish(0, TestFrames.entry(5, frame, 0, 64));
        link.publish(1, TestFrames.entry(6, frame, 0, 64));
        link.acknowledge(0, 5);
        link.acknowledge(1, 7);
        link.release(1);
        link.publish(2, TestFrames.entry(8, frame, 0, 64));
        assertEquals(List.of(), errors);
        link.publish(3, TestFrames.entry(9, frame, 0, 64));
        final List<String> expected = List.of("host 1 has executed frame 1 of host 3 in pulse 7 instead of 6: an" +
            " error in the library, please report it");
        assertEquals(expected, errors);
        link.checkAcknowledgements();
        assertEquals(expected, errors);
    }

    @Test
    void shouldCheckWhatIsLeftAtTheEndOnce()
    {
        link.publish(0, TestFrames.entry(5, frame, 0, 64));
        link.publish(1, TestFrames.entry(6, frame, 0, 64));
        link.acknowledge(0, 4);
        link.executedWhileHeld(0);
        link.checkAcknowledgements();
        link.checkAcknowledgements();
        assertEquals(1, errors.size());
    }
}
