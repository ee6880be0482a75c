/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.thread;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.isotach.niu.spi.Unit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How threads of a cluster end when units keep them.
 */
final class ClusterThreadsTest
{
    private static final int SHORT_CLOSE_TIMEOUT_MS = 20;

    private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Thread> slow = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Thread> made = new ConcurrentLinkedQueue<>();
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ClusterThreads threads =
        new ClusterThreads(this::newThread, new Handlers(errors::add, 2), slow::add);

    // For threads that do not end, however long it waits.
    private final ClusterThreads impatient = new ClusterThreads(
        this::newThread, new Handlers(errors::add, 2), slow::add, SHORT_CLOSE_TIMEOUT_MS);

    private Thread newThread(final Runnable work)
    {
        final Thread thread = new Thread(work);
        made.add(thread);
        return thread;
    }

    @AfterEach
    void release() throws Exception
    {
        released.countDown();
        for (final Thread thread : made)
        {
            thread.join();
        }
    }

    @Test
    void shouldNameItsThreadsAndEndThem()
    {
        threads.add("one", new Doorbell(), unit(() ->
        {
        }));
        threads.add("two", new Doorbell(), unit(working::countDown));
        threads.start();
        threads.end();
        assertEquals(List.of("one", "two"), made.stream().map(Thread::getName).toList());
        assertTrue(made.stream().noneMatch(Thread::isAlive));
        assertEquals(List.of(), List.copyOf(slow));
    }

    @Test
    void shouldEndAllThreadsWhenOneCannotBeTold()
    {
        final CountDownLatch first = new CountDownLatch(1);
        final CountDownLatch second = new CountDownLatch(1);
        final IllegalStateException error = new IllegalStateException("not told");
        threads.run("one", () -> awaitQuietly(first), () ->
        {
            first.countDown();
            throw error;
        });
        threads.run("two", () -> awaitQuietly(second), second::countDown);
        try
        {
            threads.end();
            assertTrue(made.stream().noneMatch(Thread::isAlive));
        }
        finally
        {
            second.countDown();
        }
        assertEquals(List.of(error), errors.stream().map(Throwable::getCause).toList());
        assertTrue(errors.element().getMessage().startsWith("thread one could not be told to end"), errors::toString);
        assertEquals(List.of(), List.copyOf(slow));
    }

    @Test
    void shouldForgetThreadsThatHaveReturned() throws InterruptedException
    {
        for (int i = 0; i < 3; i++)
        {
            threads.run("short", () ->
            {
            }, Thread::yield);
            for (final Thread thread : made)
            {
                thread.join();
            }
            assertEquals(1, threads.size());
        }
        threads.end();
    }

    @Test
    void shouldNotWaitForEverForAThreadThatCannotBeTold()
    {
        final IllegalStateException error = new IllegalStateException("not told");
        impatient.run("one", this::ignoreInterrupts, () ->
        {
            throw error;
        });
        impatient.end();
        assertTrue(made.element().isAlive());
        assertEquals(List.of(made.element()), List.copyOf(slow));
        assertEquals(List.of(error), errors.stream().map(Throwable::getCause).toList());
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldInterruptAHandlerThatWaitsTooLongAfterItHasToldOfIt() throws Exception
    {
        startUnit(impatient, released::await);
        impatient.end();
        assertFalse(made.element().isAlive());
        // Again and again, until the thread comes out.
        assertEquals(Set.of(made.element()), Set.copyOf(slow));
        assertEquals(List.of(InterruptedException.class), errors.stream().map(Object::getClass).toList());
    }

    @Test
    void shouldPassOnAnInterruptAtOnce() throws Exception
    {
        startUnit(released::await);
        Thread.currentThread().interrupt();
        threads.end();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertFalse(made.element().isAlive());
        assertEquals(List.of(), List.copyOf(slow), "nobody has waited for long");
    }

    @Test
    void shouldWaitOnceMoreAndNotForEverWhenItIsInterrupted() throws Exception
    {
        startUnit(impatient, this::ignoreInterrupts);
        Thread.currentThread().interrupt();
        impatient.end();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertTrue(made.element().isAlive());
        assertEquals(List.of(made.element()), List.copyOf(slow));
    }

    @Test
    void shouldNotWaitForAThreadThatWasAbandoned() throws Exception
    {
        startUnit(this::ignoreInterrupts);
        threads.abandon(made.element(), true);
        assertEquals(2, threads.size());
        threads.end();
        final List<Thread> both = List.copyOf(made);
        assertTrue(both.get(0).isAlive());
        assertFalse(both.get(1).isAlive(), "the successor");
        assertEquals(List.of(), List.copyOf(slow));
    }

    /**
     * Its handler may respond to that.
     */
    @Test
    @Timeout(20)
    void shouldInterruptAThreadThatWasAbandonedAtTheEnd() throws Exception
    {
        startUnit(released::await);
        threads.abandon(made.element(), false);
        threads.end();
        made.element().join();
        assertEquals(List.of(), List.copyOf(slow));
        assertEquals(List.of(InterruptedException.class), errors.stream().map(Object::getClass).toList());
    }

    @Test
    void shouldStartOneSuccessorOfAThread() throws Exception
    {
        startUnit(this::ignoreInterrupts);
        threads.abandon(made.element(), true);
        threads.abandon(made.element(), true);
        assertEquals(2, threads.size());
        threads.end();
    }

    /**
     * What keeps a thread, the first one only.
     */
    private interface Obstacle
    {
        void meet() throws Exception;
    }

    private void startUnit(final Obstacle obstacle) throws InterruptedException
    {
        startUnit(threads, obstacle);
    }

    private void startUnit(final ClusterThreads owner, final Obstacle obstacle) throws InterruptedException
    {
        owner.add("unit", new Doorbell(), unit(() ->
        {
            if (0 < working.getCount())
            {
                working.countDown();
                obstacle.meet();
            }
        }));
        owner.start();
        working.await();
    }

    private void ignoreInterrupts()
    {
        while (0 < released.getCount())
        {
            try
            {
                released.await();
            }
            catch (final InterruptedException ex)
            {
                // As a handler does that takes no notice.
            }
        }
    }

    private static Unit unit(final Obstacle work)
    {
        return new Unit()
        {
            @Override
            public int doWork()
            {
                try
                {
                    work.meet();
                }
                catch (final Exception ex)
                {
                    ForeignCode.<RuntimeException>throwUnchecked(ex);
                }
                return 0;
            }

            @Override
            public String unitName()
            {
                return "unit";
            }
        };
    }
}
