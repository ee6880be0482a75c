/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The page for users is written by hand, but for what is between two marks.
 */
class UsersPageTest
{
    private static final Path ROOT = Path.of("..");
    private static final Path RESULTS = Path.of("docs", "performance", "results.json");
    private static final Path PAGE = Path.of("docs", "performance.md");

    private final Page page = new Page(Fixture.results(), Sections.all(), "performance");

    @Test
    void shouldReplaceWhatIsGeneratedAndNothingElse()
    {
        final String text = "a\n<!-- generated: brief:remote-read -->\n| old |\n<!-- end -->\nb\n" +
            "<!-- generated: where -->\n<!-- end -->\nc\n";

        final String renewed = page.renewed(text);

        assertTrue(renewed.startsWith("a\n<!-- generated: brief:remote-read -->\n| ns/op |"), renewed);
        assertTrue(renewed.contains("\n| two bare Disruptors | 200 | 5 |\n"), renewed);
        assertTrue(renewed.contains("\n<!-- end -->\nb\n<!-- generated: where -->\nMeasured on "), renewed);
        assertTrue(renewed.endsWith("\n<!-- end -->\nc\n"), renewed);
        assertFalse(renewed.contains("old"), renewed);
        assertEquals(renewed, page.renewed(renewed));
    }

    @Test
    void shouldShowOneColumnForEachValueOnTheAxis()
    {
        final String text = page.renewed("<!-- generated: brief:hosts -->\n<!-- end -->\n");

        assertTrue(text.contains("| million per second, by hosts | 2x1 | 8x1 | 64x1 | bytes of garbage each |"), text);
        assertTrue(text.lines().anyMatch(line -> line.startsWith("| mostly idle | 4 |")), text);
    }

    @Test
    void shouldSayWhatIsNotMeasured()
    {
        assertEquals(
            "<!-- generated: brief:barrier -->\nNot measured in this run.\n<!-- end -->",
            page.renewed("<!-- generated: brief:barrier -->\n<!-- end -->"));
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow()
    {
        assertThrows(
            IllegalArgumentException.class, () -> page.renewed("<!-- generated: brief:none -->\n<!-- end -->"));
    }

    /**
     * Fails when somebody has changed results, or what is generated, by hand: benchmarks/run --users --report-only.
     */
    @Test
    void shouldBePublishedWithTheResults() throws IOException
    {
        final Results published = new ObjectMapper().readValue(ROOT.resolve(RESULTS).toFile(), Results.class);
        final String text = Files.readString(ROOT.resolve(PAGE));

        assertEquals(new Page(published, Sections.all(), "performance").renewed(text), text);
    }

    @Test
    void shouldBeRenewedWithItsOwnResultsOnly(@TempDir final Path root) throws IOException
    {
        Files.createDirectories(root.resolve(RESULTS).getParent());
        Files.copy(ROOT.resolve(RESULTS), root.resolve(RESULTS));
        Files.writeString(root.resolve(PAGE), "<!-- generated: brief:snapshot-under-writes -->\n<!-- end -->\n");

        report("--users", "--report-only", "--root", root.toString());

        final String renewed = Files.readString(root.resolve(PAGE));
        assertTrue(renewed.contains("\n| isotach | "), renewed);
        Files.writeString(root.resolve(PAGE), "by hand\n");
        Files.createDirectories(root.resolve("other"));
        Files.copy(ROOT.resolve(RESULTS), root.resolve("other").resolve("results.json"));
        report("--report-only", "--root", root.toString(), "--output", root.resolve("other").toString());
        assertEquals("by hand\n", Files.readString(root.resolve(PAGE)));
    }

    @Test
    void shouldSayItselfWhatIsMeasured()
    {
        for (final String option : new String[]{ "--only=dining", "--output=elsewhere" })
        {
            final StringWriter err = new StringWriter();
            assertEquals(2, Report.commandLine().setErr(new PrintWriter(err)).execute("--users", option));
            assertTrue(err.toString().contains("--users: it says what is measured"), err.toString());
        }
    }

    private static void report(final String... args)
    {
        final StringWriter err = new StringWriter();
        assertEquals(
            0,
            Report.commandLine().setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err)).execute(args),
            err::toString);
    }
}
