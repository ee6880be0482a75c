/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Locale;
import java.util.Random;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Checks a decomposition with EJML, in units of the rounding error.
 */
final class LuCheck
{
    private static final double EPSILON = Math.ulp(1.0);
    private static final long RIGHT_SIDE_SEED = 1;

    private final double residual;
    private final double solutionError;

    LuCheck(final DMatrixRMaj matrix, final LuFactors factors)
    {
        // The fast norms pass on values that are not numbers.
        final double norm = NormOps_DDRM.fastNormF(matrix);
        final double unit = EPSILON * factors.size();

        final DMatrixRMaj difference = factors.permute(matrix);
        CommonOps_DDRM.subtractEquals(difference, factors.lowerTimesUpper());
        residual = NormOps_DDRM.fastNormF(difference) / (norm * unit);

        final LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.lu(factors.size());
        // The solver works in the matrix that it gets. With a singular one the error is not a number.
        solver.setA(matrix.copy());
        final DMatrixRMaj inverse = new DMatrixRMaj(factors.size(), factors.size());
        solver.invert(inverse);
        final DMatrixRMaj rightSide =
            RandomMatrices_DDRM.rectangle(factors.size(), 1, -1, 1, new Random(RIGHT_SIDE_SEED));
        final DMatrixRMaj expected = new DMatrixRMaj(factors.size(), 1);
        solver.solve(rightSide.copy(), expected);

        final DMatrixRMaj error = factors.solve(rightSide);
        CommonOps_DDRM.subtractEquals(error, expected);
        final double condition = norm * NormOps_DDRM.fastNormF(inverse);
        solutionError =
            NormOps_DDRM.fastNormF(error) / (NormOps_DDRM.fastNormF(expected) * unit * condition);
    }

    /**
     * {@code ||PA - LU|| / (||A|| N eps)}.
     */
    double residual()
    {
        return residual;
    }

    /**
     * Distance of the solution of a random system from the one that EJML finds, relative to
     * {@code N eps cond(A)}.
     */
    double solutionError()
    {
        return solutionError;
    }

    /**
     * False if anything is not a number.
     */
    boolean isGood()
    {
        return residual <= LuDecomposition.MAX_RESIDUAL && solutionError <= LuDecomposition.MAX_RESIDUAL;
    }

    @Override
    public String toString()
    {
        return String.format(Locale.ROOT, "residual %.3g, error of a solution %.3g", residual, solutionError);
    }
}
