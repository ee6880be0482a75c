/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Counts of threads that come and go: nothing is lost.
 */
class ThreadCountsTest
{
    private static final int ROUNDS = 2_000;
    private static final int THREADS = 100;
    private static final int SHORT_LIVED = 5_000;
    private static final int VIRTUAL = 20_000;
    private static final int COUNTS = 3;

    private final ThreadCounts counts = new ThreadCounts(2);

    /**
     * More threads than there are cells, alive at the same time, and then others that get theirs.
     */
    @Test
    void shouldLoseNoCountOfAnyThread() throws Exception
    {
        for (int turn = 0; turn < 3; turn++)
        {
            final CountDownLatch all = new CountDownLatch(THREADS);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                threads.start("thread " + i, () ->
                {
                    counts.add(1);
                    all.countDown();
                    all.await();
                    for (int round = 1; round < ROUNDS; round++)
                    {
                        counts.add(1);
                    }
                });
            }
            threads.join();
            assertEquals((long)(turn + 1) * THREADS * ROUNDS, counts.sum(1));
            assertEquals(0, counts.sum(0));
        }
    }

    /**
     * Two threads with the same cells would lose counts of each other.
     */
    @Test
    void shouldLeaveTheirCellsToThreadsThatAreAlive() throws Exception
    {
        final CountDownLatch end = new CountDownLatch(1);
        final TestThreads threads = new TestThreads();
        final List<Thread> some = countAndStay(threads, end);
        final List<Thread> owners = some.stream().filter(counts::hasCells).toList();
        assertTrue(owners.size() > THREADS / 4, owners.size() + " threads have cells");
        countAndStay(threads, end);
        owners.forEach(thread -> assertTrue(counts.hasCells(thread), thread.getName()));
        end.countDown();
        threads.join();
        assertEquals(2L * THREADS, counts.sum(1));
    }

    private List<Thread> countAndStay(final TestThreads threads, final CountDownLatch end) throws Exception
    {
        final List<Thread> all = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch counted = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++)
        {
            threads.start("thread " + i, () ->
            {
                counts.add(1);
                all.add(Thread.currentThread());
                counted.countDown();
                end.await();
            });
        }
        counted.await();
        return all;
    }

    /**
     * They take over the cells of each other while some others go on, and one looks.
     */
    @Test
    void shouldLoseNoCountOfThreadsThatComeAndGo() throws Exception
    {
        assertNothingLost(Thread::new, SHORT_LIVED);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLoseNoCountOfVirtualThreads() throws Exception
    {
        assertNothingLost(virtualThreads(), VIRTUAL);
    }

    private void assertNothingLost(final ThreadFactory factory, final int shortLived) throws Exception
    {
        final TestThreads threads = new TestThreads();
        final CountDownLatch end = new CountDownLatch(1);
        final long[] counted = new long[2];
        for (int i = 0; i < counted.length; i++)
        {
            final int number = i;
            threads.start("long-lived " + i, () ->
            {
                while (end.getCount() > 0)
                {
                    counts.add(0);
                    counted[number]++;
                }
            });
        }
        final List<Thread> some = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < shortLived; i++)
        {
            final Thread thread = factory.newThread(() ->
            {
                for (int count = 0; count < COUNTS; count++)
                {
                    counts.add(1);
                }
            });
            some.add(thread);
            thread.start();
            if (THREADS == some.size())
            {
                final long now = counts.sum(0);
                assertTrue(now >= before, "counts become no less");
                before = now;
                joinAll(some);
                assertEquals((long)COUNTS * (i + 1), counts.sum(1));
            }
        }
        joinAll(some);
        end.countDown();
        threads.join();
        assertEquals((long)COUNTS * shortLived, counts.sum(1));
        assertEquals(counted[0] + counted[1], counts.sum(0));
    }

    private static void joinAll(final List<Thread> threads) throws InterruptedException
    {
        for (final Thread thread : threads)
        {
            thread.join();
        }
        threads.clear();
    }

    // The tests are compiled for a JDK that has no virtual threads.
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException
    {
        final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
