/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class WorkingMemoryTest
{
    // Examples 1 and 2 of Gale and Shapley.
    private static final Preferences EVERYBODY_HAPPY = new Preferences(
        new int[][]{ { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 } },
        new int[][]{ { 1, 2, 0 }, { 2, 0, 1 }, { 0, 1, 2 } });
    private static final Preferences ONE_STABLE_MATCHING = new Preferences(
        new int[][]{ { 0, 1, 2, 3 }, { 0, 3, 2, 1 }, { 1, 0, 2, 3 }, { 3, 1, 2, 0 } },
        new int[][]{ { 3, 2, 0, 1 }, { 1, 3, 0, 2 }, { 3, 0, 1, 2 }, { 2, 1, 0, 3 } });

    @Test
    void shouldGiveEverybodyTheFirstChoice()
    {
        final WorkingMemory memory = new WorkingMemory(EVERYBODY_HAPPY);
        fireAll(memory, 3, new SplittableRandom(1));
        assertArrayEquals(new int[]{ 0, 0, 0 }, memory.choices());
        assertEquals(3, memory.firings());
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void shouldFindTheOneStableMatching(final long seed)
    {
        final WorkingMemory memory = new WorkingMemory(ONE_STABLE_MATCHING);
        fireAll(memory, 4, new SplittableRandom(seed));
        assertArrayEquals(new int[]{ 2, 1, 1, 1 }, memory.choices());
        assertEquals(9, memory.firings());
        assertNull(ONE_STABLE_MATCHING.blockingPair(memory.choices()));
    }

    @Test
    void shouldFindSameMatchingInAnyOrder()
    {
        final Preferences preferences = Preferences.random(40, 7);
        final WorkingMemory first = new WorkingMemory(preferences);
        fireAll(first, 40, new SplittableRandom(0));
        assertNull(preferences.blockingPair(first.choices()));
        for (long seed = 1; seed <= 20; seed++)
        {
            final WorkingMemory other = new WorkingMemory(preferences);
            fireAll(other, 40, new SplittableRandom(seed));
            assertEquals(first.result(), other.result(), "seed " + seed);
            assertEquals(first.firings(), other.firings(), "seed " + seed);
        }
    }

    @Test
    void shouldDropFiringThatComesTooLate()
    {
        // The applicants 0 and 1 match the same vacancy.
        final WorkingMemory memory = new WorkingMemory(ONE_STABLE_MATCHING);
        final Firing first = memory.match(0);
        final Firing second = memory.match(1);
        assertEquals(first.holder(), second.holder());
        assertTrue(memory.fire(first));
        assertFalse(memory.fire(second));
        assertFalse(memory.fire(first));
        assertEquals(1, memory.firings());
        assertEquals(new Firing(Fact.seeking(1, 0), Fact.hired(0, 0, 0)), memory.match(1));
        assertNull(memory.match(0));
    }

    @Test
    void shouldReplaceHolderWhoIsLiked()
    {
        final WorkingMemory memory = new WorkingMemory(ONE_STABLE_MATCHING);
        // Post 0 prefers applicant 0 to applicant 1.
        assertTrue(memory.fire(memory.match(1)));
        assertTrue(memory.fire(memory.match(0)));
        assertEquals(Fact.seeking(1, 1), memory.match(1).seeking());
    }

    @Test
    void shouldNoticeBlockingPair()
    {
        // Applicant 0 has its last choice, post 2; and post 1, its second choice, prefers it to applicant 1.
        assertEquals("applicant 0 and post 1", EVERYBODY_HAPPY.blockingPair(new int[]{ 2, 0, 1 }));
        assertNull(EVERYBODY_HAPPY.blockingPair(new int[]{ 1, 1, 1 }));
        assertNull(EVERYBODY_HAPPY.blockingPair(new int[]{ 2, 2, 2 }));
    }

    @Test
    void shouldMakeSamePreferencesFromSameSeed()
    {
        final int[] choices = new int[9];
        for (int choice = 0; choice < 9; choice++)
        {
            choices[choice] = Preferences.random(9, 3).post(4, choice);
            assertEquals(choices[choice], Preferences.random(9, 3).post(4, choice));
        }
        Arrays.sort(choices);
        assertArrayEquals(new int[]{ 0, 1, 2, 3, 4, 5, 6, 7, 8 }, choices);
    }

    /**
     * Matches for several applicants before one of the firings is tried, so that some come too late.
     */
    private static void fireAll(final WorkingMemory memory, final int size, final SplittableRandom random)
    {
        final List<Firing> underWay = new ArrayList<>();
        while (!memory.isDone())
        {
            final Firing firing = memory.match(random.nextInt(size));
            if (null != firing)
            {
                underWay.add(firing);
            }
            if (!underWay.isEmpty() && random.nextBoolean())
            {
                memory.fire(underWay.remove(random.nextInt(underWay.size())));
            }
        }
    }
}
