/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.Sequence;

import org.isotach.HostSet;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.FrameEntry;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.OutboundLinks;
import org.isotach.niu.link.SharedMemoryTransport;
import org.isotach.niu.thread.Doorbell;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * When the memory of frames is free, and when somebody looks.
 */
final class RetirementTest
{
    private static final int HOSTS = 3;
    private static final int LENGTH = 1024;

    private final ExpelledHosts expelled = new ExpelledHosts(HOSTS);
    private final OutboundLinks links = new OutboundLinks(
        0,
        LinkSize.growing(8, 16 * LENGTH),
        new InboundLinks[]{
            new InboundLinks(new Doorbell()), new InboundLinks(new Doorbell()), new InboundLinks(new Doorbell()) },
        new Doorbell(),
        expelled,
        new SharedMemoryTransport());
    private final Sequence retired = new Sequence();
    private final Retirement retirement = new Retirement(links, retired, 4, 2 * LENGTH);
    private long shipped = -1;

    private void ship(final int... hosts)
    {
        final FrameEntry entry = new FrameEntry();
        entry.setTargets(HostSet.of(HOSTS, hosts), 0);
        entry.buffer = OffHeapBuffer.allocate(LENGTH);
        entry.length = LENGTH;
        shipped++;
        assertEquals(OutboundLinks.NOBODY, links.tryReserve(entry));
        links.send(shipped, entry);
        retirement.shipped(LENGTH);
    }

    @Test
    void shouldRetireWhatAllHaveGivenBackAndNothingBehindIt()
    {
        ship(1, 2);
        ship(1);
        ship(2);
        assertEquals(0, retirement.retire(shipped));
        links.to(1).consumption().execute(1);
        assertEquals(0, retirement.retire(shipped), "host 2 still has the first one");
        links.to(2).consumption().execute(0);
        assertEquals(2, retirement.retire(shipped));
        assertEquals(1, retired.get());
        links.to(2).consumption().execute(1);
        assertEquals(1, retirement.retire(shipped));
        assertEquals(0, retirement.retire(shipped));
    }

    /**
     * What a link has said stays true, although it may say less later.
     */
    @Test
    void shouldRetireNothingWhenALinkSaysLessThanBefore()
    {
        ship(1);
        ship(1);
        links.to(1).consumption().execute(1);
        assertEquals(2, retirement.retire(shipped));
        links.to(1).consumption().execute(0);
        assertEquals(0, retirement.retire(shipped));
        assertEquals(1, retired.get());
    }

    @Test
    void shouldNotRetireWhatIsNotOnItsLinks()
    {
        ship(1);
        links.to(1).consumption().execute(0);
        assertEquals(0, retirement.retire(-1));
        assertEquals(1, retirement.retire(0));
    }

    @Test
    void shouldNotWaitForAHostThatIsExpelled()
    {
        ship(1, 2);
        links.to(1).consumption().execute(0);
        expelled.add(2);
        assertEquals(1, retirement.retire(shipped));
    }

    @Test
    void shouldLookWhenSoMuchMemoryWasTaken()
    {
        ship(1);
        ship(1);
        assertFalse(retirement.isDue(shipped));
        ship(1);
        assertTrue(retirement.isDue(shipped));
        retirement.retire(shipped);
        assertFalse(retirement.isDue(shipped), "not before as much is taken again");
    }

    @Test
    void shouldLookWhenSoManyFramesAreInMemory()
    {
        for (int i = 0; i < 4; i++)
        {
            ship(1);
            retirement.retire(shipped);
            assertFalse(retirement.isDue(shipped), "frame " + i);
        }
        ship(1);
        retirement.retire(shipped);
        assertTrue(retirement.isDue(shipped));
    }

    @Test
    void shouldGoOnLookingForThoseWhoHaveAskedUntilSomethingIsFree()
    {
        ship(1);
        retirement.request();
        assertTrue(retirement.isDue(shipped));
        retirement.retire(shipped);
        assertTrue(retirement.isRequested(), "nothing was free");
        links.to(1).consumption().execute(0);
        retirement.retire(shipped);
        assertFalse(retirement.isRequested());
    }
}
