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
    void shouldAlignColumns()
    {
        final StringWriter out = new StringWriter();
        new ComparisonTable("read", "us", "1997")
            .row("local", 1.9, 0.1)
            .row("remote, with timers", Double.NaN, 12)
            .row("idle", 14, "on demand")
            .print(new PrintWriter(out));
        assertEquals(
            List.of(
                "read (us)            1997       here  1997/here",
                "local                1.90      0.100       19.0",
                "remote, with timers     -       12.0          -",
                "idle                 14.0  on demand          -",
                ""),
            out.toString().lines().toList());
    }

    @ParameterizedTest
    @CsvSource({ "0, 0.000", "0.0128, 0.013", "1.234, 1.23", "12.34, 12.3", "123.4, 123", "71428.6, 71429" })
    void shouldShowThreeDigits(final double value, final String text)
    {
        assertEquals(text, ComparisonTable.format(value));
    }
}
