/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A table of old figures, figures of today, and how many times faster today's are.
 */
final class ComparisonTable
{
    /**
     * Which of two figures is the faster one.
     */
    enum Better
    {
        /**
         * A time: the smaller one.
         */
        LOWER,

        /**
         * A rate: the larger one.
         */
        HIGHER,

        /**
         * None: figures without a speed.
         */
        NEITHER
    }

    private static final String NONE = "-";

    private final TextTable table;
    private final Better better;

    /**
     * @param year   of the old figures.
     * @param better which of two figures is the faster one.
     */
    ComparisonTable(final String title, final String unit, final String year, final Better better)
    {
        this.better = better;
        table = new TextTable(row(title + " (" + unit + ')', year, "here", "times faster"));
    }

    /**
     * Adds a row.
     *
     * @param label name of the row.
     * @param then  the old figure, not finite if there is none.
     * @param now   the figure of today, not finite if there is none.
     */
    ComparisonTable row(final String label, final double then, final double now)
    {
        final double faster = Better.LOWER == better ? then / now : now / then;
        table.row(row(
            label, formatOrNone(then), formatOrNone(now), Double.isFinite(now) ? formatOrNone(faster) : NONE));
        return this;
    }

    void print(final PrintWriter out)
    {
        table.print(out);
    }

    private String[] row(final String label, final String then, final String now, final String faster)
    {
        return Better.NEITHER == better ? new String[]{ label, then, now } : new String[]{ label, then, now, faster };
    }

    /**
     * Returns a dash for what is not finite.
     */
    static String formatOrNone(final double value)
    {
        return Double.isFinite(value) ? format(value) : NONE;
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
