/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The matrix multiply, in all modes, and that it would notice a wrong product.
 */
final class MatrixMultiplyTest
{
    @ParameterizedTest
    @EnumSource
    void shouldMultiplyOnSeveralHosts(final ThreadingMode mode)
    {
        final Run run = Run.of("matmul", "--size", "16", "--hosts", "1,2", "--rounds", "1", "--calls", "10",
            "--seed", "1", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        // Twice: the first time is for the compilers.
        assertEquals("RESULT matmul hosts=1,2 products=80 wrong=0", run.lastLine());
        assertEquals(12, rows(run, "operations", 12).filter(row -> row.matches(".* [0-9.]+")).count());
        assertEquals(6, rows(run, "columns of each of 2 hosts", 6).filter(row -> row.contains(" (M = ")).count());
        assertEquals(6, rows(run, "size", 6).filter(row -> row.matches("\\d+ x \\d+ +[12] .*")).count());
        assertTrue(run.out().get(run.out().size() - 2).startsWith("This machine has "), run.out().toString());
    }

    @Test
    void shouldCompareWithOneHostAlthoughItIsNotNamed()
    {
        final Run run = Run.of("matmul", "--size", "16", "--hosts", "2", "--rounds", "1", "--calls", "10");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT matmul hosts=2 products=62 wrong=0", run.lastLine());
    }

    @Test
    void shouldFindTheUtilisationOfTheMostHosts()
    {
        final Run run = Run.of("matmul", "--size", "16", "--hosts", "2,1", "--rounds", "1", "--calls", "10");
        assertEquals(List.of(), run.err());
        assertEquals(6, rows(run, "columns of each of 2 hosts", 6).count(), run.out().toString());
    }

    @Test
    void shouldMultiplyInTheWaysThatAreNamed()
    {
        final Run run = Run.of("matmul", "--size", "16", "--hosts", "2", "--rounds", "1", "--calls", "10",
            "--way", "cmam,Extended");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT matmul hosts=2 products=44 wrong=0", run.lastLine());
        final List<String> table = run.out().stream()
            .dropWhile(line -> !line.startsWith("columns of each of 2 hosts")).limit(7)
            .map(line -> line.replaceAll(" {2,}", "|").replaceAll("\\d+ %\\|\\d+ %", "plain|extended")).toList();
        assertEquals(List.of(
            "columns of each of 2 hosts|cmam|extended|FUNet, 32 nodes: above 80 % with",
            "1 (M = 2, R = 256)|plain|extended",
            "2 (M = 4, R = 128)|plain|extended",
            "4 (M = 8, R = 64)|plain|extended|extended CMAM",
            "8 (M = 16, R = 32)|plain|extended",
            "16 (M = 32, R = 16)|plain|extended|CMAM",
            "32 (M = 64, R = 8)|plain|extended"), table);
    }

    /**
     * As many as the paper has, each with one column of the product.
     */
    @ParameterizedTest
    @EnumSource
    void shouldMultiplyOnAsManyHostsAsThereMayBe(final FetchWay way)
    {
        for (final int hosts : new int[] { 32, 64 })
        {
            final DMatrixRMaj a = RandomMatrices_DDRM.rectangle(64, 64, -1, 1, new Random(1));
            final DMatrixRMaj b = RandomMatrices_DDRM.rectangle(64, hosts, -1, 1, new Random(2));
            assertNull(new BlockedProduct(a, b, hosts).multiply(new ModeOption(), way, 2).check());
        }
    }

    private static Stream<String> rows(final Run run, final String title, final int count)
    {
        return run.out().stream().dropWhile(line -> !line.startsWith(title)).skip(1).limit(count);
    }

    @Test
    void shouldNoticeAWrongProduct()
    {
        final DMatrixRMaj a = new DMatrixRMaj(2, 2, true, 1, 0, 0, 1);
        final DMatrixRMaj b = new DMatrixRMaj(2, 2, true, 1, 2, 3, 4);
        // Nothing was computed: all 0.
        assertEquals("the product on 2 hosts differs from that of EJML: 2 x 2 by 2 x 2",
            new BlockedProduct(a, b, 2).check());
    }
}
