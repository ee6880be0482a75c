/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Draws a trace: a line for each host, from left to right in logical time; isochrons as dots, joined across the hosts
 * that they execute at; below the lines the reservations, and the reads that wait. Pointing at an element shows its
 * description.
 * <p>
 * A picture, or a page, is one self-contained file; its colours follow those of the browser, light or dark. All methods
 * are threadsafe.
 */
public final class SpaceTimeDiagram
{
    private SpaceTimeDiagram()
    {
    }

    /**
     * Returns whether a file can be written, as far as that is known before it is.
     *
     * @param file the file to write, or overwrite; its directory need not exist.
     * @return false if it is a directory, or in a place where nothing can be written.
     */
    public static boolean canWrite(final Path file)
    {
        final Path given = file.toAbsolutePath();
        Path existing = given;
        while (null != existing && !Files.exists(existing))
        {
            existing = existing.getParent();
        }
        // Null where the drive is missing.
        return !file.toString().isEmpty() && null != existing && !Files.isDirectory(given) &&
            Files.isWritable(existing) && (existing.equals(given) || Files.isDirectory(existing));
    }

    /**
     * Writes the diagram of a trace: a picture if the name of the file ends with {@code .svg}, else a page for a
     * browser.
     *
     * @param file  the file to write, or overwrite; its directory is created if necessary.
     * @param trace the trace to draw.
     * @throws IOException when writing fails.
     */
    public static void write(final Path file, final Trace trace) throws IOException
    {
        write(file, "Space-time diagram", "", List.of(trace));
    }

    /**
     * Writes the diagrams of several traces into one file.
     *
     * @param file   the file to write, or overwrite: a page for a browser, unless there is one trace and the name ends
     *               with {@code .svg}. Its directory is created if necessary.
     * @param title  title of the page.
     * @param text   text below the title, empty for none.
     * @param traces the traces to draw, at least one.
     * @throws IOException              when writing fails.
     * @throws IllegalArgumentException when there is no trace.
     */
    public static void write(final Path file, final String title, final String text, final List<Trace> traces)
        throws IOException
    {
        if (traces.isEmpty())
        {
            throw new IllegalArgumentException("traces: none (expected: at least one)");
        }
        final Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        final boolean isPicture = 1 == traces.size() && file.toString().endsWith(".svg");
        Files.writeString(
            file, isPicture ? new DiagramPainter(traces.get(0)).svg(title) : DiagramPage.of(title, text, traces));
    }
}
