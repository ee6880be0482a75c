/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class BottleRackTest
{
    private final BottleRack ring = new BottleRack(4, false);

    @ParameterizedTest
    @CsvSource({ "2, false, 2, 2", "5, false, 5, 2", "2, true, 1, 1", "5, true, 10, 4" })
    void shouldShareBottles(
        final int philosophers, final boolean isComplete, final int bottles, final int bottlesOfEach)
    {
        final BottleRack rack = new BottleRack(philosophers, isComplete);
        assertEquals(bottles, rack.bottles());
        for (int philosopher = 0; philosopher < philosophers; philosopher++)
        {
            assertEquals(bottlesOfEach, rack.bottles(philosopher).length);
        }
    }

    @Test
    void shouldSitInRing()
    {
        assertArrayEquals(new int[]{ 3, 0 }, ring.sharers(3));
        assertArrayEquals(new int[]{ 0, 3 }, ring.bottles(0));
    }

    @Test
    void shouldLetNeighboursDrinkFromDifferentBottles()
    {
        ring.take(0, 3, 0);
        ring.take(1, 0, 0);
        ring.putDown(0, 3);
        ring.putDown(1, 0);
        ring.sessionIsOver();
        ring.checkValue(0, 1);
        ring.checkValue(1, 0);
        assertNull(ring.violations().first());
        assertEquals(1, ring.sessions());
    }

    @Test
    void shouldNoticeTwoThatDrinkFromOneBottle()
    {
        ring.take(0, 0, 0);
        ring.take(1, 0, 1);
        assertEquals("philosopher 1 takes bottle 0, which philosopher 0 has", ring.violations().first());
        assertEquals(1, ring.violations().count());
    }

    @Test
    void shouldNoticeBottleThatSomebodyElseReturned()
    {
        ring.take(0, 0, 0);
        ring.putDown(1, 0);
        assertEquals("philosopher 1 returns bottle 0, which philosopher 0 has", ring.violations().first());
    }

    @Test
    void shouldNoticeBottleWithOldValue()
    {
        ring.take(0, 0, 0);
        ring.putDown(0, 0);
        ring.take(1, 0, 0);
        assertEquals("bottle 0 has value 0 after 1 uses", ring.violations().first());
        assertEquals(1, ring.violations().count());
    }

    @Test
    void shouldNoticeLostUseAtTheEnd()
    {
        ring.take(0, 0, 0);
        ring.putDown(0, 0);
        ring.checkValue(0, 0);
        assertEquals("bottle 0 has value 0 after 1 uses", ring.violations().first());
    }
}
