/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members, which tell each other what they have drawn in any order.
 */
class LaunchNumberTest
{
    private final LaunchNumber left = new LaunchNumber(3);
    private final LaunchNumber middle = new LaunchNumber(3);
    private final LaunchNumber right = new LaunchNumber(3);

    @Test
    void shouldBeTheSameAtAllMembersInWhateverOrderTheyHearEachOther()
    {
        left.add(middle.own());
        left.add(right.own());
        middle.add(right.own());
        middle.add(left.own());
        right.add(left.own());
        right.add(middle.own());
        assertEquals(left.get(), middle.get());
        assertEquals(left.get(), right.get());
    }

    @Test
    void shouldBeCompleteWhenAllOthersWereHeard()
    {
        assertFalse(left.isComplete());
        left.add(middle.own());
        assertFalse(left.isComplete());
        left.add(right.own());
        assertTrue(left.isComplete());
        assertTrue(new LaunchNumber(1).isComplete());
    }

    @Test
    void shouldBeANumberOfNoLaunchAsLongAsItIsNotComplete()
    {
        assertEquals(left.own(), left.get());
        left.add(middle.own());
        assertEquals(left.own() + middle.own(), left.get());
        assertNotEquals(left.own() + middle.own() + right.own(), left.get());
        assertTrue(left.toString().endsWith(", missing=1}"), left::toString);
    }

    @Test
    void shouldBeAnotherOneForAnotherLaunch()
    {
        left.add(middle.own());
        left.add(right.own());
        final LaunchNumber again = new LaunchNumber(3);
        again.add(new LaunchNumber(3).own());
        again.add(new LaunchNumber(3).own());
        assertNotEquals(left.get(), again.get());
    }

    /**
     * One is launched again while the others join, and they hear different incarnations: all have to be launched again.
     */
    @Test
    void shouldDifferWhenMembersHearDifferentIncarnationsOfOne()
    {
        final LaunchNumber rightAgain = new LaunchNumber(3);
        left.add(middle.own());
        left.add(right.own());
        middle.add(left.own());
        middle.add(rightAgain.own());
        assertTrue(left.isComplete());
        assertTrue(middle.isComplete());
        assertNotEquals(left.get(), middle.get());
    }
}
