/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.provider.Arguments;

/**
 * An Isotach for tests, whose errors fail the test when it is closed, unless the test has taken them.
 */
final class TestIsotach implements AutoCloseable
{
    /**
     * Runs each task on a thread of its own: the common pool may have one thread only.
     */
    static final Executor THREADS = task -> new Thread(task).start();

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final Isotach isotach;

    private TestIsotach(final IsotachContext context)
    {
        isotach = Isotach.launch(context.errorHandler(errors::add));
    }

    static TestIsotach launch(final IsotachContext context)
    {
        return new TestIsotach(context);
    }

    static TestIsotach launch(final ThreadingMode mode, final int hosts)
    {
        return launch(
            new IsotachContext().hosts(hosts).sessions(2 * hosts).threadingMode(mode).awaitTimeout(TIMEOUT));
    }

    static TestIsotach launch()
    {
        return launch(ThreadingMode.SHARED, 1);
    }

    /**
     * All threading modes, each with one host and with several.
     */
    static Stream<Arguments> modes()
    {
        return Stream.of(ThreadingMode.values())
            .flatMap(mode -> Stream.of(Arguments.of(mode, 1), Arguments.of(mode, 2)));
    }

    Isotach get()
    {
        return isotach;
    }

    List<Throwable> errors()
    {
        return errors;
    }

    /**
     * Runs a call that waits, on a thread of its own, and returns when that thread waits.
     */
    static <R> CompletableFuture<R> waiting(final Supplier<R> call)
    {
        final CompletableFuture<R> result = new CompletableFuture<>();
        final Thread thread = new Thread(() -> result.completeAsync(call, Runnable::run));
        thread.start();
        awaitWaiting(thread, result::isDone);
        return result;
    }

    /**
     * Returns when a thread waits for something that the cluster, or another thread, does, or when its call is over.
     */
    static void awaitWaiting(final Thread thread, final BooleanSupplier isOver)
    {
        while (Thread.State.TIMED_WAITING != thread.getState() && !isOver.getAsBoolean())
        {
            // The thread yields often before it parks, each time to this one if this one only spins.
            Thread.yield();
        }
    }

    /**
     * Makes a thread that uses one session, as long as it is free. Session i is one of host i % hosts.
     *
     * @param sessions number of sessions of the Isotach.
     */
    static Thread threadOf(final int session, final int sessions, final Runnable calls)
    {
        Thread thread = new Thread(calls);
        while (session != Slots.place(thread, 1 << 16) % sessions)
        {
            thread = new Thread(calls);
        }
        return thread;
    }

    static long total(final Isotach isotach, final IsoLong[] variables)
    {
        return isotach.snapshot(now -> sum(now, variables), variables);
    }

    static long sum(final Snapshot snapshot, final IsoLong[] variables)
    {
        long sum = 0;
        for (final IsoLong variable : variables)
        {
            sum += snapshot.get(variable);
        }
        return sum;
    }

    /**
     * Throws anything, as foreign code may.
     */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void throwUnchecked(final Throwable failure) throws E
    {
        throw (E)failure;
    }

    @Override
    public void close()
    {
        isotach.close();
        if (!errors.isEmpty())
        {
            throw new AssertionError("the cluster reported errors", errors.get(0));
        }
    }
}
