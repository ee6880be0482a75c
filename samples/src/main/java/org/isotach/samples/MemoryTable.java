/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Memory in use at several moments, and its growth.
 */
final class MemoryTable
{
    static final long MAX_GROWTH = 16 << 20;

    private static final double KIB = 1024;

    private final Map<String, MemoryUse> rows = new LinkedHashMap<>();
    private MemoryUse first;
    private MemoryUse last;

    void add(final String moment, final MemoryUse use)
    {
        first = null == first ? use : first;
        last = use;
        rows.put(moment, use);
    }

    void print(final PrintWriter out)
    {
        out.printf("%-8s%16s%16s%n", "memory", "heap KiB", "off-heap KiB");
        rows.forEach((moment, use) -> out.printf(
            Locale.ROOT, "%-8s%,16.0f%,16.0f%n", moment, use.heap() / KIB, use.offHeap() / KIB));
    }

    /**
     * Checks whether much more memory is in use at the end than at the start.
     *
     * @return a message about the growth, null if there is none.
     */
    String growth()
    {
        if (last.heap() - first.heap() > MAX_GROWTH)
        {
            return growth("heap", first.heap(), last.heap());
        }
        return last.offHeap() - first.offHeap() > MAX_GROWTH ?
            growth("off-heap memory", first.offHeap(), last.offHeap()) : null;
    }

    private static String growth(final String what, final long from, final long to)
    {
        return what + " has grown from " + from + " to " + to + " bytes (expected: by at most " + MAX_GROWTH + ')';
    }
}
