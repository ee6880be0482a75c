/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

import org.isotach.benchmarks.Quartiles;

/**
 * Numbers as the report prints them: three significant digits. No measurement here is more exact.
 */
public final class Numbers
{
    private static final MathContext DIGITS = new MathContext(3);

    private Numbers()
    {
    }

    static double round(final double value)
    {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    /**
     * Prints a number.
     *
     * @param value the number.
     * @return its first three significant digits.
     */
    public static String format(final double value)
    {
        if (!Double.isFinite(value))
        {
            return "?";
        }
        final double magnitude = Math.abs(value);
        final String pattern;
        if (magnitude >= 100 || 0 == magnitude)
        {
            pattern = "#,##0";
        }
        else if (magnitude >= 10)
        {
            pattern = "0.#";
        }
        else
        {
            pattern = magnitude >= 1 ? "0.##" : "0.#####";
        }
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(round(value));
    }

    static String format(final Quartiles quartiles)
    {
        return format(quartiles.lower()) + ".." + format(quartiles.upper());
    }

    static String format(final Summary summary)
    {
        return format(summary.min()) + ".." + format(summary.max());
    }
}
