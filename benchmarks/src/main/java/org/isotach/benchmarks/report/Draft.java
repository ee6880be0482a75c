/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * The results of an unfinished run, in a folder of their own: earlier published results stay until everything has been
 * measured, and the measurements survive a run that does not get that far. A report can be made from the folder.
 */
final class Draft
{
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path folder;
    private final Path file;

    /**
     * @param parent folder of all drafts.
     * @param date   when the run began, ISO 8601.
     * @param name   of the file.
     */
    Draft(final Path parent, final String date, final String name)
    {
        // Not every file system accepts a colon.
        folder = parent.resolve(date.replace(':', '-'));
        file = folder.resolve(name);
    }

    Path folder()
    {
        return folder;
    }

    /**
     * Replaces the last saved state as a whole: if the run is ended in the meantime, one of the two remains.
     */
    void save(final Results results)
    {
        try
        {
            Files.createDirectories(folder);
            final Path next = folder.resolve(file.getFileName() + ".next");
            Files.writeString(next, MAPPER.writeValueAsString(results) + '\n', StandardCharsets.UTF_8);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * Moves the last saved state to its published place.
     *
     * @param target replaced if it exists.
     */
    void publish(final Path target) throws IOException
    {
        Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(folder);
    }
}
