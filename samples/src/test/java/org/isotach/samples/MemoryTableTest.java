/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class MemoryTableTest
{
    private final MemoryTable table = new MemoryTable();

    @Test
    void shouldPrintRows()
    {
        table.add("start", new MemoryUse(5_000_000, 0));
        table.add("end", new MemoryUse(4_000_000, 1024));
        final StringWriter out = new StringWriter();
        final PrintWriter writer = new PrintWriter(out);
        table.print(writer);
        writer.flush();
        assertEquals(
            """
            memory          heap KiB    off-heap KiB
            start              4,883               0
            end                3,906               1
            """,
            out.toString().replace(System.lineSeparator(), "\n"));
        assertNull(table.growth());
    }

    @Test
    void shouldAcceptPeakInTheMiddle()
    {
        table.add("start", new MemoryUse(0, 0));
        table.add("middle", new MemoryUse(1L << 40, 1L << 40));
        table.add("end", new MemoryUse(MemoryTable.MAX_GROWTH, MemoryTable.MAX_GROWTH));
        assertNull(table.growth());
    }

    @Test
    void shouldNoticeGrowthOffHeap()
    {
        table.add("start", new MemoryUse(0, 1));
        table.add("end", new MemoryUse(0, 2 + MemoryTable.MAX_GROWTH));
        assertEquals(
            "off-heap memory has grown from 1 to 16777218 bytes (expected: by at most 16777216)", table.growth());
    }

    @Test
    void shouldMeasureThisJvm()
    {
        final MemoryUse use = MemoryUse.now();
        assertTrue(use.heap() > 0 && use.offHeap() >= 0, use.toString());
    }
}
