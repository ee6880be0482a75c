/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.isotach.niu.trace.SpaceTimeDiagram;
import org.isotach.niu.trace.Trace;

/**
 * Draws the clusters of a failed run into a file that the message of the failure names.
 */
final class FailureDiagram
{
    private FailureDiagram()
    {
    }

    /**
     * @param run       name of the run.
     * @param invariant the invariant that it violates.
     * @param violation the violation.
     * @param recording the recorded run.
     * @return the part of the message about the diagram; empty if there is none.
     */
    static String draw(
        final String run, final String invariant, final String violation, final Simulation recording)
    {
        final List<Trace> traces = recording.recorded();
        final Path directory = directory();
        if (null == directory || traces.isEmpty())
        {
            return "";
        }
        final Path file = directory.resolve(invariant + '-' + run.replace(':', '-') + ".html");
        try
        {
            SpaceTimeDiagram.write(
                file, invariant + ", -D" + Simulations.SEED_PROPERTY + '=' + run, violation, traces);
            return "\n  its space-time diagram: " + file.toAbsolutePath();
        }
        catch (final IOException ex)
        {
            // The failure of the run matters more than this one.
            return "\n  no space-time diagram in " + file.toAbsolutePath() + ": " + ex + " (set -D" +
                Simulations.TRACES_PROPERTY + " to a writable directory, or to nothing)";
        }
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
