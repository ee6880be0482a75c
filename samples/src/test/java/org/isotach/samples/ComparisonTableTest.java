/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class ComparisonTableTest
{
    @Test
    void shouldSayHowManyTimesFasterTimesAre()
    {
        assertEquals(
            List.of(
                "read (us)            1997   here  times faster",
                "local                1.90  0.100          19.0",
                "slower               1.00   4.00         0.250",
                "remote, with timers     -   12.0             -",
                "idle                 14.0      -             -",
                ""),
            lines(new ComparisonTable("read", "us", "1997", ComparisonTable.Better.LOWER)
                .row("local", 1.9, 0.1)
                .row("slower", 1, 4)
                .row("remote, with timers", Double.NaN, 12)
                .row("idle", 14, Double.POSITIVE_INFINITY)));
    }

    @Test
    void shouldSayHowManyTimesFasterRatesAre()
    {
        assertEquals(
            List.of(
                "stream (Mb/s)  2000   here  times faster",
                "64 B           32.0   3200           100",
                "slower         4.00   1.00         0.250",
                "idle           5.00  0.000         0.000",
                ""),
            lines(new ComparisonTable("stream", "Mb/s", "2000", ComparisonTable.Better.HIGHER)
                .row("64 B", 32, 3200)
                .row("slower", 4, 1)
                .row("idle", 5, 0)));
    }

    @Test
    void shouldNotSayThatARatioIsFaster()
    {
        assertEquals(
            List.of(
                "shape (ratio)  1997  here",
                "remote/local   28.4  20.0",
                ""),
            lines(new ComparisonTable("shape", "ratio", "1997", ComparisonTable.Better.NEITHER)
                .row("remote/local", 28.42, 20)));
    }

    private static List<String> lines(final ComparisonTable table)
    {
        final StringWriter out = new StringWriter();
        table.print(new PrintWriter(out));
        return out.toString().lines().toList();
    }

    @ParameterizedTest
    @CsvSource({ "0, 0.000", "0.0128, 0.013", "1.234, 1.23", "12.34, 12.3", "123.4, 123", "71428.6, 71429" })
    void shouldShowThreeDigits(final double value, final String text)
    {
        assertEquals(text, ComparisonTable.format(value));
    }
}
