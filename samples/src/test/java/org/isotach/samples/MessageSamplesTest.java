/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.isotach.niu.ThreadingMode;

import picocli.CommandLine;

final class MessageSamplesTest
{
    @ParameterizedTest
    @EnumSource
    void shouldReceiveIsotachMessagesInOneOrder(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "messages", "--hosts", "4", "--count", "300", "--switches", "2", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertTrue(run.lastLine().matches("RESULT messages hosts=4 messages=\\d+ violations=0"), run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReceiveNonIsotachMessagesInOrderOfTheirSenders(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "messages", "--hosts", "3", "--count", "300", "--non-isotach", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT messages hosts=3 messages=900 violations=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeetAtBarriers(final ThreadingMode mode)
    {
        final Run run =
            Run.of("barriers", "--hosts", "3", "--rounds", "30", "--switches", "2", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT barriers hosts=3 barriers=90 signals=30 violations=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrink(final ThreadingMode mode)
    {
        final Run run = Run.of(
            "drinking", "--hosts", "5", "--sessions", "40", "--graph", "complete", "--seed", "7", "--mode",
            mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT drinking hosts=5 sessions=200 violations=0", run.lastLine());
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheMatchingOfTheSequentialMatcher(final ThreadingMode mode)
    {
        final Run run = Run.of("rules", "--applicants", "40", "--seed", "7", "--mode", mode.name());
        assertEquals(List.of(), run.err());
        assertEquals("RESULT rules hosts=1,2,4 facts=40 firings=119 violations=0", run.lastLine());
    }

    @Test
    void shouldTimeMessagesBesideTheFiguresOf2000()
    {
        final Run run = Run.of("ironman", "--trips", "20", "--messages", "30", "--mode", "SHARED");
        assertEquals(List.of(), run.err());
        assertEquals("RESULT ironman hosts=2 messages=840 wrong=0", run.lastLine());
        assertTrue(run.out().get(0).startsWith("round trip (us)"), run.out().get(0));
        assertTrue(run.out().stream().anyMatch(line -> line.startsWith("throughput, 1024 B")), run.out().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "ironman, --trips, 1, '--trips: 1 (expected: 2..100000000)'",
        "messages, --hosts, 0, '--hosts: 0 (expected: 1..256)'",
        "messages, --count, 0, '--count: 0 (expected: 1..1000000)'",
        "barriers, --rounds, 0, '--rounds: 0 (expected: 1..1000000)'",
        "drinking, --hosts, 1, '--hosts: 1 (expected: 2..256)'",
        "rules, --hosts, '1,257', '--hosts: 257 (expected: 1..256)'",
        "rules, --applicants, 0, '--applicants: 0 (expected: 1..5000)'" })
    void shouldRefuseWhatIsOutOfRange(
        final String sample, final String option, final String value, final String message)
    {
        final Run run = Run.of(sample, option, value);
        assertEquals(2, run.exitCode());
        assertEquals(message, run.err().get(0));
        assertEquals(List.of(), run.out());
    }

    @Test
    void shouldRefuseNonIsotachMessagesOfOneHost()
    {
        assertEquals(
            "--hosts: 1 (expected: 2..256)",
            Run.of("messages", "--hosts", "1", "--non-isotach").err().get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = { "messages", "barriers", "drinking", "rules", "ironman" })
    void shouldHelp(final String sample)
    {
        final Run run = Run.of(sample, "--help");
        assertEquals(0, run.exitCode());
        assertEquals(List.of(), run.err());
        assertTrue(run.out().get(0).startsWith("Usage: isotach-samples " + sample), run.out().get(0));
    }

    @Test
    void shouldFindMessagesOutOfTheOrderOfTheirSender()
    {
        final MessageChecker checker = new MessageChecker(2);
        checker.record(0, 1, 5);
        checker.record(0, 1, 4);
        assertEquals("host 0 received message 4 of host 1 behind 5", checker.violations().first());
    }

    @Test
    void shouldFindReceiversThatDisagree()
    {
        final MessageChecker checker = new MessageChecker(3);
        checker.record(0, 1, 0);
        checker.record(0, 2, 0);
        checker.record(2, 2, 0);
        checker.record(2, 1, 0);
        checker.checkOneOrder();
        assertEquals(1, checker.violations().count());
        assertEquals(
            "hosts 0 and 2 received message 0 of host 1 in different orders", checker.violations().first());
    }

    @Test
    void shouldFindMissingMessages()
    {
        final MessageChecker checker = new MessageChecker(1);
        checker.sent(0);
        checker.checkComplete();
        final Messages messages = new Messages();
        assertEquals(
            new Run(
                1,
                List.of("RESULT messages hosts=1 messages=0 violations=1"),
                List.of("messages failed: host 0 received 0 of 1 messages (seed 7)")),
            Run.parsed(
                new CommandLine(messages), () -> messages.report(checker), "--hosts", "1", "--seed", "7"));
    }

    @Test
    void shouldFindHostsThatPassABarrierAlone()
    {
        final BarrierChecker checker = new BarrierChecker(2, 3);
        checker.arrives(0, 1);
        checker.passes(0, 1);
        assertEquals("host 0 passed barrier 1 before host 1 came to it", checker.violations().first());
    }

    @Test
    void shouldFindMessagesAndSignalsThatAreLate()
    {
        final BarrierChecker checker = new BarrierChecker(1, 3);
        checker.checkMessages(0, 2, 0, 1);
        checker.checkSignals(0, 2, 0);
        checker.signalled(0, 1, 17);
        checker.signalled(0, 1, 18);
        assertEquals(3, checker.violations().count());
        assertEquals("host 0 received 0 messages of 1 before barrier 2", checker.violations().first());
    }

    @Test
    void shouldFindBottlesInTwoHands()
    {
        final BottleRack rack = new BottleRack(3, false);
        rack.take(0, 0, 0);
        rack.take(1, 0, 1);
        assertEquals("philosopher 1 takes bottle 0, which philosopher 0 has", rack.violations().first());
    }

    @Test
    void shouldShareABottleBetweenEachPairOfNeighbours()
    {
        assertEquals(3, new BottleRack(3, false).bottles());
        assertEquals(10, new BottleRack(5, true).bottles());
        assertEquals(4, new BottleRack(5, true).bottles(2).length);
        assertEquals(2, new BottleRack(5, false).bottles(2).length);
    }

    @Test
    void shouldFindTheStableMatchingThatIsBestForApplicants()
    {
        // Applicants 0 and 1 prefer different posts, and each post prefers the other applicant: all get their choice.
        final WorkingMemory memory = new WorkingMemory(new Preferences(
            new int[][]{ { 0, 1 }, { 1, 0 } }, new int[][]{ { 1, 0 }, { 0, 1 } }));
        assertTrue(memory.fire(memory.match(1)));
        assertTrue(memory.fire(memory.match(0)));
        assertTrue(memory.isDone());
        assertEquals(2, memory.firings());
        assertEquals(null, memory.blockingPair());
    }

    @Test
    void shouldDropFiringsWhoseFactsAreGone()
    {
        final WorkingMemory memory = new WorkingMemory(new Preferences(
            new int[][]{ { 0, 1 }, { 0, 1 } }, new int[][]{ { 0, 1 }, { 0, 1 } }));
        final Firing first = memory.match(1);
        final Firing second = memory.match(0);
        assertTrue(memory.fire(first));
        assertEquals(false, memory.fire(second));
        assertEquals(false, memory.fire(first));
        assertEquals(1, memory.firings());
        assertTrue(memory.fire(memory.match(0)));
        assertTrue(memory.fire(memory.match(1)));
        assertTrue(memory.isDone());
    }

    @Test
    void shouldFindResultsThatDifferFromTheSequentialOne()
    {
        final Preferences preferences = new Preferences(new int[][]{ { 0 } }, new int[][]{ { 0 } });
        final WorkingMemory sequential = new WorkingMemory(preferences);
        sequential.fire(sequential.match(0));
        final Rules rules = new Rules();
        rules.check("host 0 of 1", new WorkingMemory(preferences), sequential);
        assertEquals(
            new Run(
                1,
                List.of("RESULT rules hosts=1 facts=1 firings=1 violations=2"),
                List.of("rules failed: host 0 of 1 has another result than the sequential matcher (seed 7)")),
            Run.parsed(
                new CommandLine(rules), () -> rules.report(sequential), "--hosts", "1", "--seed", "7"));
    }
}
