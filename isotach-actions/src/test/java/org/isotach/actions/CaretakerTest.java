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
        final BooleanSupplier other = () -> 1 == given.incrementAndGet();
        caretaker.tend(() ->
        {
            CompletableFuture.runAsync(() -> caretaker.tend(other))
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

    /**
     * Each wake-up would be a look more; without any there is one every 20 ms.
     */
    @Test
    void shouldNotBeWokenForAChoreThatItTendsForGood() throws Exception
    {
        final AtomicInteger looks = new AtomicInteger();
        final CountDownLatch first = new CountDownLatch(1);
        final BooleanSupplier chore = () ->
        {
            looks.incrementAndGet();
            first.countDown();
            return false;
        };
        try (Caretaker threaded = new Caretaker(() -> {}, Runnable::run, false))
        {
            threaded.tendForGood(chore);
            assertTrue(first.await(20, TimeUnit.SECONDS));
            final int before = looks.get();
            final long start = System.nanoTime();
            for (int i = 0; i < 200; i++)
            {
                threaded.tendForGood(chore);
                Thread.sleep(1);
            }
            final long inTurn = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 20;
            assertTrue(looks.get() - before <= inTurn + 2, () -> looks + " looks, in turn: " + inTurn);
        }
    }

    /**
     * What another thread may do between the look and the removal.
     */
    @Test
    void shouldDoACalmChoreThatIsGivenAgainWhileItIsDone()
    {
        final AtomicInteger toDo = new AtomicInteger(1);
        final AtomicInteger done = new AtomicInteger();
        final BooleanSupplier[] chore = new BooleanSupplier[1];
        chore[0] = () ->
        {
            done.addAndGet(toDo.getAndSet(0));
            if (1 == done.get())
            {
                toDo.incrementAndGet();
                caretaker.tend(chore[0]);
            }
            return true;
        };
        caretaker.tend(chore[0]);
        caretaker.work();
        caretaker.work();
        assertEquals(2, done.get());
    }

    /**
     * Its end gives back what others wait for, and must not do so twice.
     */
    @Test
    void shouldEndALastChoreOnceAlthoughAnotherChoreIsGivenMeanwhile()
    {
        final AtomicInteger ends = new AtomicInteger();
        caretaker.tendToTheEnd(() ->
        {
            caretaker.tend(() -> false);
            ends.incrementAndGet();
            return true;
        });
        caretaker.work();
        caretaker.finish();
        assertEquals(1, ends.get());
    }

    @Test
    void shouldDoALastChoreAtTheEnd()
    {
        final AtomicInteger ends = new AtomicInteger();
        caretaker.tendToTheEnd(() -> ends.incrementAndGet() > 1);
        caretaker.work();
        caretaker.finish();
        assertEquals(2, ends.get());
        caretaker.tendToTheEnd(() -> ends.incrementAndGet() > 2);
        assertEquals(3, ends.get());
    }

    /**
     * As if the array of chores could not be copied.
     */
    @Test
    void shouldGoOnWhenMemoryRunsOutBetweenTheChores() throws Exception
    {
        final AtomicInteger removals = new AtomicInteger();
        final CountDownLatch failed = new CountDownLatch(1);
        final CountDownLatch chores = new CountDownLatch(1);
        try (Caretaker threaded = new Caretaker(() -> {}, Runnable::run, false))
        {
            threaded.tend(new BooleanSupplier()
            {
                @Override
                public boolean getAsBoolean()
                {
                    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failed.countDown());
                    return true;
                }

                @Override
                public boolean equals(final Object other)
                {
                    if (0 == removals.getAndIncrement())
                    {
                        throw new OutOfMemoryError("thrown by a test");
                    }
                    return this == other;
                }

                @Override
                public int hashCode()
                {
                    return 0;
                }
            });
            assertTrue(failed.await(20, TimeUnit.SECONDS));
            threaded.tendOften(() ->
            {
                chores.countDown();
                return true;
            });
            assertTrue(chores.await(20, TimeUnit.SECONDS));
        }
    }
}
