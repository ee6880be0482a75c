/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.isotach.niu.spi.OperationListener;

/**
 * Describes an isochron: a short label, and a line for each operation.
 */
final class OperationText implements OperationListener
{
    private static final int MAX_OBJECTS = 4;
    private static final int MAX_LINES = 16;

    // The objects of each verb.
    private final Map<String, List<String>> objects = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private int operations;

    @Override
    public void operation(final String verb, final String object, final String detail)
    {
        objects.computeIfAbsent(verb, key -> new ArrayList<>()).add(object);
        operations++;
        if (lines.size() < MAX_LINES)
        {
            lines.add((verb + ' ' + object + ' ' + detail).strip().replace("  ", " "));
        }
    }

    /**
     * The rest of the operations was not recorded.
     */
    void cut(final int bytes)
    {
        objects.computeIfAbsent("...", key -> new ArrayList<>());
        lines.add("... and " + bytes + " more bytes");
    }

    /**
     * Returns a few words: verbs with the same variables are grouped.
     */
    String label()
    {
        final Map<List<String>, List<String>> verbs = new LinkedHashMap<>();
        objects.forEach((verb, names) -> verbs.computeIfAbsent(names, key -> new ArrayList<>()).add(verb));
        final List<String> parts = new ArrayList<>();
        verbs.forEach((names, group) -> parts.add((String.join(", ", group) + ' ' + list(names)).strip()));
        return String.join("; ", parts);
    }

    private static String list(final List<String> names)
    {
        final List<String> distinct = names.stream().distinct().toList();
        return distinct.size() <= MAX_OBJECTS ? String.join(" ", distinct) :
            String.join(" ", distinct.subList(0, MAX_OBJECTS - 1)) + " +" + (distinct.size() - MAX_OBJECTS + 1);
    }

    /**
     * Returns a line for each operation.
     */
    List<String> lines()
    {
        final List<String> all = new ArrayList<>(lines);
        if (operations > MAX_LINES)
        {
            all.add("and " + (operations - MAX_LINES) + " more operations");
        }
        return all;
    }

    @Override
    public void reserved(final long variable, final String name, final long version)
    {
        // The names are enough.
    }

    @Override
    public void settled(final long variable, final long version, final boolean isAssigned)
    {
        // As above.
    }

    @Override
    public void overwritten(final long variable)
    {
        // As above.
    }

    @Override
    public void answered(final long variable, final String name)
    {
        // As above.
    }

    @Override
    public void delivered()
    {
        // As above.
    }

    @Override
    public String toString()
    {
        return label();
    }
}
