/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Time leaps where nothing is stamped up to a pulse any more, and nowhere else.
 */
class LeapingTokenManagerTest
{
    private static final int DISTANCE = 5;

    private final TestGroup group = TestGroup.watched(3);
    private final TokenManager tokenManager = group.tokenManager;

    @Test
    void shouldLeapAtOnceWhenAllHostsAreIdle()
    {
        assertEquals(9, tokenManager.advanceTo(9));
        assertEquals(9, tokenManager.time());
        assertEquals(Set.of(0L), group.looks, "not in steps");
    }

    @Test
    void shouldNotNeedPromises()
    {
        group.pinAndStamp(1, DISTANCE);
        group.hosts[1].release(4);
        assertEquals(9, tokenManager.advanceTo(9));
        assertEquals(Set.of(0L), group.looks);
        assertEquals(9 + DISTANCE, group.pinAndStamp(1, DISTANCE), "a pin behind the leap");
    }

    @Test
    void shouldGoInStepsWhereALeapSavesNothing()
    {
        assertEquals(2, tokenManager.advanceTo(2));
        assertEquals(4, tokenManager.advanceTo(4));
        assertEquals(Set.of(), group.looks);
        assertEquals(4 + 2, group.pinAndStamp(0, 2), "no leap was announced");
    }

    @Test
    void shouldNotLeapOverATimestampFromBefore()
    {
        final long stamp = group.pinAndStamp(2, DISTANCE);
        assertEquals(DISTANCE, stamp);
        assertEquals(1, tokenManager.advanceTo(9));
        group.hosts[2].release();
        assertEquals(9, tokenManager.advanceTo(9));
    }

    @Test
    void shouldNotLeapOverAPinThatComesBeforeTheLooks()
    {
        final long[] stamp = new long[1];
        group.beforeLooks = () -> stamp[0] = group.pinAndStamp(0, DISTANCE);
        assertEquals(1, tokenManager.advanceTo(9), "the look has found the pin");
        assertEquals(10, stamp[0], "the pin has found the leap");
    }

    /**
     * What makes leaps possible: the pin that the look does not see has read the leap.
     */
    @Test
    void shouldStampBehindALeapThatIsUnderWay()
    {
        final long[] stamp = new long[1];
        group.behindLooks = () -> stamp[0] = group.pinAndStamp(0, DISTANCE);
        assertEquals(9, tokenManager.advanceTo(9));
        assertEquals(10, stamp[0]);
        assertEquals(9, tokenManager.advanceTo(10), "held by that pin");
        assertEquals(9, tokenManager.advanceTo(20), "no leap goes over it");
        group.hosts[0].release();
        assertEquals(20, tokenManager.advanceTo(20));
    }

    @Test
    void shouldStampBehindALeapThatHasFailed()
    {
        group.pinAndStamp(1, DISTANCE);
        assertEquals(1, tokenManager.advanceTo(9));
        assertEquals(10, group.pinAndStamp(0, DISTANCE), "another thread may be about to leap");
        assertEquals(30, group.hosts[0].earliest(25, DISTANCE), "of the two the later one");
    }

    /**
     * A thread that has been slow finds a host that was pinned later.
     */
    @Test
    void shouldNotGoBackWhenAnotherThreadHasLeaptFurther()
    {
        group.beforeLooks = () ->
        {
            tokenManager.advanceTo(20);
            assertEquals(25, group.pinAndStamp(0, DISTANCE));
        };
        assertEquals(20, tokenManager.advanceTo(9));
        assertEquals(20, tokenManager.time());
        assertEquals(21, tokenManager.advanceTo(30));
    }

    @Test
    void shouldStampBehindTheFarthestOfTwoLeaps()
    {
        group.beforeLooks = () -> tokenManager.advanceTo(9);
        final long[] stamp = new long[1];
        group.behindLooks = () -> stamp[0] = group.pinAndStamp(0, 2);
        assertEquals(9, tokenManager.advanceTo(20), "the leap to 9, with the pin between its looks and itself");
        assertEquals(21, stamp[0]);
    }
}
