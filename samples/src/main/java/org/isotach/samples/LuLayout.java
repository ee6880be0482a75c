/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.PageMap;

/**
 * Where the matrix and the progress of its decomposition are in isotach memory. Everything is on every host, because
 * every host needs every column once it is final.
 * <pre>
 *   page 0..N-1   column of the matrix: row i at index i; first A, later L below and U on and above the diagonal
 *   page N        pivot rows: that of step k at index k; unsubstantiated until column k is final
 *   page N+1      grants: at index k the version with which the owner of column k assigns pivot row k
 * </pre>
 * Columns belong to the hosts in turn.
 */
final class LuLayout
{
    private static final int CELL_LENGTH = 16;

    private final int size;
    private final int hosts;
    private final int pageSize;

    LuLayout(final int size, final int hosts)
    {
        this.size = size;
        this.hosts = hosts;
        pageSize = roundUpToPowerOfTwo(size);
    }

    int size()
    {
        return size;
    }

    int owner(final int column)
    {
        return column % hosts;
    }

    int element(final int row, final int column)
    {
        return column * pageSize + row;
    }

    int pivot(final int step)
    {
        return element(step, size);
    }

    int grant(final int step)
    {
        return element(step, size + 1);
    }

    PageMap pageMap()
    {
        return PageMap.builder().pageSize(pageSize).everywhere(0, size + 1).build();
    }

    /**
     * Reads that a host has outstanding at most: all pivot rows, and one column.
     */
    int readCap()
    {
        return 2 * pageSize;
    }

    /**
     * Memory of all hosts together.
     */
    long bytes()
    {
        return (long)hosts * (size + 2) * pageSize * CELL_LENGTH;
    }

    private static int roundUpToPowerOfTwo(final int value)
    {
        return Integer.highestOneBit(2 * value - 1);
    }
}
