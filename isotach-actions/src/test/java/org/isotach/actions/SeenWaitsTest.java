/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Circles among what members tell each other.
 */
class SeenWaitsTest
{
    private static final int LONG = 100_000;
    private static final long[] NOTHING = {};
    private static final long[] MANY = LongStream.range(0, 2000).map(i -> 10_000 + i).toArray();

    /**
     * A wait of a thread that holds two versions.
     */
    private static SeenWait wait(
        final int member, final long number, final long[] awaited, final long[] tickets, final long firstHeld)
    {
        return new SeenWait(
            member, number, true, "wait " + number, awaited, tickets, new long[]{ firstHeld, 2 }, SeenWait.NONE);
    }

    private static SeenMember told(final int member, final List<SeenWait> waits, final long... owed)
    {
        return SeenMember.decode(SeenMember.encode(waits, owed), member);
    }

    @Test
    void shouldFindACircleThroughWhatAnotherMemberOwes()
    {
        final SeenWait first = wait(0, 5, NOTHING, new long[]{ 77 }, 100);
        final SeenWait second = wait(1, 6, new long[]{ 101 }, NOTHING, 200);
        final long[] owed = LongStream.concat(LongStream.of(MANY), LongStream.of(77, 201)).toArray();

        final List<SeenWait> circle =
            new SeenWaits(List.of(told(0, List.of(first)), told(1, List.of(second), owed))).circle();

        assertEquals(List.of(1L, 6L, 0L, 5L), SeenWaits.identity(circle));
        assertEquals("wait 6", circle.get(0).text());
    }

    @Test
    void shouldFindNoneIfNobodyOwesWhatIsAwaited()
    {
        final SeenWait first = wait(0, 5, NOTHING, new long[]{ 77 }, 100);
        final SeenWait second = wait(1, 6, new long[]{ 101 }, NOTHING, 200);

        assertTrue(new SeenWaits(List.of(told(0, List.of(first)), told(1, List.of(second), 78, 201))).circle()
            .isEmpty());
        assertTrue(new SeenWaits(List.of(told(0, List.of(first)), told(1, List.of(second), 77, 202))).circle()
            .isEmpty());
    }

    /**
     * The last wait is the same; what leads back to it is not.
     */
    @Test
    void shouldTellCirclesApart()
    {
        final SeenWait last = wait(1, 6, new long[]{ 101 }, NOTHING, 200);
        final SeenWait one = wait(0, 4, new long[]{ 200 }, NOTHING, 100);
        final SeenWait other = wait(0, 5, new long[]{ 200 }, NOTHING, 100);

        assertNotEquals(
            SeenWaits.identity(new SeenWaits(List.of(told(0, List.of(one)), told(1, List.of(last)))).circle()),
            SeenWaits.identity(new SeenWaits(List.of(told(0, List.of(other)), told(1, List.of(last)))).circle()));
    }

    /**
     * As pipelines have them: each waits for the one before it, and so does the thread that has submitted them.
     */
    @Test
    void shouldFindALongCircle()
    {
        final List<SeenWait> waits = new ArrayList<>();
        waits.add(new SeenWait(
            0, 1, true, "the thread", new long[]{ 2 * LONG }, NOTHING, new long[]{ 1, 1 }, SeenWait.NONE));
        for (int i = 1; i <= LONG; i++)
        {
            // Each other one waits for what the one before it holds.
            final boolean isOfPipeline = 0 == i % 2;
            waits.add(new SeenWait(
                0,
                1 + i,
                false,
                "action " + i,
                isOfPipeline ? NOTHING : new long[]{ 2L * i - 1 },
                NOTHING,
                new long[]{ 2L * i, 2 },
                isOfPipeline ? i - 1 : SeenWait.NONE));
        }
        final SeenMember member = SeenMember.withoutOthers(waits);

        assertEquals(1 + LONG, new SeenWaits(List.of(member)).circle().size());
        waits.set(1, new SeenWait(0, 2, false, "free", NOTHING, NOTHING, new long[]{ 2, 2 }, SeenWait.NONE));
        assertTrue(new SeenWaits(List.of(member)).circle().isEmpty());
    }
}
