/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CaretakerTest
{
    private final Caretaker caretaker = new Caretaker(() -> {}, Runnable::run, true);

    @Test
    void shouldDoACalmChoreUntilItIsDone()
    {
        final AtomicInteger looks = new AtomicInteger();
        caretaker.tend(() -> 2 == looks.incrementAndGet());
        for (int i = 0; i < 3; i++)
        {
            assertTrue(caretaker.work(), "no urgent one");
        }
        assertEquals(2, looks.get());
    }

    @Test
    void shouldDoACalmChoreOnceInEachRound()
    {
        final AtomicInteger looks = new AtomicInteger();
        final BooleanSupplier chore = () -> looks.incrementAndGet() < 0;
        caretaker.tend(chore);
        caretaker.tend(chore);
        caretaker.work();
        assertEquals(1, looks.get());
    }

    @Test
    void shouldDoAnUrgentChoreUntilItIsDone()
    {
        final AtomicInteger looks = new AtomicInteger();
        caretaker.tendOften(() -> 2 == looks.incrementAndGet());
        assertFalse(caretaker.work());
        assertTrue(caretaker.work());
        assertTrue(caretaker.work());
        assertEquals(2, looks.get());
    }

    /**
     * The future of an action ends, and its dependents close the Isotach.
     */
    @Test
    void shouldDoAtTheEndWhatAChoreGives()
    {
        final AtomicInteger looks = new AtomicInteger();
        caretaker.tendOften(() ->
        {
            caretaker.tendOften(() -> 2 == looks.incrementAndGet());
            caretaker.finish();
            return true;
        });
        caretaker.finish();
        assertEquals(1, looks.get());
        caretaker.tendOften(() -> true);
        assertEquals(2, looks.get());
        assertTrue(caretaker.work());
    }

    /**
     * A chore that asks other members waits for room, perhaps for a thread that is just giving a chore.
     */
    @Test
    void shouldTakeChoresWhileOneWaits()
    {
        final AtomicInteger given = new AtomicInteger();
        caretaker.tend(() ->
        {
            CompletableFuture.runAsync(() -> caretaker.tend(() -> 1 == given.incrementAndGet()))
                .orTimeout(1, TimeUnit.MINUTES).join();
            return true;
        });
        caretaker.work();
        caretaker.work();
        assertEquals(1, given.get());
    }

    @Test
    void shouldDoItsChoresThoughTheWorkForHostsFails() throws Exception
    {
        final CountDownLatch chores = new CountDownLatch(2);
        final Caretaker threaded = new Caretaker(() ->
        {
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
            throw new AssertionError("a host fails");
        }, Runnable::run, false);
        try (threaded)
        {
            threaded.tendOften(() ->
            {
                chores.countDown();
                return 0 == chores.getCount();
            });
            assertTrue(chores.await(20, TimeUnit.SECONDS));
        }
    }
}
