/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.Console;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on stderr if there is a terminal, nothing otherwise. Any thread may step.
 */
final class Progress implements AutoCloseable
{
    private static final int WIDTH = 79;

    private final AtomicLong steps = new AtomicLong();
    private final ProgressBar bar;
    private final long granularity;

    private Progress(final ProgressBar bar, final long total)
    {
        this.bar = bar;
        // The bar takes a lock for each step, which is noticeable when threads step every microsecond.
        granularity = Math.max(1, total / 1000);
    }

    static Progress onTerminal(final String task, final long total)
    {
        return isTerminal() ? on(System.err, task, total) : new Progress(null, total);
    }

    static Progress on(final PrintStream out, final String task, final long total)
    {
        // A fixed width: asking for that of the terminal would load native code.
        return new Progress(
            new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                .clearDisplayOnFinish()
                .build(),
            total);
    }

    void step()
    {
        if (null != bar && 0 == steps.incrementAndGet() % granularity)
        {
            bar.stepBy(granularity);
        }
    }

    @Override
    public void close()
    {
        if (null != bar)
        {
            bar.close();
        }
    }

    /**
     * From JDK 22 on there may be a console without a terminal, and a method that says so.
     */
    private static boolean isTerminal()
    {
        final Console console = System.console();
        if (null == console)
        {
            return false;
        }
        try
        {
            return (boolean)Console.class.getMethod("isTerminal").invoke(console);
        }
        catch (final ReflectiveOperationException ex)
        {
            return true;
        }
    }
}
