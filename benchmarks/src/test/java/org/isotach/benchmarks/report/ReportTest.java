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

import org.isotach.benchmarks.LaterJdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReportTest
{
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldMeasureAndReport() throws IOException
    {
        final Path output = folder.resolve("numbers");

        assertEquals(
            0,
            run("--profile", "smoke", "--only", "^local-read$", "--output", output.toString(),
                "--root", folder.toString()),
            err::toString);

        final Results results =
            new ObjectMapper().readValue(output.resolve("results.json").toFile(), Results.class);
        assertEquals(1, results.find("local-read", "isotach", "1").orElseThrow().iterations().size());
        assertTrue(Files.size(output.resolve("local-read.svg")) > 0);
        final String page = Files.readString(folder.resolve("numbers.md"));
        assertTrue(page.contains("(numbers/local-read.svg)"), page);
        assertFalse(page.contains("(numbers/barrier.svg)"), page);
        assertTrue(out.toString().contains("] local-read variables=1 isotach: "), out::toString);

        Files.delete(output.resolve("local-read.svg"));
        assertEquals(0, run("--report-only", "--output", output.toString()), err::toString);
        assertTrue(Files.size(output.resolve("local-read.svg")) > 0);
        assertEquals(page, Files.readString(folder.resolve("numbers.md")));

        assertEquals(
            0,
            run("--profile", "smoke", "--renew", "--only", "^memory-size$", "--output", output.toString(),
                "--root", folder.toString()),
            err::toString);
        final Results renewed =
            new ObjectMapper().readValue(output.resolve("results.json").toFile(), Results.class);
        assertEquals(results.section("local-read"), renewed.section("local-read"));
        assertTrue(null != renewed.section("memory-size").orElseThrow().origin());
        final String renewedPage = Files.readString(folder.resolve("numbers.md"));
        assertTrue(renewedPage.contains("(numbers/local-read.svg)"), renewedPage);
        assertTrue(renewedPage.contains("; 1 of 2 sections later"), renewedPage);

        assertEquals(2, run("--profile", "quick", "--renew", "--only", "local-read", "--output", output.toString()));
        assertTrue(
            err.toString().startsWith("--renew: the report was measured with profile smoke, this is quick"),
            err::toString);
    }

    @Test
    void shouldMeasureTurns() throws IOException
    {
        final Path output = folder.resolve("numbers");

        assertEquals(
            0,
            run("--profile", "smoke", "--only", "^round-trip-turns$", "--output", output.toString(),
                "--root", folder.toString()),
            err::toString);

        final Results results =
            new ObjectMapper().readValue(output.resolve("results.json").toFile(), Results.class);
        assertEquals(
            2, results.find("round-trip-turns", "pinned", "64").orElseThrow().iterations().get(0).size(), "rounds");
        assertFalse(Files.exists(output.resolve("round-trip-turns.svg")));
        final String page = Files.readString(folder.resolve("numbers.md"));
        assertTrue(page.contains("| bytes of payload |  | median | quartiles | ratio to nonisotach | "), page);
        assertFalse(page.contains("round-trip-turns.svg"), page);
    }

    @Test
    void shouldMeasureTheTargets() throws IOException
    {
        final Path output = folder.resolve("numbers");
        Files.createDirectories(output);
        Files.writeString(output.resolve("memory-size.svg"), "of another run");

        // Some are only measured on a later JDK.
        final boolean isComplete = LaterJdk.WITHOUT_UNSAFE.find(System.getenv()).isPresent();
        assertEquals(
            isComplete ? 0 : 1,
            run("--profile", "smoke", "--targets", "--output", output.toString(), "--root", folder.toString()),
            err::toString);
        assertEquals(
            !isComplete, err.toString().contains("remote-read-without-unsafe: skipped, because it "), err::toString);

        final String page = Files.readString(folder.resolve("numbers.md"));
        assertTrue(page.contains("(numbers/multicast-burst.svg)"), page);
        assertTrue(page.contains("\nbenchmarks/run smoke --targets\n"), page);
        assertTrue(page.contains("`): not measured in this run."), page);
        assertFalse(Files.exists(output.resolve("memory-size.svg")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--profile fast          | Invalid value for option '--profile': fast (expected: one of [smoke, quick, " +
            "medium, full])",
        "--profile               | Missing required parameter for option '--profile' (PROFILE)",
        "--only (                | --only: Unclosed group near index 1",
        "--report-only --only a  | --only: nothing is measured with --report-only",
        "--report-only --targets | --targets: nothing is measured with --report-only",
        "--targets --only a      | --targets: it says what is measured, so it goes with neither --only nor --users",
        "--targets --users       | --targets: it says what is measured, so it goes with neither --only nor --users",
        "--users --profile smoke | --users: the profile smoke does not say how fast anything is (expected: another)",
        "--renew                 | --renew: it needs --only, which says what is measured, and no --report-only",
        "--renew --only stream-turns --output /no | --renew: /no/results.json is not there",
        "--loud                  | Unknown option: '--loud'",
    })
    void shouldRefuseWrongArguments(final String args, final String message)
    {
        assertEquals(2, run(args.split(" ")));

        assertEquals(message, err.toString().lines().findFirst().orElse(""));
    }

    @Test
    void shouldNameTheSectionsThatThereAre()
    {
        assertEquals(2, run("--only", "nothing"));

        assertTrue(err.toString().startsWith("--only: nothing (expected: some of [remote-read, "), err::toString);
    }

    @Test
    void shouldHelp()
    {
        assertEquals(0, run("--help"));

        assertTrue(out.toString().startsWith("Usage: benchmarks/run"), out::toString);
        assertFalse(out.toString().contains("--root"), "that is for the script: " + out);
    }

    private int run(final String... args)
    {
        return Report.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }
}
