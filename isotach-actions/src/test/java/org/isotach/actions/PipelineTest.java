/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.isotach.ClusterClosedException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Pipelines that nobody advances, and whose executor does not, either.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PipelineTest
{
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Executor ENDED = task ->
    {
        throw new RejectedExecutionException("ended");
    };

    @Test
    void shouldEndWhatIsUnderWayWhenItsExecutorEndsBeforeTheIsotach()
    {
        final Isotach isotach = Isotach.launch(
            new IsotachContext().threadingMode(ThreadingMode.SHARED).executor(ENDED));
        final IsoLong x = isotach.longVariable("x", 1);
        isotach.reserve(x);
        final CompletableFuture<Long> submitted =
            isotach.pipeline(2).submit(isotach.update(x), action -> action.get(x));
        isotach.close();
        assertInstanceOf(
            ClusterClosedException.class,
            assertThrows(ExecutionException.class, () -> submitted.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .getCause());
    }

    @Test
    void shouldEndWhatIsUnderWayOnAClusterThatGoesOn() throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(ThreadingMode.SHARED)))
        {
            final Isotach isotach = Isotach.on(cluster, new IsotachContext().executor(ENDED));
            final IsoLong x = isotach.longVariable("x", 1);
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Long> submitted =
                isotach.pipeline(2).submit(isotach.update(x), action -> action.get(x));
            isotach.close();
            held.assign(action -> action.set(x, 3));
            assertEquals(3, submitted.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldSayOnceWhyItStandsStill() throws Exception
    {
        final CountDownLatch looks = new CountDownLatch(3);
        final List<Throwable> reported = new CopyOnWriteArrayList<>();
        final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
        try (TestIsotach test = TestIsotach.launch(
            new IsotachContext().threadingMode(ThreadingMode.SHARED).executor(task ->
            {
                looks.countDown();
                throw new IllegalStateException("not today");
            })))
        {
            final IsoLong x = test.get().longVariable("x", 1);
            final Reservation held = test.get().reserve(x);
            try (Pipeline pipeline = test.get().pipeline(2))
            {
                pipeline.submit(test.get().update(x), action -> action.get(x));
                held.close();
                // A look comes after what the one before has reported.
                looks.await();
            }
            assertEquals(List.of("not today"), reported.stream().map(Throwable::getMessage).toList());
        }
        finally
        {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }
}
