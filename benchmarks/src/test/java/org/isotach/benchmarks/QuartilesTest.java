/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QuartilesTest
{
    @Test
    void shouldFindMedianAndQuartiles()
    {
        assertEquals(new Quartiles(2, 4, 6), Quartiles.of(7, 1, 6, 2, 5, 3, 4));
        assertEquals(new Quartiles(3, 3, 3), Quartiles.of(3));
    }

    @Test
    void shouldNotBeMovedByAFewOthers()
    {
        assertEquals(new Quartiles(2, 4, 6), Quartiles.of(1, 2, 3, 4, 5, 6, 1e9));
    }

    @Test
    void shouldTakeTheRatioOfEachPairAndNotOfMedians()
    {
        // The processors were ten times as far from each other in some rounds: no ratio is.
        final double[] first = { 100, 1000, 100, 1000, 100 };
        final double[] second = { 200, 2000, 200, 2000, 2000 };

        assertEquals(new Quartiles(2, 2, 11), Quartiles.ofRatios(second, first));
    }

    @Test
    void shouldRefuseValuesWithoutAPartner()
    {
        final String message = assertThrows(
            IllegalArgumentException.class, () -> Quartiles.ofRatios(new double[2], new double[3])).getMessage();

        assertEquals("values without a partner: 2 and 3 (expected: equally many)", message);
        assertThrows(IllegalArgumentException.class, Quartiles::of);
    }

    @Test
    void shouldCompareEachSubjectWithTheFirst()
    {
        final TurnTimes times =
            new TurnTimes(List.of("a", "b"), List.of(List.of(10.0, 20.0, 30.0), List.of(40.0, 20.0, 60.0)), 0);

        assertEquals(20, times.time(0).median());
        assertEquals(40, times.time(1).median());
        assertEquals(new Quartiles(1, 1, 1), times.ratio(0));
        assertEquals(new Quartiles(1, 2, 4), times.ratio(1));
    }

    @Test
    void shouldPutJvmsTogether()
    {
        final List<String> subjects = List.of("a", "b");
        final TurnTimes first = new TurnTimes(subjects, List.of(List.of(1.0, 2.0), List.of(3.0, 4.0)), 1);
        final TurnTimes second = new TurnTimes(subjects, List.of(List.of(5.0), List.of(6.0)), 1);

        assertEquals(
            new TurnTimes(subjects, List.of(List.of(1.0, 2.0, 5.0), List.of(3.0, 4.0, 6.0)), 2),
            TurnTimes.of(List.of(first, second)));
    }
}
