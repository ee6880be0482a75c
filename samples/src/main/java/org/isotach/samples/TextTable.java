/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose columns are as wide as their longest cell. The first column is on the left, numbers are on the right.
 */
final class TextTable
{
    private final List<String[]> rows = new ArrayList<>();

    /**
     * @param headings of the columns.
     */
    TextTable(final String... headings)
    {
        rows.add(headings);
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are headings.
     */
    TextTable row(final String... cells)
    {
        rows.add(cells);
        return this;
    }

    /**
     * Prints the table, and an empty line.
     */
    void print(final PrintWriter out)
    {
        final int[] widths = new int[rows.get(0).length];
        for (final String[] row : rows)
        {
            for (int column = 0; column < widths.length; column++)
            {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        for (final String[] row : rows)
        {
            final StringBuilder line = new StringBuilder(pad(row[0], -widths[0]));
            for (int column = 1; column < widths.length; column++)
            {
                line.append("  ").append(pad(row[column], widths[column]));
            }
            out.println(line);
        }
        out.println();
    }

    private static String pad(final String text, final int width)
    {
        return String.format("%" + width + 's', text);
    }
}
