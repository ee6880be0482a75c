/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.send.DirectPath;

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
    private static final int SIZE = 4;

    private final DirectPath path = new DirectPath(3, 16, SIZE);
    private final OutboundLinks links = path.links;

    @Test
    void shouldMakeTheLinkThatItIsAskedAbout()
    {
        assertTrue(links.hasRoom(1));
        assertNotNull(links.to(1));
        assertNull(links.to(2));
        assertFalse(links.isFull(2), "who only looks makes none");
        assertNull(links.to(2));
    }

    @Test
    void shouldHaveNoRoomForMoreThanALinkHasSlots()
    {
        for (int i = 0; i < SIZE; i++)
        {
            assertTrue(links.hasRoom(1), "frame " + i);
            assertFalse(links.isFull(1), "frame " + i);
            path.send(2, i, 1);
        }
        assertFalse(links.hasRoom(1));
        assertFalse(links.hasRoom(1, SIZE + 1), "there are no more slots");
        assertTrue(links.isFull(1));
        assertTrue(links.hasRoom(2));
        path.execute(1);
        assertTrue(links.hasRoom(1));
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
        assertTrue(links.hasRoom(1));
        assertFalse(links.isFull(1));
        assertFalse(links.hasRoom(2));
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
}
