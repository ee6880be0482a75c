/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;

import picocli.CommandLine.Model.CommandSpec;

/**
 * The progress of a member: a bar on its own terminal, or a line for each percent for whoever has started it. Any
 * thread may step.
 */
final class MemberProgress implements AutoCloseable
{
    static final int PERCENTS = 100;
    static final String PERCENT = "PERCENT";

    private final PrintWriter out;
    private final Progress progress;
    private final long total;
    private final AtomicLong steps = new AtomicLong();

    MemberProgress(final CommandSpec spec, final boolean hasPercents, final long total)
    {
        out = hasPercents ? spec.commandLine().getOut() : null;
        progress = Progress.onTerminal(spec.name(), total);
        this.total = total;
    }

    void step()
    {
        progress.step();
        if (null != out)
        {
            final long done = steps.incrementAndGet();
            for (long percent = (done - 1) * PERCENTS / total; percent < done * PERCENTS / total; percent++)
            {
                out.println(PERCENT);
                out.flush();
            }
        }
    }

    @Override
    public void close()
    {
        progress.close();
    }
}
