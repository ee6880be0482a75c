/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The cells of some variables that one host reads together, looked up once. Those of successive variables lie in a row,
 * and are read with one check. Immutable.
 */
final class CellList
{
    private final int[] cells;
    private final boolean isRow;
    private final int first;
    private final int seenPlace;

    /**
     * @param cells none of them {@link VariableCells#NOT_HERE}. Belongs to the list from now on.
     */
    CellList(final int[] cells)
    {
        this.cells = cells;
        boolean isRowSoFar = cells.length > 0;
        for (int i = 1; i < cells.length; i++)
        {
            isRowSoFar &= cells[i] == cells[i - 1] + VariableCells.CELL_LENGTH;
        }
        isRow = isRowSoFar;
        first = 0 == cells.length ? 0 : cells[0];
        seenPlace = SeenRevisions.place(first);
    }

    /**
     * Returns the cells, in the order of the variables; the caller must not change them.
     */
    int[] cells()
    {
        return cells;
    }

    /**
     * Returns the cell of the first variable, that of any variable if there is none.
     */
    int first()
    {
        return first;
    }

    /**
     * Returns the place of the first cell in {@link SeenRevisions}.
     */
    int seenPlace()
    {
        return seenPlace;
    }

    int count()
    {
        return cells.length;
    }

    /**
     * Returns whether each cell follows the one before it in memory, and there is at least one.
     */
    boolean isRow()
    {
        return isRow;
    }
}
