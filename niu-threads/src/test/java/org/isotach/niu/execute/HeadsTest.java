/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.FrameRing;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.TestFrames;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Host 1 has links from itself, and from hosts 0, 2 and 3.
 */
final class HeadsTest
{
    private static final int OWN = 1;
    private static final int SIZE = 8;

    private final OffHeapBuffer operations = OffHeapBuffer.allocate(64);
    private final FrameRing[] rings = new FrameRing[4];
    private final InboundLinks inbound = new InboundLinks(new Doorbell());
    private final Heads heads = new Heads(OWN);

    HeadsTest()
    {
        for (int sender = 0; sender < rings.length; sender++)
        {
            rings[sender] = TestFrames.link(sender, SIZE);
            inbound.connect(rings[sender]);
        }
    }

    @Test
    void shouldHaveNothingWithoutLinks()
    {
        final InboundLink[] none = {};
        assertEquals(InboundLink.NONE, heads.read(none));
        assertEquals(0, heads.others());
        assertTrue(heads.areTaken(none));
    }

    @Test
    void shouldFindTheEarliestFrame()
    {
        assertEquals(InboundLink.NONE, heads.read(inbound.get()));
        send(rings[0], 7);
        send(rings[2], 5);
        send(rings[3], 6);
        assertEquals(5, heads.read(inbound.get()));
        assertEquals(2, heads.first());
        assertEquals(2, heads.firstSender());
        assertEquals(3, heads.others());
    }

    @Test
    void shouldTakeTheLowestSenderInOnePulse()
    {
        send(rings[3], 5);
        send(rings[2], 5);
        assertEquals(5, heads.read(inbound.get()));
        assertEquals(2, heads.firstSender());
    }

    @Test
    void shouldCountNeitherItsOwnFramesNorAHostTwice()
    {
        // The second link of a host that is being expelled.
        final FrameRing last = TestFrames.link(2, SIZE);
        inbound.connect(last);
        send(rings[OWN], 4);
        send(rings[2], 5);
        send(last, 9);
        assertEquals(4, heads.read(inbound.get()));
        assertEquals(OWN, heads.firstSender());
        assertEquals(1, heads.others());
    }

    @Test
    void shouldKnowWhetherAllIsTaken()
    {
        send(rings[0], 5);
        final InboundLink[] links = inbound.get();
        heads.read(links);
        assertFalse(heads.areTaken(links));
        links[0].next();
        assertTrue(heads.areTaken(links));
        send(rings[0], 6);
        send(rings[3], 6);
        heads.read(links);
        links[0].next();
        assertFalse(heads.areTaken(links), "there is one from host 3");
        links[3].next();
        assertTrue(heads.areTaken(links));
    }

    private void send(final FrameRing ring, final long timestamp)
    {
        TestFrames.publish(ring, 0, TestFrames.entry(timestamp, operations, 0, Long.BYTES));
    }
}
