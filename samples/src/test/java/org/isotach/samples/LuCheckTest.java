/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class LuCheckTest
{
    // Decomposed by hand: rows 0 and 2 are swapped in step 0, rows 1 and 2 in step 1.
    private static final double[][] MATRIX = { { 1, 2, 4 }, { 2, 1, 3 }, { 4, 0, 4 } };
    private static final double[][] PACKED = { { 4, 0, 4 }, { 0.5, 2, 3 }, { 0.25, 0.5, -0.5 } };
    private static final int[] PIVOTS = { 2, 2, 2 };

    @Test
    void shouldAcceptFactors()
    {
        final LuFactors factors = new LuFactors(new DMatrixRMaj(PACKED), PIVOTS);
        assertArrayEquals(
            new double[]{ 4, 0, 4, 1, 2, 4, 2, 1, 3 }, factors.permute(new DMatrixRMaj(MATRIX)).getData());
        assertArrayEquals(new double[]{ 4, 0, 4, 1, 2, 4, 2, 1, 3 }, factors.lowerTimesUpper().getData());
        final LuCheck check = new LuCheck(new DMatrixRMaj(MATRIX), factors);
        assertEquals(0, check.residual());
        assertTrue(check.solutionError() < 1, check.toString());
        assertTrue(check.isGood(), check.toString());
    }

    @Test
    void shouldSolve()
    {
        final LuFactors factors = new LuFactors(new DMatrixRMaj(PACKED), PIVOTS);
        assertArrayEquals(
            new double[]{ 1, 1, 1 }, factors.solve(new DMatrixRMaj(new double[]{ 7, 6, 8 })).getData(), 1e-14);
    }

    @Test
    void shouldRefusePerturbedFactor()
    {
        final DMatrixRMaj packed = new DMatrixRMaj(PACKED);
        packed.set(1, 1, packed.get(1, 1) * (1 + 1e-12));
        final LuCheck check = new LuCheck(new DMatrixRMaj(MATRIX), new LuFactors(packed, PIVOTS));
        assertTrue(check.residual() > LuDecomposition.MAX_RESIDUAL, check.toString());
        assertFalse(check.isGood(), check.toString());
    }

    @Test
    void shouldRefuseWrongPivot()
    {
        final LuCheck check =
            new LuCheck(new DMatrixRMaj(MATRIX), new LuFactors(new DMatrixRMaj(PACKED), new int[]{ 2, 1, 2 }));
        assertTrue(check.residual() > LuDecomposition.MAX_RESIDUAL, check.toString());
    }

    @Test
    void shouldRefuseWhatIsNotANumber()
    {
        final DMatrixRMaj packed = new DMatrixRMaj(PACKED);
        packed.set(2, 2, Double.NaN);
        assertFalse(new LuCheck(new DMatrixRMaj(MATRIX), new LuFactors(packed, PIVOTS)).isGood());
    }

    @Test
    void shouldRefuseSingularMatrix()
    {
        final LuFactors factors = new LuFactors(new DMatrixRMaj(3, 3), PIVOTS);
        assertFalse(new LuCheck(new DMatrixRMaj(3, 3), factors).isGood());
    }
}
