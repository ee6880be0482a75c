/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * L, U and P of a decomposition P A = L U.
 */
final class LuFactors
{
    private final DMatrixRMaj packed;
    private final int[] pivots;

    /**
     * @param packed U on and above the diagonal, L below; each column of L is in the row order of the step that made
     *     it.
     * @param pivots row that was swapped with row k in step k.
     */
    LuFactors(final DMatrixRMaj packed, final int[] pivots)
    {
        this.packed = packed.copy();
        this.pivots = pivots.clone();
        for (int step = 1; step < pivots.length; step++)
        {
            for (int column = 0; column < step; column++)
            {
                swap(this.packed, step, pivots[step], column);
            }
        }
    }

    int size()
    {
        return pivots.length;
    }

    DMatrixRMaj lowerTimesUpper()
    {
        final DMatrixRMaj lower = CommonOps_DDRM.identity(size());
        final DMatrixRMaj upper = new DMatrixRMaj(size(), size());
        for (int row = 0; row < size(); row++)
        {
            for (int column = 0; column < size(); column++)
            {
                (column < row ? lower : upper).set(row, column, packed.get(row, column));
            }
        }
        final DMatrixRMaj product = new DMatrixRMaj(size(), size());
        CommonOps_DDRM.mult(lower, upper, product);
        return product;
    }

    /**
     * P times a matrix or vector.
     */
    DMatrixRMaj permute(final DMatrixRMaj matrix)
    {
        final DMatrixRMaj permuted = matrix.copy();
        for (int step = 0; step < size(); step++)
        {
            for (int column = 0; column < matrix.getNumCols(); column++)
            {
                swap(permuted, step, pivots[step], column);
            }
        }
        return permuted;
    }

    /**
     * Solves A x = b.
     */
    DMatrixRMaj solve(final DMatrixRMaj rightSide)
    {
        final DMatrixRMaj solution = permute(rightSide);
        for (int row = 0; row < size(); row++)
        {
            subtract(solution, row, 0, row);
        }
        for (int row = size() - 1; row >= 0; row--)
        {
            subtract(solution, row, row + 1, size());
            solution.set(row, 0, solution.get(row, 0) / packed.get(row, row));
        }
        return solution;
    }

    private void subtract(final DMatrixRMaj solution, final int row, final int firstColumn, final int endColumn)
    {
        double value = solution.get(row, 0);
        for (int column = firstColumn; column < endColumn; column++)
        {
            value -= packed.get(row, column) * solution.get(column, 0);
        }
        solution.set(row, 0, value);
    }

    private static void swap(final DMatrixRMaj matrix, final int a, final int b, final int column)
    {
        final double element = matrix.get(a, column);
        matrix.set(a, column, matrix.get(b, column));
        matrix.set(b, column, element);
    }
}
