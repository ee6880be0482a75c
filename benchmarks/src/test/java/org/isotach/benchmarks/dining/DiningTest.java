/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.dining;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertThrows;

class DiningTest
{
    private static final int PHILOSOPHERS = 5;
    private static final int THREADS = 2;
    private static final int MEALS = 2000;

    @ParameterizedTest
    @ValueSource(strings = { "ordered-locks", "synchronized", "scalastm", "isotach" })
    @Timeout(60)
    void shouldServeAllMeals(final String subject) throws Exception
    {
        final Dinner dinner = new Dinner(PHILOSOPHERS, TimeUnit.MICROSECONDS.toNanos(1));
        final Table table = Table.lay(subject, dinner, THREADS);

        dine(table, MEALS, MEALS);
        table.close();

        dinner.check(THREADS * MEALS);
    }

    @ParameterizedTest
    @ValueSource(strings = { "ordered-locks", "synchronized", "scalastm", "isotach" })
    @Timeout(60)
    void shouldServeOneThreadWhenTheOtherHasLeft(final String subject) throws Exception
    {
        final Dinner dinner = new Dinner(PHILOSOPHERS, 0);
        final Table table = Table.lay(subject, dinner, THREADS);

        dine(table, 1, MEALS);
        table.close();

        dinner.check(1 + MEALS);
    }

    @Test
    void shouldSeeNeighboursThatEatAtOnce()
    {
        final Dinner dinner = new Dinner(PHILOSOPHERS, 0)
        {
            @Override
            void work()
            {
                eat(1);
            }
        };

        assertThrows(IllegalStateException.class, () -> dinner.eat(0));
    }

    @Test
    void shouldSeeMealsThatWereNotCounted()
    {
        final Dinner dinner = new Dinner(PHILOSOPHERS, 0);
        dinner.eat(0);

        dinner.check(1);
        assertThrows(IllegalStateException.class, () -> dinner.check(2));
    }

    @Test
    void shouldRefuseUnknownSubject()
    {
        final Dinner dinner = new Dinner(PHILOSOPHERS, 0);

        assertThrows(IllegalArgumentException.class, () -> Table.lay("chopsticks", dinner, 1));
    }

    private static void dine(final Table table, final int... meals) throws Exception
    {
        final Runnable[] tasks = new Runnable[meals.length];
        for (int thread = 0; thread < meals.length; thread++)
        {
            final Diners diners = table.diners(thread);
            final int count = meals[thread];
            tasks[thread] = () ->
            {
                for (int i = 0; i < count; i++)
                {
                    diners.meal();
                }
            };
        }
        run(tasks);
    }

    private static void run(final Runnable... tasks) throws Exception
    {
        final ExecutorService threads = Executors.newFixedThreadPool(tasks.length);
        try
        {
            final List<Future<?>> futures = new ArrayList<>();
            for (final Runnable task : tasks)
            {
                futures.add(threads.submit(task));
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
}
