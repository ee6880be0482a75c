/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last steps of a run that did any work, and the notes beside them: they explain a failure.
 */
final class StepLog
{
    private static final int LENGTH = 48;

    private final Deque<String> lines = new ArrayDeque<>();

    void step(final long step, final Actor actor)
    {
        add(String.format("%6d %s", step, actor));
    }

    void note(final Object what)
    {
        add("       " + what);
    }

    List<String> lines()
    {
        return List.copyOf(lines);
    }

    private void add(final String line)
    {
        if (LENGTH == lines.size())
        {
            lines.removeFirst();
        }
        lines.addLast(line);
    }
}
