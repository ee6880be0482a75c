/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CostTableTest
{
    private final CostTable table = new CostTable("title", List.of("first", "second"), 2, "constants")
        .row("a", CostValue.fitted(10, 10.1), CostValue.predicted(20, 15))
        .row("b", CostValue.given(3, 3), CostValue.unpublished(1.5))
        .without("c", "reason");

    @Test
    void shouldPrintFiguresAndModelAndDeviation()
    {
        final StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true));
        assertEquals("""
            title
                                                      first                 second
            a                           10.0    10.1   +1%*    20.0    15.0   -25%
            b                           3.00    3.00   +0%=       -    1.50      -
            constants
            not there: c (reason)
            free constants: 2; predicted: 1 figure, 25.0 % off

            """, text.toString().replace("\r\n", "\n"));
    }

    @Test
    void shouldTellValuesByKind()
    {
        assertEquals(0.25, table.worst(), 1e-9);
        assertEquals(1, table.values(CostKind.UNPUBLISHED).size());
        assertTrue(Double.isNaN(table.values(CostKind.UNPUBLISHED).get(0).deviation()));
        assertEquals(2, table.freeConstants());
        assertEquals("title", table.title());
    }

    @Test
    void shouldFindAValue()
    {
        assertEquals(1.5, table.value("b", 1).modelled());
        assertEquals("row: c, column: 0 (expected: one of [a, b], and 0..1, or less in short rows)",
            assertThrows(IllegalArgumentException.class, () -> table.value("c", 0)).getMessage());
        assertEquals("row: a, column: 2 (expected: one of [a, b], and 0..1, or less in short rows)",
            assertThrows(IllegalArgumentException.class, () -> table.value("a", 2)).getMessage());
    }

    @Test
    void shouldReturnTheSameEachTime()
    {
        assertEquals(CostTables.hpam().rows(), CostTables.hpam().rows());
    }
}
