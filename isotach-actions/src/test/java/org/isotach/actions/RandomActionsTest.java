/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.isotach.HostExpelledException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random programs of real threads, that use everything that an Isotach has at the same time, while threads are
 * interrupted, a host is expelled, or the Isotach is closed. For more of them: {@code -Drandom.actions.runs=1000}, from
 * a seed on: {@code -Drandom.actions.seed=7}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RandomActionsTest
{
    private static final int DISTURBER = -1;
    private static final RandomVariables.Note LAST = new RandomVariables.Note(DISTURBER, 0);

    static LongStream seeds()
    {
        final long first = Long.getLong("random.actions.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("random.actions.runs", 24));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepAllPromisesAtTheSameTime(final long seed) throws Exception
    {
        final RandomSettings settings = RandomSettings.of(seed);
        final ExecutorService handlers = Executors.newSingleThreadExecutor();
        try (Isotach isotach = Isotach.launch(settings.context()))
        {
            final RandomVariables all = new RandomVariables(isotach);
            final List<RandomVariables.Note> handled = new ArrayList<>();
            final CountDownLatch last = new CountDownLatch(1);
            // Closed with the Isotach.
            final Subscription<RandomVariables.Note> taker = all.topic.subscribe();
            all.topic.subscribe(note -> receive(note, handled, last), handlers);
            disturb(settings, all, start(settings, all));
            if (!settings.isClosing())
            {
                check(settings, all);
            }
            if (!settings.isClosing() && !settings.isExpelling())
            {
                isotach.update(all.accounts[0]).execute(action -> action.send(all.topic, LAST));
                final List<RandomVariables.Note> taken = new ArrayList<>();
                for (RandomVariables.Note note = taker.take(); !LAST.equals(note); note = taker.take())
                {
                    taken.add(note);
                }
                assertTrue(last.await(1, TimeUnit.MINUTES));
                all.checkReceived(taken);
                assertEquals(taken, handled, "subscribers receive in one order");
            }
        }
        handlers.shutdown();
    }

    private static void receive(
        final RandomVariables.Note note, final List<RandomVariables.Note> handled, final CountDownLatch last)
    {
        if (LAST.equals(note))
        {
            last.countDown();
        }
        else
        {
            handled.add(note);
        }
    }

    private static List<Thread> start(final RandomSettings settings, final RandomVariables all)
    {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.threads(); i++)
        {
            final Thread thread = new Thread(new RandomThread(all, settings, i), "random " + i);
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    /**
     * Interrupts threads, expels a host, and closes the Isotach, as the settings say, until the threads have ended.
     */
    private static void disturb(
        final RandomSettings settings, final RandomVariables all, final List<Thread> threads)
        throws InterruptedException
    {
        final Random random = settings.random(DISTURBER);
        int turnsToExpel = settings.isExpelling() ? random.nextInt(20) : DISTURBER;
        int turnsToClose = settings.isClosing() ? 10 + random.nextInt(20) : DISTURBER;
        for (final Thread thread : threads)
        {
            while (thread.isAlive())
            {
                thread.join(1);
                if (settings.isInterrupting())
                {
                    threads.get(random.nextInt(threads.size())).interrupt();
                }
                if (0 == turnsToExpel--)
                {
                    all.isotach.cluster().expel(random.nextInt(settings.hosts()));
                }
                if (0 == turnsToClose--)
                {
                    all.isotach.close();
                }
            }
        }
        all.failures().forEach(failure ->
        {
            throw new AssertionError(settings.toString(), failure);
        });
    }

    /**
     * A call may still go to a host that has been expelled.
     */
    private static void check(final RandomSettings settings, final RandomVariables all)
    {
        boolean isChecked = false;
        for (int i = 0; !isChecked; i++)
        {
            try
            {
                all.checkAtTheEnd();
                isChecked = true;
            }
            catch (final HostExpelledException ex)
            {
                if (!settings.isExpelling() || i > settings.sessions())
                {
                    throw ex;
                }
            }
        }
    }
}
