/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TurnsTest
{
    private static final String QUARTILES = "[0-9.]+ \\([0-9.]+\\.\\.[0-9.]+\\)";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void shouldMeasure() throws IOException
    {
        final Path json = folder.resolve("times.json");

        assertEquals(
            0,
            run("round-trip", "--payload", "128", "nonisotach", "isotach", "pinned", "--turn", "1", "--warmup", "1",
                "--rounds", "1", "--jvms", "2", "--json", json.toString()),
            err::toString);

        final String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(
            text.matches("round-trip, 128 bytes, turns of 1 ms, 2 rounds" +
                "( \\(\\d of them without a processor for each thread\\))?" +
                ": median \\(quartiles\\)\\R" +
                "nonisotach  " + QUARTILES + " ns  1\\.000 \\(1\\.000\\.\\.1\\.000\\) x nonisotach\\R" +
                "isotach     " + QUARTILES + " ns  " + QUARTILES + " x nonisotach\\R" +
                "pinned      " + QUARTILES + " ns  " + QUARTILES + " x nonisotach\\R"),
            text);
        final TurnTimes times = new ObjectMapper().readValue(json.toFile(), TurnTimes.class);
        assertEquals(3, times.ns().size());
        assertEquals(2, times.ns().get(2).size());
    }

    @Test
    void shouldHelp()
    {
        assertEquals(0, run("--help"));

        final String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("Usage: Turns "), text);
        for (final TurnKind kind : TurnKind.values())
        {
            assertTrue(text.contains(kind.toString()), text);
            final String words = text.replaceAll("\\s+", " ");
            assertTrue(words.contains(String.join(", ", kind.subjects()) + '.'), text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "race isotach pinned                     | Invalid value for positional parameter at index 0 (KIND): race" +
            " (expected: one of [round-trip, round-trip-alone, stream, request, packet-stream, packet-alone," +
            " remote-read, barrier])",
        "stream                                  | positional parameter at index 1..* (SUBJECT) requires at least 2" +
            " values, but none were specified.",
        "stream isotach                          | positional parameter at index 1..* (SUBJECT) requires at least 2" +
            " values, but only 1 were specified: [isotach]",
        "stream isotach pigeons                  | SUBJECT: pigeons (expected: some of [isotach, nonisotach, pinned," +
            " disruptor, jctools, agrona])",
        "stream isotach aeron                    | SUBJECT: aeron has a thread of its own, which would run in the" +
            " turns of other subjects (expected: some of [isotach, nonisotach, pinned, disruptor, jctools, agrona])",
        "remote-read isotach pinned              | SUBJECT: pinned (expected: some of [isotach, disruptors, words])",
        "stream isotach isotach@/no/such.jar     | SUBJECT: isotach@/no/such.jar (expected: a file that can be read" +
            " behind the @)",
        "stream isotach pinned --payload 0       | --payload: 0 (expected: 8..16384)",
        "stream isotach pinned --payload 12      | --payload: 12 (expected: a multiple of 8)",
        "remote-read isotach words --payload 8   | --payload: remote-read has none (expected: a kind with" +
            " messages, or no payload)",
        "stream isotach pinned --jvms 0          | --jvms: 0 (expected: 1..1000)",
        "stream isotach pinned --turn 0          | --turn: 0 (expected: 1..1000)",
        "stream isotach pinned --rounds 0        | --rounds: 0 (expected: 1..1000000)",
        "stream isotach pinned --rounds x        | Invalid value for option '--rounds': 'x' is not an int",
        "stream isotach pinned --warmup -1       | --warmup: -1 (expected: 0..1000000)",
        "stream isotach pinned --json /no/such/f | --json: /no/such/f (expected: a file in a folder that can be" +
            " written to)",
        "stream isotach pinned --cores           | Unknown option: '--cores'",
    })
    void shouldRefuseBadArguments(final String args, final String message)
    {
        assertEquals(2, run(args.split(" ")));

        assertEquals(message, err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldFailWithOneLine() throws IOException
    {
        final Path jar = Files.createFile(folder.resolve("empty.jar"));

        assertEquals(1, run("stream", "isotach", "isotach@" + jar, "--rounds", "1", "--warmup", "0", "--jvms", "1"));

        final String text = err.toString(StandardCharsets.UTF_8);
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.startsWith("Turns failed: isotach: "), text);
        assertTrue(text.contains("expected: benchmarks.jar of a version that can take turns"), text);
    }

    private int run(final String... args)
    {
        return Turns.commandLine()
            .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
            .execute(args);
    }
}
