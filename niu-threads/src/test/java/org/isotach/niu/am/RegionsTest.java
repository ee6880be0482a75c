/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The regions of a host that registers and closes many of them.
 */
final class RegionsTest
{
    private static final int LENGTH = 64;
    private static final int TIMES = 200_000;
    private static final int OPEN = 50;

    private final Regions regions = new Regions(1, new PortTurn(Progress.CALLER));
    private final OffHeapBuffer memory = OffHeapBuffer.allocate(LENGTH);

    @Test
    void shouldKeepNothingOfRegionsThatWereClosed()
    {
        final Region first = regions.add(memory);
        for (int i = 0; i < TIMES; i++)
        {
            final Region region = regions.add(memory);
            region.close();
        }
        final Region last = regions.add(memory);
        assertEquals(TIMES + 1, last.number());
        assertEquals("Regions{host=1, open=2}", regions.toString());
        assertTrue(regions.has(first.pointer(0), LENGTH));
        assertTrue(regions.has(last.pointer(0), LENGTH));
        assertRefused("pointer: region 7, offset 0, length 64 (expected: inside memory that host 1 has registered;" +
            " see AmPort.register)", () -> regions.check(7L << Integer.SIZE, LENGTH));
    }

    @Test
    void shouldFindThoseThatAreOpenWhicheverWereClosed()
    {
        final Region[] all = new Region[OPEN];
        for (int i = 0; i < OPEN; i++)
        {
            all[i] = regions.add(memory);
        }
        for (int step = 0; step < OPEN; step++)
        {
            // 21 and 50 have no common factor: each one comes once.
            final Region closed = all[step * 21 % OPEN];
            closed.close();
            closed.close();
            all[step * 21 % OPEN] = null;
            for (int i = 0; i < OPEN; i++)
            {
                assertEquals(null != all[i], regions.has((long)i << Integer.SIZE, LENGTH), "region " + i);
            }
            assertFalse(regions.has((long)OPEN << Integer.SIZE, LENGTH));
            assertFalse(regions.has(-1L, 0));
        }
        assertEquals("Regions{host=1, open=0}", regions.toString());
    }
}
