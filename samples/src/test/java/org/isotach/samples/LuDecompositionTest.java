/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.Random;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class LuDecompositionTest
{
    @ParameterizedTest
    @EnumSource
    void shouldDecompose(final ThreadingMode mode)
    {
        final Run run = Run.of("lu", "--size", "33", "--hosts", "3", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("matrix of 33 x 33, 3 hosts, " + mode + ", seed 7", run.out().get(0));
        assertResult(33, 3, run);
    }

    @ParameterizedTest
    @CsvSource({ "1, 1", "1, 3", "2, 2", "5, 9", "64, 1" })
    void shouldDecomposeMatricesOfAllShapes(final int size, final int hosts)
    {
        final Run run = Run.of("lu", "--size", "" + size, "--hosts", "" + hosts);
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertResult(size, hosts, run);
    }

    @Test
    void shouldFailWhenFactorsAreWrong()
    {
        final DMatrixRMaj matrix = RandomMatrices_DDRM.rectangle(2, 2, -1, 1, new Random(7));
        final LuFactors wrong = new LuFactors(matrix, new int[]{ 0, 1 });
        final LuDecomposition lu = new LuDecomposition();
        final LuCheck check = new LuCheck(matrix, wrong);
        final Run run = Run.parsed(
            new CommandLine(lu), () -> lu.report(check), "--size", "2", "--hosts", "1", "--seed", "7");
        assertEquals(1, run.exitCode());
        assertTrue(run.lastLine().startsWith("RESULT lu size=2 hosts=1 residual="), run.lastLine());
        assertEquals(List.of("lu failed: " + check + ", expected at most 10 each (seed 7)"), run.err());
    }

    private static void assertResult(final int size, final int hosts, final Run run)
    {
        final String start = "RESULT lu size=" + size + " hosts=" + hosts + " residual=";
        assertTrue(run.lastLine().startsWith(start), run.out().toString());
        final double residual = Double.parseDouble(run.lastLine().substring(start.length()));
        assertTrue(residual >= 0 && residual <= LuDecomposition.MAX_RESIDUAL, run.out().toString());
    }
}
