/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.send.DirectPath;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Credits, and what can be freed, as the outbound links of a host say themselves.
 */
final class OutboundLinksTest
{
    private static final int HOSTS = 3;
    private static final int SIZE = 4;
    private static final int LINK_LENGTH = 1 << 13;
    private static final int LENGTH = RecordingModel.LENGTH;

    private final DirectPath path = new DirectPath(HOSTS, 16, SIZE);
    private final OutboundLinks links = path.links;

    @Test
    void shouldMakeTheLinkThatItIsAskedAbout()
    {
        assertTrue(links.hasRoom(1, LENGTH));
        assertNotNull(links.to(1));
        assertNull(links.to(2));
        assertFalse(links.isFull(2), "who only looks makes none");
        assertNull(links.to(2));
    }

    @Test
    void shouldHaveNoRoomForMoreThanTheCreditsOfALink()
    {
        for (int i = 0; i < SIZE; i++)
        {
            assertTrue(links.hasRoom(1, LENGTH), "frame " + i);
            assertFalse(links.isFull(1), "frame " + i);
            path.send(2, i, 1);
        }
        assertFalse(links.hasRoom(1, LENGTH));
        assertTrue(links.isAhead(to(1), SIZE + 1), "there can be no more");
        assertTrue(links.isFull(1));
        assertTrue(links.hasRoom(2, LENGTH));
        path.execute(1);
        assertTrue(links.hasRoom(1, LENGTH));
        assertFalse(links.isFull(1));
    }

    @Test
    void shouldHaveRoomForWhatGoesToAnExpelledHost()
    {
        for (int i = 0; i < SIZE; i++)
        {
            path.send(2, i, 1, 2);
        }
        path.expelledHosts.add(1);
        assertTrue(links.hasRoom(1, LENGTH));
        assertFalse(links.isFull(1));
        assertFalse(links.hasRoom(2, LENGTH));
    }

    @Test
    void shouldFreeWhatIsInFrontOfTheOldestFrameOfAllLinks()
    {
        assertEquals(Long.MAX_VALUE, links.retired());
        path.send(2, 0, 1);
        path.send(2, 1, 2);
        path.send(2, 2, 1, 2);
        assertEquals(-1, links.retired());
        path.execute(1);
        assertEquals(0, links.retired(), "host 2 reads isochron 1");
        path.expelledHosts.add(2);
        assertEquals(Long.MAX_VALUE, links.retired(), "nobody waits for a host that has gone");
    }

    @Test
    void shouldMakeTheLinksOfWhatItReserves()
    {
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(to(1)));
        assertNotNull(links.to(1));
        assertNull(links.to(2));
    }

    @Test
    void shouldReserveAsManyFramesAsThereAreCredits()
    {
        final FrameEntry entry = to(1);
        for (int i = 0; i < SIZE; i++)
        {
            assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        }
        assertEquals(1, links.tryReserve(entry));
        links.to(1).consumption().execute(0);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        assertEquals(1, links.tryReserve(entry));
    }

    @Test
    void shouldReserveForAllReceiversOrForNone()
    {
        final FrameEntry both = to(1, 2);
        for (int i = 0; i < SIZE - 1; i++)
        {
            assertEquals(OutboundLinks.NOBODY, links.tryReserve(both));
        }
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(to(2)));
        assertEquals(2, links.tryReserve(both));
        assertEquals(SIZE - 2, links.to(1).reserved(), "the credit of host 1 is still there");
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(to(1)));
        links.to(1).consumption().execute(0);
        links.to(2).consumption().execute(0);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(both));
        assertEquals(1, links.tryReserve(both));
        assertEquals(2, links.tryReserve(to(2)));
    }

    @Test
    void shouldReserveTheBytesOfAllReceiversOrOfNone()
    {
        final FrameEntry one = to(1);
        final FrameEntry both = to(1, 2);
        one.length = LinkSize.maxFrameLength(LINK_LENGTH);
        both.length = one.length;
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(one));
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(one));
        assertEquals(1, links.tryReserve(both));
        assertNull(links.to(2));
        assertTrue(links.isFull(1));
        assertFalse(links.hasRoom(1, one.length));
        assertTrue(links.hasRoom(1, LENGTH), "for a short one there is room");
        links.to(1).consumption().execute(1);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(both));
        assertEquals(1, links.tryReserve(both));
        assertEquals(0, links.to(2).reserved());
    }

    @Test
    void shouldSendAFrameForNobodyToNobody()
    {
        // As the last one of the only host of a cluster; the hosts of the frame before are not forgotten.
        final FrameEntry entry = to(1);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        links.send(0, entry);
        entry.setExpulsion(0, 1, 1);
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        links.send(1, entry);
        assertEquals(0, links.to(1).published());
        assertEquals(0, links.to(1).reserved());
    }

    @Test
    void shouldSayWhetherAReceiverHasSoManyToTake()
    {
        assertFalse(links.isAhead(to(1, 2), 1), "there is no link");
        assertNull(links.to(1));
        path.send(2, 1, 2);
        assertTrue(links.isAhead(to(1, 2), 1));
        assertFalse(links.isAhead(to(1, 2), 2));
        assertFalse(links.isAhead(to(1), 1));
        path.execute(2);
        assertFalse(links.isAhead(to(1, 2), 1));
    }

    private static FrameEntry to(final int... hosts)
    {
        final FrameEntry entry = new FrameEntry();
        entry.setTargets(HostSet.of(HOSTS, hosts), 0);
        entry.buffer = OffHeapBuffer.allocate(LENGTH);
        entry.length = LENGTH;
        return entry;
    }
}
