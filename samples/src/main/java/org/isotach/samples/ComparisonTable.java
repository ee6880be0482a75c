/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of figures, those of 1997 beside those of today.
 */
final class ComparisonTable
{
    private static final String NONE = "-";

    private final List<String[]> rows = new ArrayList<>();

    /**
     * @param year of the figures that are compared with.
     */
    ComparisonTable(final String title, final String unit, final String year)
    {
        rows.add(new String[]{ title + " (" + unit + ')', year, "here", year + "/here" });
    }

    /**
     * Adds a row.
     *
     * @param label what it is.
     * @param then  the figure of then, NaN if there is none.
     * @param now   the figure of today.
     */
    ComparisonTable row(final String label, final double then, final double now)
    {
        return row(label, then, format(now), Double.isNaN(then) ? NONE : format(then / now));
    }

    /**
     * Adds a row without a figure of today.
     */
    ComparisonTable row(final String label, final double then, final String now)
    {
        return row(label, then, now, NONE);
    }

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

    private ComparisonTable row(final String label, final double then, final String now, final String ratio)
    {
        rows.add(new String[]{ label, Double.isNaN(then) ? NONE : format(then), now, ratio });
        return this;
    }

    private static String pad(final String text, final int width)
    {
        return String.format("%" + width + 's', text);
    }

    /**
     * Three significant digits, or all digits before the point, and at most three behind it.
     */
    static String format(final double value)
    {
        final double size = Math.abs(value);
        final int decimals = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + 'f', value);
    }
}
