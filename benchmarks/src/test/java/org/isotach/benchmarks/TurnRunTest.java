/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TurnRunTest
{
    private static final int TURN_MS = 1;

    @ParameterizedTest
    @MethodSource("kindsAndPayloads")
    void shouldMeasureAllSubjectsAndLoseNothing(final TurnKind kind, final int payload) throws InterruptedException
    {
        final int rounds = 3;

        final TurnTimes times = new TurnRun(kind, payload, kind.subjects(), TURN_MS, 1, rounds).measure();

        assertEquals(kind.subjects(), times.subjects());
        for (final List<Double> ns : times.ns())
        {
            assertEquals(rounds, ns.size());
            assertTrue(ns.stream().allMatch((time) -> time > 0), ns::toString);
        }
    }

    static Stream<Arguments> kindsAndPayloads()
    {
        return Stream.of(
            Arguments.of(TurnKind.ROUND_TRIP, 64),
            Arguments.of(TurnKind.ROUND_TRIP, 1024),
            Arguments.of(TurnKind.STREAM, 8),
            Arguments.of(TurnKind.STREAM, 64),
            Arguments.of(TurnKind.STREAM, 1024),
            Arguments.of(TurnKind.STREAM, 16_384),
            Arguments.of(TurnKind.REMOTE_READ, 0));
    }

    @Test
    void shouldMeasureInAJvmOfItsOwn() throws IOException, InterruptedException
    {
        final List<String> subjects = List.of("pinned", "nonisotach");

        final TurnTimes times = new TurnRun(TurnKind.STREAM, 64, subjects, TURN_MS, 1, 2).fork();

        assertEquals(subjects, times.subjects());
        assertEquals(2, times.ns().get(1).size());
    }

    @Test
    void shouldSayWhyAnotherJvmFailed()
    {
        final TurnRun run = new TurnRun(TurnKind.STREAM, 12, List.of("pinned", "nonisotach"), TURN_MS, 1, 2);

        final String message = assertThrows(IllegalStateException.class, run::fork).getMessage();

        assertTrue(message.contains("--payload: 12 (expected: a multiple of 8)"), message);
    }

    @Test
    void shouldGiveEachSubjectOneTurnPerRoundInAnOrderThatChanges() throws InterruptedException
    {
        final List<String> turns = turns(30, 10);

        assertEquals(turns, turns(30, 10), "the same in each run");
        final Set<String> neighbours = new HashSet<>();
        for (int i = 0; i < turns.size(); i += 3)
        {
            assertEquals(Set.of("a", "b", "c"), Set.copyOf(turns.subList(i, i + 3)));
            neighbours.add(turns.get(i) + turns.get(i + 1));
            neighbours.add(turns.get(i + 1) + turns.get(i + 2));
        }
        assertEquals(Set.of("ab", "ac", "ba", "bc", "ca", "cb"), neighbours);
    }

    private List<String> turns(final int warmupRounds, final int rounds) throws InterruptedException
    {
        final List<String> turns = new ArrayList<>();
        final List<TurnSubject> subjects = new ArrayList<>();
        for (final String name : List.of("a", "b", "c"))
        {
            subjects.add(new Recorder(name, turns));
        }
        final TurnTimes times = new TurnRun(
            TurnKind.STREAM, 64, List.of("a", "b", "c"), TURN_MS, warmupRounds, rounds)
            .measure(subjects, disturbedIn(Set.of()));
        assertEquals(0, times.disturbed());
        assertEquals(3 * (warmupRounds + rounds), turns.size());
        times.ns().forEach((ns) -> assertEquals(rounds, ns.size(), "warm-up does not count"));
        final Set<Thread> measured = new HashSet<>();
        final Set<Thread> serving = new HashSet<>();
        for (final TurnSubject subject : subjects)
        {
            measured.addAll(((Recorder)subject).measuredBy);
            serving.addAll(((Recorder)subject).servedBy);
        }
        assertEquals(Set.of(Thread.currentThread()), measured);
        assertEquals(1, serving.size(), "the same thread for all");
        assertFalse(serving.contains(Thread.currentThread()));
        return turns;
    }

    @Test
    void shouldRepeatRoundsInWhichAThreadHadNoProcessor() throws InterruptedException
    {
        final List<String> turns = new ArrayList<>();
        final List<TurnSubject> subjects = List.of(new Recorder("a", turns), new Recorder("b", turns));
        final TurnRun run = new TurnRun(TurnKind.STREAM, 64, List.of("a", "b"), TURN_MS, 1, 4);

        // The third of five rounds: of that of a warm-up nobody asks.
        final TurnTimes times = run.measure(subjects, disturbedIn(Set.of(5)));

        assertEquals(2 * (1 + 4 + 1), turns.size());
        assertEquals(4, times.ns().get(1).size());
        assertEquals(0, times.disturbed());
    }

    @Test
    void shouldSayHowManyRoundsWereDisturbedIfThereAreNoOthers() throws InterruptedException
    {
        final List<String> turns = new ArrayList<>();
        final List<TurnSubject> subjects = List.of(new Recorder("a", turns));
        final TurnRun run = new TurnRun(TurnKind.STREAM, 64, List.of("a"), TURN_MS, 0, 4);

        final TurnTimes times = run.measure(subjects, disturbedIn(Set.of(1, 2, 3, 4, 6, 7, 8)));

        assertEquals(4 + 4, turns.size());
        assertEquals(4, times.ns().get(0).size());
        assertEquals(3, times.disturbed());
    }

    /**
     * @param disturbed numbers of the turns, from 1.
     */
    private static ServingThread disturbedIn(final Set<Integer> disturbed)
    {
        return new ServingThread()
        {
            private int asked;

            @Override
            boolean wasDisturbed()
            {
                asked++;
                return disturbed.contains(asked);
            }
        };
    }

    @Test
    void shouldCompleteWhatIsUnderWayInEachTurn() throws InterruptedException
    {
        final Counter counter = new Counter(Integer.MAX_VALUE);
        final TurnSubject subject = new TurnLoops(counter);

        new TurnRun(TurnKind.STREAM, 64, List.of("counter"), TURN_MS, 0, 5)
            .measure(List.of(subject), disturbedIn(Set.of()));

        assertEquals(5, counter.completions);
        assertNotEquals(0, counter.begun);
        assertEquals(counter.begun, counter.done);
    }

    @Test
    void shouldFailWhenTheServingThreadFails()
    {
        final TurnSubject subject = new TurnLoops(new Counter(1000));
        final TurnRun run = new TurnRun(TurnKind.STREAM, 64, List.of("counter"), TURN_MS, 0, 1_000_000);

        final String message =
            assertThrows(
                IllegalStateException.class, () -> run.measure(List.of(subject), new ServingThread())).getMessage();

        assertEquals("the serving thread has failed: out of numbers", message);
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void shouldEndBothThreadsWhenTheMeasuredOneFails()
    {
        final Counter counter = new Counter(Integer.MAX_VALUE);
        counter.failAt = 1000;
        final TurnRun run = new TurnRun(TurnKind.STREAM, 64, List.of("counter"), TURN_MS, 0, 1_000_000);

        final String message = assertThrows(
            IllegalStateException.class,
            () -> run.measure(List.of(new TurnLoops(counter)), new ServingThread())).getMessage();

        assertEquals("lost 1000", message);
        assertTrue(
            Thread.getAllStackTraces().keySet().stream().noneMatch((thread) -> "serving".equals(thread.getName())));
    }

    /**
     * The other thread counts ahead of the measured one.
     */
    private static final class Counter implements Exchange
    {
        private final int available;
        private volatile int begun;
        private volatile int done;
        private int failAt = Integer.MAX_VALUE;
        private int completions;

        Counter(final int available)
        {
            this.available = available;
        }

        @Override
        public long operate()
        {
            int attempts = 0;
            while (done == begun)
            {
                attempts++;
                SpinningThread.pause(attempts);
            }
            if (done == failAt)
            {
                throw new IllegalStateException("lost " + done);
            }
            return done++;
        }

        @Override
        public int serve()
        {
            if (begun == available)
            {
                throw new IllegalStateException("out of numbers");
            }
            if (begun - done > 100)
            {
                return 0;
            }
            begun++;
            return 1;
        }

        @Override
        public int help()
        {
            return 0;
        }

        @Override
        public void complete()
        {
            final int last = begun;
            while (done < last)
            {
                operate();
            }
            assertEquals(last, begun, "nothing is begun any more");
            completions++;
        }

        @Override
        public void close()
        {
            // Nothing is held.
        }
    }

    /**
     * Writes down whose turn it is.
     */
    private static final class Recorder implements TurnSubject
    {
        private final String name;
        private final List<String> turns;
        private final Set<Thread> measuredBy = new HashSet<>();
        private final Set<Thread> servedBy = new HashSet<>();
        private volatile boolean isServed;
        private volatile boolean isOver;

        Recorder(final String name, final List<String> turns)
        {
            this.name = name;
            this.turns = turns;
        }

        @Override
        public void begin()
        {
            turns.add(name);
            isServed = false;
            isOver = false;
        }

        @Override
        public void serve()
        {
            servedBy.add(Thread.currentThread());
            isServed = true;
            while (!isOver)
            {
                Thread.yield();
            }
        }

        @Override
        public double measureNs(final long durationNs)
        {
            while (!isServed)
            {
                Thread.yield();
            }
            measuredBy.add(Thread.currentThread());
            return 1;
        }

        @Override
        public void end()
        {
            leave();
        }

        @Override
        public void leave()
        {
            isOver = true;
        }

        @Override
        public void close()
        {
            // Nothing is held.
        }
    }
}
