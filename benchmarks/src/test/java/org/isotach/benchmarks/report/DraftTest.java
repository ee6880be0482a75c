/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

class DraftTest
{
    private final Results results = Fixture.results();

    @TempDir
    private Path folder;

    @Test
    void shouldLeaveWhatIsPublishedUntilTheEnd() throws IOException
    {
        final Path published = Files.writeString(folder.resolve("results.json"), "published before");
        final Draft draft = new Draft(folder.resolve("drafts"), "2026-11-23T08:00:00Z", "results.json");

        draft.save(results);
        draft.save(results);

        assertEquals("published before", Files.readString(published));
        assertEquals(folder.resolve("drafts").resolve("2026-11-23T08-00-00Z"), draft.folder());
        assertEquals(results, read(draft.folder().resolve("results.json")), "what can be recovered");

        draft.publish(published);

        assertEquals(results, read(published));
        assertFalse(Files.exists(draft.folder()));
    }

    private static Results read(final Path file) throws IOException
    {
        return new ObjectMapper().readValue(file.toFile(), Results.class);
    }
}
