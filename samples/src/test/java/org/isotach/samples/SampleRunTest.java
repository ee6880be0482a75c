/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class SampleRunTest
{
    @Command(name = "sample")
    private static final class Sample implements Callable<Integer>
    {
        private final ToIntFunction<SampleRun> program;
        @Mixin
        private SampleRun run;

        private Sample(final ToIntFunction<SampleRun> program)
        {
            this.program = program;
        }

        @Override
        public Integer call()
        {
            return program.applyAsInt(run);
        }
    }

    static Run run(final ToIntFunction<SampleRun> program)
    {
        return Run.of(new CommandLine(new Sample(program)));
    }

    @Test
    void shouldRunAllRoundsInAllThreadsAtOnceWithTheSameRandomNumbers()
    {
        final CountDownLatch others = new CountDownLatch(3);
        final Set<String> rounds = ConcurrentHashMap.newKeySet();
        final Run run = run(sample ->
        {
            sample.inThreads(3, 2, (number, random) ->
            {
                others.countDown();
                await(others);
                rounds.add(Thread.currentThread().getName() + ' ' + number + ' ' + random.nextInt(1000));
            });
            return sample.end("rounds=" + rounds.size(), null);
        });
        assertEquals(new Run(0, List.of("RESULT sample rounds=6"), List.of()), run);
        assertEquals(expected(), rounds);
    }

    private static Set<String> expected()
    {
        final Set<String> rounds = ConcurrentHashMap.newKeySet();
        for (int thread = 0; thread < 3; thread++)
        {
            final String name = "application-" + thread + ' ';
            SampleRun.repeat(thread, 2, (number, random) ->
                rounds.add(name + number + ' ' + random.nextInt(1000)), () -> {});
        }
        return rounds;
    }

    @Test
    void shouldRunAllRoundsInThisThread()
    {
        final List<Integer> rounds = new ArrayList<>();
        run(sample ->
        {
            sample.repeat(3, rounds::add);
            return 0;
        });
        assertEquals(List.of(0, 1, 2), rounds);
    }

    @Test
    void shouldNotLetOthersWaitForAThreadThatHasFailed()
    {
        final IllegalStateException reason = new IllegalStateException("overdrawn");
        final AtomicInteger threads = new AtomicInteger();
        run(sample ->
        {
            final SampleFailedException failure = assertThrows(SampleFailedException.class, () ->
                sample.inThreads(2, 1, (number, random) ->
                {
                    if (1 == threads.incrementAndGet())
                    {
                        throw reason;
                    }
                    await(new CountDownLatch(1));
                }));
            assertSame(reason, failure.getCause());
            return 0;
        });
    }

    @Test
    void shouldFailWithTheNumberOfThoseThatWereWrong()
    {
        assertEquals(
            new Run(1, List.of("RESULT sample games=9 wrong=2"), List.of("sample failed: 2 tables are inconsistent")),
            run(sample -> sample.end("games=9", 2, "tables are inconsistent")));
        assertEquals(
            new Run(0, List.of("RESULT sample games=9 wrong=0"), List.of()),
            run(sample -> sample.end("games=9", 0, "tables are inconsistent")));
    }

    @Test
    void shouldEndWellWithTheExpectedResultOnly()
    {
        assertEquals(
            new Run(0, List.of("RESULT sample parts=16"), List.of()),
            run(sample -> sample.endExpecting("parts=16", "parts=16")));
        assertEquals(
            new Run(1, List.of("RESULT sample parts=15"), List.of("sample failed: parts=15 (expected: parts=16)")),
            run(sample -> sample.endExpecting("parts=16", "parts=15")));
    }

    private static void await(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new SampleFailedException("interrupted", ex);
        }
    }
}
