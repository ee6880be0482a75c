/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Asynchronous actions that end when there is no memory left, in a JVM of its own that has little.
 */
class NoMemoryForEndsTest
{
    /**
     * The program: it ends actions when the heap is full, and looks afterwards for what they have reserved.
     */
    static final class Program
    {
        private static final int LARGEST = 1 << 16;

        // What fills the heap.
        private static Object[] first;

        private Program()
        {
        }

        public static void main(final String... args) throws Exception
        {
            final Queue<Runnable> tasks = new ArrayDeque<>();
            try (TestIsotach test = TestIsotach.launch(new IsotachContext()
                .threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ofSeconds(5))))
            {
                final IsoLong x = test.get().longVariable("x", 1);
                final PreparedAction<Long> set =
                    test.get().update(x).prepare(action -> action.set(x, action.get(x) + 1).get(x));
                // The first one loads classes.
                for (int i = 0; i < 2; i++)
                {
                    final CompletableFuture<?> future = set.runAsync(tasks::add);
                    end(tasks.remove(), i > 0);
                    if (0 == i)
                    {
                        future.get();
                    }
                }
                // Waits, in vain, for what stays reserved.
                System.out.println(test.get().update(x).run(action -> action.get(x)) > 0 ? "free" : "");
            }
        }

        private static void end(final Runnable task, final boolean isFull)
        {
            try
            {
                if (isFull)
                {
                    fill();
                }
                task.run();
            }
            catch (final OutOfMemoryError ex)
            {
                // Its future needs memory, too.
            }
            finally
            {
                first = null;
            }
        }

        /**
         * Fills the heap up to the last object of the smallest size.
         */
        private static void fill()
        {
            for (int length = LARGEST; length > 0; length /= 2)
            {
                try
                {
                    while (true)
                    {
                        final Object[] next = new Object[length];
                        next[0] = first;
                        first = next;
                    }
                }
                catch (final OutOfMemoryError ex)
                {
                    // Perhaps there is room for a smaller one.
                }
            }
        }
    }

    @Test
    void shouldKeepNothingReservedWhenThereIsNoMemory() throws Exception
    {
        final Process process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m", "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Program.class.getName()))
            .redirectErrorStream(true).start();
        try
        {
            assertEquals("free", new String(process.getInputStream().readAllBytes()).strip());
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
