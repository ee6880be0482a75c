/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class LineFitTest
{
    private static final double EXACT = 1e-9;

    @Test
    void shouldFindTheLineThatAllPointsAreOn()
    {
        final LineFit line =
            LineFit.of(new int[]{ 8, 64, 4096 }, new double[]{ 8.39 + 0.64, 8.39 + 5.12, 8.39 + 327.68 });
        assertEquals(8.39, line.fixed(), EXACT);
        assertEquals(0.08, line.slope(), EXACT);
    }

    @Test
    void shouldFindTheLineBetweenPoints()
    {
        final LineFit line = LineFit.of(new int[]{ 1, 2, 3 }, new double[]{ 1, 3, 2 });
        assertEquals(1, line.fixed(), EXACT);
        assertEquals(0.5, line.slope(), EXACT);
    }
}
