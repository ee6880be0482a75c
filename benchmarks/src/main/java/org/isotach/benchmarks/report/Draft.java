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
 * The results of a run that is not over yet, in a folder of their own: what was published before stays there until
 * everything has been measured, and what has been measured survives a run that does not get that far. The folder is one
 * that a report can be made of.
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
        // Not every file system likes a colon.
        folder = parent.resolve(date.replace(':', '-'));
        file = folder.resolve(name);
    }

    Path folder()
    {
        return folder;
    }

    /**
     * Replaces what was saved before, as a whole: whoever ends the run meanwhile leaves one of the two.
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
     * Moves what was saved last to where it is published.
     *
     * @param target replaced if it exists.
     */
    void publish(final Path target) throws IOException
    {
        Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(folder);
    }
}
