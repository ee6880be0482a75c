/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.HostSet;
import org.isotach.niu.send.SendPath;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames are counted for all receivers of an isochron or for none, and not too far ahead of any of them.
 */
class CreditCounterTest
{
    private static final int HOSTS = 3;
    private static final int AHEAD = 2;

    private final OutboundLinks links = new SendPath(HOSTS, 16, 4).links;
    private final CreditCounter counter = new CreditCounter(links, HOSTS);

    private static FrameEntry to(final int... hosts)
    {
        final FrameEntry entry = new FrameEntry();
        entry.setTargets(HostSet.of(HOSTS, hosts), 0);
        return entry;
    }

    @Test
    void shouldMakeTheLinksOfWhatItCounts()
    {
        assertTrue(counter.tryCount(to(1), AHEAD));
        assertNotNull(links.to(1));
        assertNull(links.to(2));
    }

    @Test
    void shouldCountSoManyFramesAheadOfAReceiver()
    {
        final FrameEntry entry = to(1);
        assertTrue(counter.tryCount(entry, AHEAD));
        assertFalse(counter.isBehind(1, AHEAD));
        assertTrue(counter.tryCount(entry, AHEAD));
        assertTrue(counter.isBehind(1, AHEAD));
        assertFalse(counter.tryCount(entry, AHEAD));
        links.to(1).release(0);
        assertTrue(counter.tryCount(entry, AHEAD));
        assertFalse(counter.tryCount(entry, AHEAD));
    }

    @Test
    void shouldCountForAllReceiversOrForNone()
    {
        final FrameEntry both = to(1, 2);
        assertTrue(counter.tryCount(both, AHEAD));
        assertTrue(counter.tryCount(to(2), AHEAD));
        assertFalse(counter.tryCount(both, AHEAD));
        assertTrue(counter.tryCount(to(1), AHEAD), "the credit of host 1 is still there");
        links.to(1).release(0);
        links.to(2).release(0);
        assertTrue(counter.tryCount(both, AHEAD));
        assertFalse(counter.tryCount(to(1), AHEAD));
        assertFalse(counter.tryCount(to(2), AHEAD));
    }

    @Test
    void shouldCountWithNothingAheadWhatWasConsumed()
    {
        final FrameEntry entry = to(0, 2);
        assertFalse(counter.tryCount(entry, 0));
        links.to(0).release(1);
        assertFalse(counter.tryCount(entry, 0));
        links.to(2).release(0);
        assertTrue(counter.tryCount(entry, 0));
        assertFalse(counter.tryCount(entry, 0));
        links.to(2).release(1);
        assertTrue(counter.tryCount(entry, 0));
    }
}
