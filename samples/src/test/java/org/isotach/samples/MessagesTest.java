/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class MessagesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldReceiveInOneOrder(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "messages", "--hosts", "3", "--count", "300", "--switches", "2", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals(
            "Topology{hosts=3, switches=2, diameter=3}, 300 messages each, " + mode + ", seed 7", run.out().get(0));
        assertTrue(
            run.lastLine().matches("RESULT messages hosts=3 messages=\\d{3,4} violations=0"), run.out().toString());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReceiveNonIsotachMessages(final ThreadingMode mode)
    {
        final Run run =
            Run.of("messages", "--non-isotach", "--hosts", "3", "--count", "300", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT messages hosts=3 messages=900 violations=0", run.lastLine());
    }

    @Test
    void shouldSendToItself()
    {
        final Run run = Run.of("messages", "--hosts", "1", "--count", "20");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT messages hosts=1 messages=20 violations=0", run.lastLine());
    }

    @Test
    void shouldSendFewerMessagesToManyHostsByDefault()
    {
        assertEquals(5000, checkedCount("--hosts", "2"));
        assertEquals(932, checkedCount("--hosts", "64"));
        assertEquals(60, checkedCount("--hosts", "256"));
        assertEquals(603, checkedCount("--hosts", "256", "--count", "603"));
        assertEquals(3906, checkedCount("--hosts", "256", "--non-isotach"));
        assertEquals(1_000_000, checkedCount("--hosts", "4", "--count", "1000000"));
    }

    private static int checkedCount(final String... args)
    {
        final Messages messages = new Messages();
        return Run.parsed(new CommandLine(messages), messages::checkedCount, args).exitCode();
    }

    @Test
    void shouldFailAfterViolation()
    {
        final MessageChecker checker = new MessageChecker(2);
        checker.record(1, 0, 4);
        checker.record(1, 0, 3);
        final Messages messages = new Messages();
        assertEquals(
            new Run(
                1,
                List.of("RESULT messages hosts=2 messages=2 violations=1"),
                List.of("messages failed: host 1 received message 3 of host 0 behind 4 (seed 7)")),
            Run.parsed(
                new CommandLine(messages), () -> messages.report(checker), "--hosts", "2", "--seed", "7"));
    }
}
