/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReservationSubjectTest
{
    static final List<String> NAMES = ReservationSubject.NAMES;

    private static final int THREADS = 3;
    private static final int VARIABLES = 8;
    private static final int ACTIONS = 300;

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldLoseNoIncrement(final String name) throws Exception
    {
        for (final Contention contention : Contention.values())
        {
            final long[] expected = new long[contention.total(THREADS, VARIABLES)];
            final Body[] bodies = new Body[THREADS];
            try (Answers answers = new Answers();
                ReservationSubject subject = ReservationSubject.open(name, expected.length))
            {
                final List<Worker> workers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++)
                {
                    bodies[i] = new Body(BodyTime.of(0 == i ? "wait10" : "1"), 1, answers);
                    final int[][] groups = contention.groups(i, THREADS, VARIABLES);
                    workers.add(subject.worker(groups, bodies[i]));
                    for (int action = 0; action < ACTIONS; action++)
                    {
                        Arrays.stream(groups[action % groups.length]).forEach(variable -> expected[variable]++);
                    }
                }
                act(workers);
                assertEquals(Arrays.toString(expected), Arrays.toString(subject.values()), contention.toString());
            }
            for (final Body body : bodies)
            {
                assertTrue(body.runs() >= ACTIONS, "each action has run its body");
                assertTrue(name.endsWith("stm") || name.equals("multiverse") || ACTIONS == body.runs(), "just once");
            }
        }
    }

    private static void act(final List<Worker> workers) throws Exception
    {
        final ExecutorService threads = Executors.newFixedThreadPool(workers.size());
        try
        {
            final List<Future<?>> futures = new ArrayList<>();
            for (final Worker worker : workers)
            {
                futures.add(threads.submit(() ->
                {
                    for (int i = 0; i < ACTIONS; i++)
                    {
                        worker.act();
                    }
                }));
            }
            for (final Future<?> future : futures)
            {
                future.get();
            }
        }
        finally
        {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldRefuseUnknownSubject()
    {
        assertThrows(IllegalArgumentException.class, () -> ReservationSubject.open("none", 1));
        assertThrows(IllegalArgumentException.class, () -> ReservationSubject.open("isotach-3-hosts", 1));
    }

    @Test
    void shouldSeeWhoReleasesWhatItDoesNotHold()
    {
        final LockHost[] hosts = new LockHost[1];
        hosts[0] = new LockHost(0, hosts, 2);
        final LockRequest holder = new LockRequest(new int[] { 0, 1 }, new int[] { 2 });
        hosts[0].send(holder);
        hosts[0].tryServe();
        holder.await(() ->
        {
        });
        final LockRequest other = new LockRequest(new int[] { 1 }, new int[] { 1 });
        other.release();
        hosts[0].send(other);
        assertThrows(IllegalStateException.class, hosts[0]::tryServe);
    }

    @Test
    void shouldGiveLocksInTheOrderOfTheirMessages()
    {
        final LockHost[] hosts = new LockHost[1];
        hosts[0] = new LockHost(0, hosts, 2);
        final LockRequest first = new LockRequest(new int[] { 0, 1 }, new int[] { 2 });
        final LockRequest second = new LockRequest(new int[] { 1 }, new int[] { 1 });
        final LockRequest third = new LockRequest(new int[] { 0, 1 }, new int[] { 2 });
        hosts[0].send(first);
        hosts[0].send(second);
        hosts[0].send(third);
        hosts[0].tryServe();
        assertEquals(List.of(2, 0, 0), List.of(first.taken(), second.taken(), third.taken()));

        first.increment();
        first.release();
        hosts[0].send(first);
        hosts[0].tryServe();
        assertEquals(List.of(1, 1), List.of(second.taken(), third.taken()));
        assertEquals(1, second.value(0));

        second.increment();
        second.release();
        hosts[0].send(second);
        hosts[0].tryServe();
        assertEquals(2, third.taken());
        assertEquals(2, third.value(1));
    }

    @Test
    void shouldMakeGroupsThatMeetAsOftenAsTheySay()
    {
        for (final int variables : new int[] { 2, 8, 64 })
        {
            assertEquals(0, pairsThatMeet(Contention.NONE, variables));
            assertEquals(1, pairsThatMeet(Contention.ALL, variables));
            assertEquals(0.12, pairsThatMeet(Contention.SOME, variables), 0.04);
        }
    }

    private static double pairsThatMeet(final Contention contention, final int variables)
    {
        int pairs = 0;
        int meet = 0;
        for (final int[] one : contention.groups(0, 2, variables))
        {
            for (final int[] other : contention.groups(1, 2, variables))
            {
                pairs++;
                meet += Arrays.stream(one).anyMatch(variable -> Arrays.binarySearch(other, variable) >= 0) ? 1 : 0;
            }
        }
        return (double)meet / pairs;
    }
}
