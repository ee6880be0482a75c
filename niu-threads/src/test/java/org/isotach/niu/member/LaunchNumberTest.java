/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Members;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members, which tell each other what they have drawn in any order.
 */
class LaunchNumberTest
{
    private static final int LEFT = 0;
    private static final int MIDDLE = 1;
    private static final int RIGHT = 2;

    private final LaunchNumber left = newNumber(3, LEFT);
    private final LaunchNumber middle = newNumber(3, MIDDLE);
    private final LaunchNumber right = newNumber(3, RIGHT);

    /**
     * Returns the number of a launch as one member of it knows it.
     */
    static LaunchNumber newNumber(final int count, final int own)
    {
        final Members.Builder members = Members.builder();
        for (int member = 0; member < count; member++)
        {
            members.add("m" + member, "", member);
        }
        return new LaunchNumber(members.build(), own);
    }

    private static void hear(final LaunchNumber at, final LaunchNumber other, final int member)
    {
        at.add(member, other.drawn(member));
    }

    private static long[] numbers(final LaunchNumber at)
    {
        return at.read(at.record(), 0);
    }

    @Test
    void shouldBeTheSameAtAllMembersInWhateverOrderTheyHearEachOther()
    {
        hear(left, middle, MIDDLE);
        hear(left, right, RIGHT);
        hear(middle, right, RIGHT);
        hear(middle, left, LEFT);
        hear(right, left, LEFT);
        hear(right, middle, MIDDLE);
        assertEquals(left.get(), middle.get());
        assertEquals(left.get(), right.get());
        assertNull(left.difference(numbers(middle)));
        assertNull(right.difference(numbers(left)));
    }

    @Test
    void shouldBeCompleteWhenAllOthersWereHeard()
    {
        assertFalse(left.isComplete());
        hear(left, middle, MIDDLE);
        assertFalse(left.isComplete());
        hear(left, right, RIGHT);
        assertTrue(left.isComplete());
        assertFalse(newNumber(2, 0).isComplete());
    }

    @Test
    void shouldBeANumberOfNoLaunchAsLongAsItIsNotComplete()
    {
        assertEquals(left.drawn(LEFT), left.get());
        hear(left, middle, MIDDLE);
        assertEquals(left.drawn(LEFT) + middle.drawn(MIDDLE), left.get());
        assertNotEquals(left.drawn(LEFT) + middle.drawn(MIDDLE) + right.drawn(RIGHT), left.get());
        assertTrue(left.toString().endsWith(", missing=1}"), left::toString);
    }

    @Test
    void shouldBeAnotherOneForAnotherLaunch()
    {
        hear(left, middle, MIDDLE);
        hear(left, right, RIGHT);
        final LaunchNumber again = newNumber(3, LEFT);
        hear(again, newNumber(3, MIDDLE), MIDDLE);
        hear(again, newNumber(3, RIGHT), RIGHT);
        assertNotEquals(left.get(), again.get());
    }

    @Test
    void shouldTellWhatEachMemberHasDrawn()
    {
        hear(left, middle, MIDDLE);
        hear(left, right, RIGHT);
        final OffHeapBuffer record = left.record();
        assertEquals(TrunkRecord.LAUNCH, record.getInt(TrunkRecord.TYPE));
        assertArrayEquals(
            new long[]{ left.drawn(LEFT), middle.drawn(MIDDLE), right.drawn(RIGHT) }, middle.read(record, 0));
    }

    /**
     * One is launched again while the others join, and they hear different incarnations.
     */
    @Test
    void shouldSayOfWhomTwoHaveHeardDifferentIncarnations()
    {
        final LaunchNumber rightAgain = newNumber(3, RIGHT);
        hear(left, middle, MIDDLE);
        hear(left, right, RIGHT);
        hear(middle, left, LEFT);
        hear(middle, rightAgain, RIGHT);
        assertTrue(left.isComplete() && middle.isComplete());
        assertNotEquals(left.get(), middle.get());
        final String there = Long.toHexString(right.drawn(RIGHT));
        final String here = Long.toHexString(rightAgain.drawn(RIGHT));
        assertEquals("it has heard a launch of member m2 with number " + there + ", and this member one with number " +
            here + ": m2 was launched again alone while others joined; end all members",
            middle.difference(numbers(left)));
        assertTrue(left.difference(numbers(middle)).startsWith("it has heard a launch of member m2 with number " +
            here + ", and this member one with number " + there), left::toString);
    }

    /**
     * What it knows of itself, and of those that it has heard, is enough to see that another launch is meant.
     */
    @Test
    void shouldCompareWhatIsHeardSoFar()
    {
        hear(left, middle, MIDDLE);
        hear(left, right, RIGHT);
        hear(middle, left, LEFT);
        assertNull(middle.difference(numbers(left)), "it has not heard the third one");
        final String difference = newNumber(3, MIDDLE).difference(numbers(left));
        assertTrue(difference.startsWith("it has heard a launch of member m1 "), difference);
    }
}
