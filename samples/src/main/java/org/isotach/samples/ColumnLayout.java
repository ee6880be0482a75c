/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * Where columns are in the memory of each host of a {@link BlockedProduct}; offsets are in bytes.
 * <pre>
 *   columns that it has | two columns that it has fetched
 * </pre>
 *
 * @param rows elements of a column.
 * @param own  number of columns that it has.
 */
record ColumnLayout(int rows, int own)
{
    int columnLength()
    {
        return rows * Long.BYTES;
    }

    /**
     * Returns the length of all columns that a host has.
     */
    int ownLength()
    {
        return offset(own);
    }

    int length()
    {
        return offset(own + 2);
    }

    int offset(final int column)
    {
        return column * columnLength();
    }

    /**
     * Returns where a column goes that is fetched.
     *
     * @param half 0 or 1.
     */
    int halfOffset(final int half)
    {
        return offset(own + half);
    }
}
