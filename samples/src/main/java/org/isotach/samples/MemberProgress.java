/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;

import picocli.CommandLine.Model.CommandSpec;

/**
 * The progress of a member: a bar on its own terminal, or a line for each percent for whoever has started it, which may
 * let it halt at one of them. Any thread may step.
 */
final class MemberProgress implements AutoCloseable
{
    static final int PERCENTS = 100;
    static final String PERCENT = "PERCENT";

    // As of a process that a signal has killed.
    static final int HALTED = 137;

    private final PrintWriter out;
    private final Progress progress;
    private final int haltAt;
    private final long total;
    private final AtomicLong steps = new AtomicLong();

    /**
     * @param hasPercents true to print a line for each percent.
     * @param haltAt      percent at which this JVM ends at once, 0 for none.
     * @param total       number of steps.
     */
    MemberProgress(final CommandSpec spec, final boolean hasPercents, final int haltAt, final long total)
    {
        out = hasPercents ? spec.commandLine().getOut() : null;
        progress = Progress.onTerminal(spec.name(), total);
        this.haltAt = haltAt;
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
                if (haltAt == percent + 1)
                {
                    // By itself: whoever has started it might be too late.
                    Runtime.getRuntime().halt(HALTED);
                }
            }
        }
    }

    @Override
    public void close()
    {
        progress.close();
    }
}
