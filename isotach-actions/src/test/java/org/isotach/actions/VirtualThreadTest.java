/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Many virtual threads, with one action each, share few sessions.
 */
class VirtualThreadTest
{
    private static final int THREADS = 10_000;
    private static final long MAX_MEMORY = 100L << 20;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRunAnActionOnEachOfMany(final ThreadingMode mode) throws Exception
    {
        final ThreadFactory factory = virtualThreads();
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", 8, 0);
            final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            final AtomicInteger bodies = new AtomicInteger();
            final long before = usedMemory();
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++)
            {
                final IsoLong one = x[i % x.length];
                final IsoLong other = x[(i + 1) % x.length];
                final Thread thread = factory.newThread(() -> isotach.update(one, other).execute(action ->
                {
                    bodies.incrementAndGet();
                    action.set(one, action.get(one) + 1).set(other, action.get(other) + 1);
                }));
                thread.setUncaughtExceptionHandler((failed, ex) -> failures.add(ex));
                threads.add(thread);
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads)
            {
                thread.join();
            }
            assertTrue(failures.isEmpty(), () -> failures.size() + " failures, one of them " + failures.peek());
            assertEquals(THREADS, bodies.get());
            assertEquals(2 * THREADS, TestIsotach.total(isotach, x));
            assertTrue(usedMemory() - before < MAX_MEMORY);
        }
    }

    private static long usedMemory()
    {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    // The tests are compiled for a JDK that has no virtual threads.
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException
    {
        final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
