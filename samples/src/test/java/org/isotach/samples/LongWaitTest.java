/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LongWaitTest
{
    @ParameterizedTest
    @EnumSource
    void shouldWorkUntilTheConditionIsTrue(final ThreadingMode mode)
    {
        try (Cluster cluster = cluster(mode))
        {
            final AtomicInteger turns = new AtomicInteger();
            new LongWait(cluster.host(0)).until(() -> 1000 == turns.get(), () -> turns.incrementAndGet() & 1);
            assertEquals(1000, turns.get());
        }
    }

    /**
     * What makes it true may be done once only, such as issuing an isochron.
     */
    @ParameterizedTest
    @EnumSource
    void shouldNotEvaluateTheConditionAgainWhenItWasTrue(final ThreadingMode mode)
    {
        try (Cluster cluster = cluster(mode))
        {
            // At once, while it spins, and when it has parked.
            for (final long afterNs : new long[]{ 0, 10_000, 5_000_000 })
            {
                final AtomicInteger times = new AtomicInteger();
                final long startNs = System.nanoTime();
                new LongWait(cluster.host(0)).until(
                    () -> System.nanoTime() - startNs >= afterNs && times.incrementAndGet() > 0, () -> 0);
                assertEquals(1, times.get());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldParkWhenTheWaitIsLong(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = cluster(mode))
        {
            final AtomicBoolean isOver = new AtomicBoolean();
            final Thread waiting =
                new Thread(() -> new LongWait(cluster.host(0)).until(isOver::get, cluster.host(0)::poll));
            waiting.start();
            while (Thread.State.TIMED_WAITING != waiting.getState())
            {
                Thread.onSpinWait();
            }
            isOver.set(true);
            waiting.join();
        }
    }

    @Test
    void shouldNotWorkWhenAnotherThreadHasFailed()
    {
        try (Cluster cluster = cluster(ThreadingMode.INVOKER))
        {
            Thread.currentThread().interrupt();
            assertThrows(
                SampleFailedException.class, () -> new LongWait(cluster.host(0)).until(() -> false, () -> 0));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void shouldEndWhenAnotherThreadFailsWhileThisOneIsParked() throws Exception
    {
        try (Cluster cluster = cluster(ThreadingMode.INVOKER))
        {
            final AtomicReference<Throwable> failure = new AtomicReference<>();
            final CountDownLatch isOver = new CountDownLatch(1);
            final Thread waiting = new Thread(() ->
            {
                failure.set(assertThrows(
                    SampleFailedException.class, () -> new LongWait(cluster.host(0)).until(() -> false, () -> 0)));
                isOver.countDown();
            });
            waiting.start();
            while (Thread.State.TIMED_WAITING != waiting.getState())
            {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            assertTrue(isOver.await(60, TimeUnit.SECONDS));
            assertTrue(failure.get().getMessage().contains("interrupted"), failure.get().getMessage());
        }
    }

    private static Cluster cluster(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode));
    }
}
