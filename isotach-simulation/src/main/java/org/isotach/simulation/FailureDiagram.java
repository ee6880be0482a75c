/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.isotach.niu.trace.SpaceTimeDiagram;
import org.isotach.niu.trace.Trace;

/**
 * Draws the clusters of a failed run into a file that the message of the failure names.
 */
final class FailureDiagram
{
    // Invariants may have any name; not every system has files with that.
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\w.-]");

    private FailureDiagram()
    {
    }

    /**
     * Runs it once more, recorded.
     *
     * @return the part of the message about the diagram; empty if there is none.
     */
    static String draw(final Scenario scenario, final FailedRun failure)
    {
        try
        {
            final Path directory = directory();
            return null == directory ? "" : draw(scenario, failure, directory);
        }
        catch (final Throwable ex)
        {
            // Readers of operations are of the models, and long traces take much memory: the failure of the run matters
            // more than this one.
            return "\n  no space-time diagram: " + Thrown.of(ex).text() + " (expected: a writable directory, readers " +
                "of operations that do not throw, and enough memory): set -D" + Simulations.TRACES_PROPERTY +
                " to another directory, or to nothing";
        }
    }

    private static String draw(final Scenario scenario, final FailedRun failure, final Path directory)
        throws IOException
    {
        final Simulation recording = new Simulation(failure.seed(), failure.limit(), true, true);
        if (!failure.failsLike(FailedRun.of(scenario, recording)))
        {
            return "\n  no space-time diagram: the run differs when it is recorded";
        }
        final List<Trace> traces = recording.recorded();
        if (traces.isEmpty())
        {
            return "";
        }
        final String name = failure.invariant() + '-' + failure.name();
        final Path file = directory.resolve(NOT_IN_NAMES.matcher(name).replaceAll("-") + ".html");
        SpaceTimeDiagram.write(
            file,
            failure.invariant() + ", -D" + Simulations.SEED_PROPERTY + '=' + failure.name(),
            failure.message(),
            traces);
        return "\n  its space-time diagram: " + file.toAbsolutePath();
    }

    private static Path directory()
    {
        final String given = System.getProperty(Simulations.TRACES_PROPERTY);
        if (null != given)
        {
            return given.isEmpty() ? null : Path.of(given);
        }
        for (final String output : List.of("target", "build"))
        {
            if (Files.isDirectory(Path.of(output)))
            {
                return Path.of(output, "simulation");
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "isotach-simulation");
    }
}
