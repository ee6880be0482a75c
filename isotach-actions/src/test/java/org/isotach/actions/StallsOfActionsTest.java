/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What {@code Cluster.stalls()} says of bodies, and {@code Cluster.status()} of those who have reserved.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class StallsOfActionsTest
{
    @Parameter
    private ThreadingMode mode;

    private static final int BODIES = 3;
    private static final int OTHERS = 8;

    @Test
    void shouldNameTheHostWhoseSessionHasReserved() throws Exception
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(2).sessions(2).threadingMode(mode)))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final Thread acting = TestIsotach.threadOf(1, 2, () -> isotach.update(x).execute(action ->
            {
                isInside.countDown();
                awaitQuietly(goOn);
            }));
            acting.start();
            isInside.await();
            final CompletableFuture<Long> later =
                isotach.update(x).runAsync(action -> action.get(x), TestIsotach.THREADS);
            try
            {
                assertEquals(List.of(1), bodies(isotach).stream().map(Stall::host).toList());
            }
            finally
            {
                goOn.countDown();
            }
            later.get();
            acting.join();
        }
    }

    @Test
    void shouldNotAddUpTheTimesOfBodies() throws Exception
    {
        // Here no thread of the library waits, so that nothing but the bodies looks.
        try (TestIsotach test = TestIsotach.launch(ThreadingMode.INVOKER, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Reservation held = isotach.reserve(y);
            final CompletableFuture<Long> later =
                isotach.update(y).runAsync(action -> action.get(y), TestIsotach.THREADS);
            final List<Duration> durations = new ArrayList<>();
            for (int i = 0; i < BODIES; i++)
            {
                isotach.update(x).execute(action ->
                    bodies(isotach).forEach(stall -> durations.add(stall.duration())));
                for (final long nowNs = System.nanoTime(); nowNs == System.nanoTime();)
                {
                    Thread.onSpinWait();
                }
            }
            held.close();
            assertEquals(List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO), durations);
            isotach.update(y).execute(action -> action.get(y));
            later.get();
        }
    }

    @Test
    void shouldNotListWhatReservesNothing() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Reservation held = isotach.reserve(y);
            final CompletableFuture<Long> later =
                isotach.update(y).runAsync(action -> action.get(y), TestIsotach.THREADS);
            final List<List<Stall>> seen = new ArrayList<>();
            isotach.update(x).when(now -> seen.add(bodies(isotach)), Duration.ofSeconds(30)).execute(action ->
                seen.add(bodies(isotach)));
            held.close();
            later.get();
            assertEquals(List.of(), seen.get(0), "the condition");
            assertEquals(1, seen.get(seen.size() - 1).size(), "the body");
        }
    }

    @Test
    void shouldNameTheThreadOfAReservationAfterOthersHaveUsedItsSession() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(2).sessions(2).threadingMode(mode)))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong[] others = isotach.longs("other", OTHERS, 0);
            final CompletableFuture<Reservation> held = new CompletableFuture<>();
            final Thread reserving = TestIsotach.threadOf(0, 2, () -> held.complete(isotach.reserve(x)));
            reserving.setName("C");
            reserving.start();
            held.get();
            for (final IsoLong other : others)
            {
                final Thread thread = TestIsotach.threadOf(0, 2, () ->
                    isotach.update(other).execute(action -> action.set(other, 1)));
                thread.start();
                thread.join();
            }
            reserving.join();
            assertEquals("host 0, thread 'C', which has ended", owner(isotach));
            held.get().close();
        }
    }

    /**
     * What is not free at once is taken with a session, also on one host.
     */
    @Test
    void shouldNameTheThreadsThatHaveWaited() throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(1).sessions(1).threadingMode(mode)))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final Reservation first = isotach.reserve(x);
            final CompletableFuture<Reservation> second = new CompletableFuture<>();
            final Thread holding = new Thread(() -> second.complete(isotach.reserve(x)), "C");
            holding.start();
            TestIsotach.awaitWaiting(holding, second::isDone);
            first.close();
            second.get();
            final CompletableFuture<Void> third = TestIsotach.waiting(() ->
            {
                Thread.currentThread().setName("D");
                isotach.update(x).execute(action -> action.set(x, 1));
                return null;
            });
            final List<String> owners = isotach.cluster().status().reservations().stream()
                .map(org.isotach.niu.status.Reservation::owner).toList();
            second.get().close();
            third.get();
            holding.join();
            assertTrue(owners.get(0).startsWith("host 0, thread 'C'"), owners.toString());
        }
    }

    @Test
    void shouldNameTheThreadOfABodyAfterOthersHaveUsedItsSession() throws Exception
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().hosts(2).sessions(2).threadingMode(mode)))
        {
            final Isotach isotach = test.get();
            final IsoLong x = isotach.longVariable("x");
            final IsoLong y = isotach.longVariable("y");
            final Thread acting = TestIsotach.threadOf(0, 2, () -> isotach.update(x).execute(action ->
            {
                isInside.countDown();
                awaitQuietly(goOn);
            }));
            acting.setName("A");
            acting.start();
            isInside.await();
            final Thread other = TestIsotach.threadOf(0, 2, () ->
                isotach.update(y).execute(action -> action.set(y, 1)));
            other.start();
            other.join();
            final String owner = owner(isotach);
            goOn.countDown();
            acting.join();
            assertEquals("host 0, thread 'A'", owner);
        }
    }

    private static String owner(final Isotach isotach)
    {
        return isotach.cluster().status().reservations().get(0).owner();
    }

    private static List<Stall> bodies(final Isotach isotach)
    {
        return isotach.cluster().stalls().stream().filter(stall -> "isotach-actions".equals(stall.unit())).toList();
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
