/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.isotach.benchmarks.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReservationBenchmarkTest
{
    @TempDir
    private Path folder;

    @Test
    void shouldMeasureAndDraw() throws Exception
    {
        final Path files = folder.resolve("reservations");
        final CommandLineRun run = CommandLineRun.of(
            ReservationBenchmark.commandLine(), "--subjects", "synchronized,isotach-invoker-prepared", "--bodies",
            "0,1,wait100", "--variables", "2", "--contention", "none,all", "--rounds", "2", "--warmup", "5",
            "--measure", "20", "--waiting-threads", "3", "--output", files.toString());
        assertEquals(0, run.exitCode(), run::err);
        assertTrue(run.out().contains("| `isotach-invoker-prepared` |"), run.out());

        final ReservationResults results = new ObjectMapper().readValue(
            folder.resolve("reservations.json").toFile(), ReservationResults.class);
        assertEquals(12, results.measured().size());
        assertEquals(List.of("synchronized", "isotach-invoker-prepared"), results.subjects());
        assertTrue(results.measured().stream().allMatch(
            one -> one.threads() == ("wait100".equals(one.body()) ? 3 : 2)));
        final String svg = Files.readString(folder.resolve("reservations.svg"));
        assertTrue(svg.contains("prefers-color-scheme: dark"));
        assertEquals(3, svg.split("<svg ").length - 1, "two panels in a picture");

        Files.delete(folder.resolve("reservations.svg"));
        final CommandLineRun again = CommandLineRun.of(
            ReservationBenchmark.commandLine(), "--report-only", "--output", files.toString());
        assertEquals(0, again.exitCode(), again::err);
        assertEquals(svg.replaceAll("clip\\d+", ""),
            Files.readString(folder.resolve("reservations.svg")).replaceAll("clip\\d+", ""));
    }

    @Test
    void shouldCombineRounds()
    {
        final List<Measured> combined = ReservationResults.combine(List.of(
            new Measured("a", "0", 2, "none", 2, 10, 5, 1, 0),
            new Measured("b", "0", 2, "none", 2, 40, 5, 1, 0),
            new Measured("a", "0", 2, "none", 2, 30, 3, 3, 2)));
        assertEquals(List.of(
            new Measured("a", "0", 2, "none", 2, 20, 5, 2, 1),
            new Measured("b", "0", 2, "none", 2, 40, 5, 1, 0)), combined);
    }

    @Test
    void shouldSayOfWhatTheLongestIsWhenBodiesAreEmpty()
    {
        assertTrue(table("0").contains("; longest action, of empty bodies longest 8; "), table("0"));
        assertTrue(table("10").contains("; longest action; "), table("10"));
    }

    @Test
    void shouldMeasureHosts()
    {
        final CommandLineRun run = CommandLineRun.of(
            HostsOfActions.commandLine(), "--threads", "3", "--modes", "INVOKER", "--rounds", "1", "--warmup", "5",
            "--measure", "20");
        assertEquals(0, run.exitCode(), run::err);
        assertTrue(run.out().contains("| update | INVOKER | 3 | 3 | 3 | "), run.out());
        assertTrue(run.out().contains("| read | INVOKER | 3 | 1 | 1 | "), run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--subjects none   | --subjects: none (expected: some of [synchronized, stamped-lock, ordered-locks," +
            " scala-stm, multiverse, messages, messages-invoker, isotach, isotach-prepared, isotach-invoker," +
            " isotach-invoker-prepared, isotach-2-hosts, isotach-2-hosts-invoker])",
        "--variables 2,65  | --variables: 65 (expected: 1..64)",
        "--threads 0       | --threads: 0 (expected: 1..1000)",
        "--bodies soon     | Invalid value for option '--bodies' (US): soon (expected: microseconds, such as 10, or" +
            " wait1000 for a body that waits for an answer)",
        "--report-only     | --report-only: needs --output FILES",
        "--output no/x     | --output: no/x (expected: files in a folder that can be written to)",
    })
    void shouldRefuseBadArguments(final String args, final String message)
    {
        CommandLineRun.of(ReservationBenchmark.commandLine(), args.split(" ")).assertRefused(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--threads 1,65   | --threads: 65 (expected: 1..64)",
        "--rounds 0       | --rounds: 0 (expected: 1..1000)",
    })
    void shouldRefuseBadArgumentsOfHosts(final String args, final String message)
    {
        CommandLineRun.of(HostsOfActions.commandLine(), args.split(" ")).assertRefused(message);
    }

    private static String table(final String body)
    {
        return new ReservationTable(new ReservationResults(
            "", "", "", 1, 2, "", "", 1, List.of(new Measured("a", body, 2, "none", 2, 10, 5, 1, 0)))).toString();
    }
}
