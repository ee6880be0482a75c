/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class DiningTableTest
{
    private final DiningTable table = new DiningTable(4);

    @Test
    void shouldAllowOppositeSeatsToEatTogether()
    {
        table.pickUp(0, 0, 1);
        table.pickUp(2, 2, 3);
        table.putDown(0);
        table.putDown(2);
        assertNull(table.violations().first());
        assertEquals(2, table.meals());
        assertEquals(0, table.violations().count());
    }

    @Test
    void shouldShareBothForksAtTableOfTwo()
    {
        final DiningTable two = new DiningTable(2);
        two.pickUp(0, 0, 1);
        two.putDown(0);
        two.pickUp(1, 11, 10);
        two.putDown(1);
        two.checkForks(new long[]{ 20, 21 });
        assertNull(two.violations().first());
        assertEquals(2, two.meals());
    }

    @Test
    void shouldNoticeNeighboursThatEatTogether()
    {
        table.pickUp(3, 3, 0);
        table.pickUp(0, 10, 1);
        assertEquals("philosopher 0 eats while its neighbour 3 does", table.violations().first());
        // The fork between them is in use as well.
        assertEquals(2, table.violations().count());
    }

    @Test
    void shouldNoticeForkThatSomebodyElseReturned()
    {
        table.pickUp(1, 1, 2);
        table.putDown(2);
        assertEquals("philosopher 2 returns fork 2, which philosopher 1 has", table.violations().first());
    }

    @Test
    void shouldNoticeForkWithOldValue()
    {
        table.pickUp(0, 0, 1);
        table.putDown(0);
        table.pickUp(1, 1, 2);
        assertEquals("fork 1 has value 1 after 1 uses (expected: 11)", table.violations().first());
        assertEquals(1, table.violations().count());
    }

    @Test
    void shouldNoticeLostUseAtTheEnd()
    {
        table.pickUp(0, 0, 1);
        table.putDown(0);
        table.checkForks(new long[]{ 10, 1, 2, 3 });
        assertEquals("fork 1 has value 1 after 1 uses (expected: 11)", table.violations().first());
        assertEquals(1, table.violations().count());
    }
}
