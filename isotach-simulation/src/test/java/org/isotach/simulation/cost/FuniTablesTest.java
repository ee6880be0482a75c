/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row F46 and table B1: the figures of the paper on FUNet follow from three constants and from what it says that its
 * interface does.
 */
class FuniTablesTest
{
    private static final double BOUND = 0.2;

    // By fitted primitive: overhead of sending and of receiving, in cycles for a message.
    private static final Primitive[] FITTED = { Primitive.CMAM_4, Primitive.CMAM_MFER_N };
    private static final double[][] OVERHEADS = { { 113.2, 221.3 }, { 4 * 24.9, 4 * 44.3 } };
    private static final int CONSTANTS = 3;

    static Stream<CostTable> tables()
    {
        final FuniTables tables = new FuniTables(FuniCosts.FITTED);
        return Stream.of(tables.primitives(), tables.operations());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void b1ShouldPredictAllOtherFiguresWithinTwentyPercent(final CostTable table)
    {
        for (final CostRow row : table.rows())
        {
            for (final CostValue value : row.values())
            {
                assertTrue(Math.abs(value.deviation()) < (CostKind.FITTED == value.kind() ? 0.01 : BOUND),
                    () -> row.toString());
            }
        }
    }

    @Test
    void b1ShouldPredictFortyNineFiguresFromThreeConstants()
    {
        assertEquals(36 + 13, tables().mapToInt(table -> table.values(CostKind.PREDICTED).size()).sum());
        assertEquals(CONSTANTS, FuniCosts.FREE);
    }

    static Stream<UnaryOperator<FuniCosts>> wrongConstants()
    {
        return Stream.of(
            costs -> new FuniCosts(1.5 * costs.step(), costs.move(), costs.function(), costs.busOverhead()),
            costs -> new FuniCosts(costs.step(), 0.5 * costs.move(), costs.function(), costs.busOverhead()),
            costs -> new FuniCosts(costs.step(), costs.move(), 2 * costs.function(), costs.busOverhead()),
            costs -> new FuniCosts(costs.step(), costs.move(), costs.function(), 10),
            costs -> new FuniCosts(costs.step(), costs.move(), costs.function(), 20));
    }

    @ParameterizedTest
    @MethodSource("wrongConstants")
    void b1ShouldNotHoldWithAWrongConstant(final UnaryOperator<FuniCosts> mistake)
    {
        assertTrue(new FuniTables(mistake.apply(FuniCosts.FITTED)).primitives().worst() > BOUND);
    }

    /**
     * The overheads are linear in the constants, at least where no bus is waited for: so the smallest relative error,
     * as the sum of its squares, is a linear problem.
     */
    @Test
    void b1ShouldHaveTheConstantsOfTheLeastSquaresFit()
    {
        final double[] at = constants(FuniCosts.FITTED);
        final double[] here = overheads(at);
        final DMatrixRMaj coefficients = new DMatrixRMaj(here.length, CONSTANTS);
        final DMatrixRMaj wanted = new DMatrixRMaj(here.length, 1);
        for (int column = 0; column < CONSTANTS; column++)
        {
            final double[] more = at.clone();
            more[column]++;
            final double[] there = overheads(more);
            for (int row = 0; row < here.length; row++)
            {
                coefficients.set(row, column, (there[row] - here[row]) / published(row));
            }
        }
        for (int row = 0; row < here.length; row++)
        {
            wanted.set(row, 0, (published(row) - here[row]) / published(row));
        }
        final LinearSolverDense<DMatrixRMaj> solver =
            LinearSolverFactory_DDRM.leastSquares(here.length, CONSTANTS);
        assertTrue(solver.setA(coefficients));
        final DMatrixRMaj change = new DMatrixRMaj(CONSTANTS, 1);
        solver.solve(wanted, change);
        // As they are rounded.
        assertArrayEquals(new double[CONSTANTS], change.data, 0.06);
    }

    private static double published(final int row)
    {
        return OVERHEADS[row / 2][row % 2];
    }

    private static double[] constants(final FuniCosts costs)
    {
        return new double[] { costs.step(), costs.move(), costs.function() };
    }

    private static double[] overheads(final double[] constants)
    {
        final FuniBenchmarks benchmarks =
            new FuniBenchmarks(new FuniCosts(constants[0], constants[1], constants[2], FuniCosts.FITTED.busOverhead()));
        return Stream.of(FITTED).flatMap(primitive -> Stream.of(
            benchmarks.send(primitive).overhead(), benchmarks.receive(primitive).overhead()))
            .mapToDouble(Double::doubleValue).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        // Stores and the head; reads of 4, 1, 1; writes of 4, 1, 1 and the head; head, 3 loads and the tail.
        "CMAM_4, 4, 3, 4, 5", "CMAM_REPLY_4, 4, 3, 4, 5", "CMAM_XFER_4, 4, 3, 4, 5",
        // One read; writes of 1, 1, 1 and the head.
        "CMAM_N_1, 4, 1, 4, 5",
        // Reads of 4, 8, 8, 1, 1; writes of 8, 8, 4, 1, 1; eight more loads.
        "CMAM_N_20, 12, 5, 6, 13",
        // Request and payload, 4, 8, 8; notice and payload.
        "CMAM_MFER_N, 3, 3, 4, 5" })
    void f46ShouldCountTransactionsOfTheBus(
        final Primitive primitive, final int stores, final int fetches, final int deliveries, final int loads)
    {
        assertArrayEquals(
            new int[] { stores, fetches, deliveries, loads },
            new FuniBenchmarks(FuniCosts.FITTED).transactions(primitive));
    }
}
