/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The queue in front of the reads of a host.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class AdmissionTest
{
    @Parameter
    private ThreadingMode mode;

    private static final BooleanSupplier NEVER = () -> false;

    // Who needs a larger part than one of eight does not look.
    private static final int READS = 8;

    private Cluster launch(final Duration awaitTimeout)
    {
        return Cluster.launch(
            new ClusterContext().hosts(1).threadingMode(mode).readCap(4).awaitTimeout(awaitTimeout));
    }

    @Test
    void shouldSayWhatIsReservedAndWhatToDo() throws Exception
    {
        try (Cluster cluster = launch(Duration.ofSeconds(1)))
        {
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final IsoLong x = isotach.longVariable("x");
            final Reservation held = isotach.reserve(x);
            final CompletableFuture<Long> waiting =
                isotach.update(x).runAsync(action -> action.get(x), TestIsotach.THREADS);
            final Admission admission = Admission.ofAsynchronous(cluster, () -> cluster.host(0));
            assertEquals(1, admission.tryEnter(0));
            assertEquals(1, admission.tryEnter(0));
            final String message = assertThrows(
                IsotachTimeoutException.class, () -> admission.enter(0, "the third", NEVER, false)).getMessage();
            assertTrue(message.startsWith("the third has waited 1000 ms for its turn: it needs 1 of the 2 reads for" +
                " asynchronous actions that wait, and others have 2; close reservations sooner, let their executors" +
                " run the bodies, or raise ClusterContext.readCap, half of which is for these"), message);
            assertTrue(message.contains("\n  variable 0 (x) is reserved by host 0, thread '" +
                Thread.currentThread().getName() + "', version "), message);
            held.close();
            assertEquals(0, waiting.get());
        }
    }

    /**
     * Those that need less do not overtake it for ever, but who may have reserved what it waits for.
     */
    @Test
    void shouldKeepTheOrderOfThoseThatNeedMoreAndThoseThatNeedLess() throws Exception
    {
        try (Cluster cluster = launch(Duration.ofMinutes(1)))
        {
            final Admission admission = Admission.ofAsynchronous(cluster, () -> cluster.host(0));
            assertEquals(1, admission.tryEnter(0));
            final CompletableFuture<Integer> large =
                TestIsotach.waiting(() -> admission.enter(1, "the large one", NEVER, false));
            assertEquals(0, admission.tryEnter(0));
            assertEquals(1, admission.tryPass(0));
            final CompletableFuture<Integer> small =
                TestIsotach.waiting(() -> admission.enter(0, "the small one", null, false));
            admission.leave(1);
            // One that comes when there is room for it waits, too.
            final CompletableFuture<Integer> late =
                TestIsotach.waiting(() -> admission.enter(0, "the late one", null, false));
            assertFalse(late.isDone());
            assertFalse(small.isDone());
            assertFalse(large.isDone());
            admission.leave(1);
            assertEquals(2, large.get());
            assertFalse(small.isDone());
            admission.leave(2);
            assertEquals(1, small.get());
            assertEquals(1, late.get());
        }
    }

    /**
     * Few look that need no more than others; who must look does, whatever it needs.
     */
    @ParameterizedTest
    @CsvSource({ "1, false", "1, true", "8, true" })
    void shouldLookWhetherTheTurnIsStillNeeded(final int count, final boolean mustLook) throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(1)
            .threadingMode(mode).readCap(2 * READS)))
        {
            final Admission admission = Admission.ofAsynchronous(cluster, () -> cluster.host(0));
            assertEquals(READS, admission.tryEnter(READS - 1));
            final AtomicBoolean isOver = new AtomicBoolean();
            final CompletableFuture<Integer> waiting =
                TestIsotach.waiting(() -> admission.enter(count - 1, "the second", isOver::get, mustLook));
            assertFalse(waiting.isDone());
            isOver.set(true);
            assertEquals(Admission.NOT_NEEDED, waiting.get());
            admission.leave(waiting.get());
            assertEquals(0, admission.tryEnter(0));
        }
    }
}
