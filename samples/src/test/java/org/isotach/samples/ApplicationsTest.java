/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The samples of applications, in all modes.
 */
final class ApplicationsTest
{
    private static final int MAX_LINES = 80;
    private static final Pattern TYPE = Pattern.compile("org/isotach/[\\w/$]+");
    // The function that sample ratelimiter takes tokens with.
    private static final Pattern OF_ACTIONS =
        Pattern.compile("org/isotach/((actions|samples)/.*|smm/UpdateFunction)");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bank --transfers 100        | RESULT bank transfers=400 wrong=0",
        "orderbook --orders 100      | RESULT orderbook orders=200 wrong=0",
        "workflow --parts 10         | RESULT workflow parts=8 failed=2 visitors=10",
        "ratelimiter --requests 100  | RESULT ratelimiter requests=400 tokens=\\d+ rest=\\d+",
        "leaderboard --games 100     | RESULT leaderboard games=300 wrong=0" })
    void shouldHoldWhatItPromises(final String commandLine, final String result)
    {
        for (final ThreadingMode mode : ThreadingMode.values())
        {
            final Run run = Run.of((commandLine.strip() + " --mode " + mode).split(" +"));
            assertEquals(List.of(), run.err(), mode::name);
            assertEquals(0, run.exitCode(), mode::name);
            assertTrue(run.lastLine().matches(result.strip()), () -> mode + ": " + run.lastLine());
        }
    }

    /**
     * They are the first programs that users read.
     */
    @ParameterizedTest
    @ValueSource(classes = { Bank.class, OrderBook.class, Workflow.class, RateLimiter.class, Leaderboard.class })
    void shouldBeShort(final Class<?> sample) throws IOException
    {
        final Path source =
            Path.of("src", "main", "java").resolve(sample.getName().replace('.', '/') + ".java");
        final int lines = Files.readAllLines(source).size();
        assertTrue(lines <= MAX_LINES, () -> source + ": " + lines + " lines (expected: at most " + MAX_LINES + ')');
    }

    /**
     * No ports and no clusters, not even as results of calls within an expression.
     */
    @ParameterizedTest
    @ValueSource(classes = { Bank.class, OrderBook.class, Workflow.class, RateLimiter.class, Leaderboard.class })
    void shouldUseActionsOnly(final Class<?> sample) throws IOException
    {
        final List<String> types = types(sample);
        assertTrue(types.contains("org/isotach/actions/Isotach"), types::toString);
        assertEquals(List.of(), types.stream().filter(type -> !OF_ACTIONS.matcher(type).matches()).toList());
        assertTrue(types(MemberMemory.class).contains("org/isotach/smm/MemoryPort"));
    }

    /**
     * Returns the types of the library in the constants of a class, and of the classes in it.
     */
    private static List<String> types(final Class<?> sample) throws IOException
    {
        final StringBuilder constants = new StringBuilder();
        for (final Class<?> type : Stream.concat(Stream.of(sample), Stream.of(sample.getDeclaredClasses())).toList())
        {
            try (InputStream file = type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class"))
            {
                constants.append(new String(file.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return TYPE.matcher(constants).results().map(MatchResult::group).distinct().sorted().toList();
    }

    @Test
    void shouldNoticeThatOtherOrdersFail()
    {
        final Run run = SampleRunTest.run(
            sample -> sample.endExpecting("parts=16 failed=4 visitors=20", "parts=0 failed=20 visitors=20"));
        assertEquals(1, run.exitCode());
        assertEquals(
            List.of("sample failed: parts=0 failed=20 visitors=20 (expected: parts=16 failed=4 visitors=20)"),
            run.err());
    }

    @Test
    void shouldNoticeAQuoteThatIsTornOrOfAnotherOrder()
    {
        assertTrue(new OrderBook.Quote(0, 0, 0, 0).isWhole(0));
        assertTrue(new OrderBook.Quote(2, 3, 90, 9).isWhole(9));
        assertFalse(new OrderBook.Quote(2, 3, 90, 9).isWhole(10));
        assertFalse(new OrderBook.Quote(2, 3, 80, 9).isWhole(9));
        assertFalse(new OrderBook.Quote(2, 2, 90, 9).isWhole(9));
    }
}
