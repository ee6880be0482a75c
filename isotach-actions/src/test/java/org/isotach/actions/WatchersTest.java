/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.CountDownLatch;

import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Waiter;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class WatchersTest
{
    private static final int X = 1;
    private static final int Y = 2;

    // In the same bucket as X.
    private static final int BESIDE_X = X + 256;

    private final TestIsotach test = TestIsotach.launch(ThreadingMode.INVOKER, 1);
    private final Waiter waiter = test.get().cluster().host(0).waiter();
    private final Watchers watchers = new Watchers();

    @AfterEach
    void close()
    {
        test.close();
    }

    private Watchers.Watch watch(final int... addresses)
    {
        final Watchers.Watch watch = new Watchers.Watch(waiter, addresses);
        watchers.add(watch);
        return watch;
    }

    @Test
    void shouldWakeThoseThatWaitForTheVariable()
    {
        assertFalse(watchers.isNeeded());
        final Watchers.Watch x = watch(X);
        final Watchers.Watch both = watch(Y, X);
        final Watchers.Watch beside = watch(BESIDE_X);
        final Watchers.Watch y = watch(Y);
        watchers.signal(X);
        assertTrue(watchers.isNeeded());
        assertTrue(x.isSignalled());
        assertTrue(both.isSignalled());
        assertFalse(beside.isSignalled());
        assertFalse(y.isSignalled());
    }

    @Test
    void shouldForgetThoseThatWaitNoMore()
    {
        // The first, the last, and one between.
        final Watchers.Watch[] all = { watch(X), watch(X), watch(X), watch(X), watch(X, Y) };
        for (final int left : new int[]{ 4, 0, 2, 1, 3 })
        {
            watchers.remove(all[left]);
            for (final Watchers.Watch watch : all)
            {
                watch.listen();
            }
            watchers.signal(X);
            watchers.signal(Y);
            assertFalse(all[left].isSignalled());
            all[left] = watch(BESIDE_X);
        }
        for (final Watchers.Watch watch : all)
        {
            assertFalse(watch.isSignalled());
            watchers.remove(watch);
        }
        assertFalse(watchers.isNeeded());
    }

    /**
     * Others come and go beside a thread that waits. It is woken each time.
     */
    @Test
    void shouldMissNobodyWhileOthersComeAndGo() throws InterruptedException
    {
        final Watchers.Watch[] kept = { watch(X), watch(X), watch(X) };
        final CountDownLatch left = new CountDownLatch(2);
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < 2; i++)
        {
            threads.start("comes and goes " + i, () ->
            {
                for (int round = 0; round < 50_000; round++)
                {
                    final Watchers.Watch first = watch(X, BESIDE_X);
                    final Watchers.Watch second = watch(BESIDE_X, X);
                    watchers.remove(first);
                    watchers.remove(second);
                }
                left.countDown();
            });
        }
        threads.start("signals", () ->
        {
            while (left.getCount() > 0)
            {
                for (final Watchers.Watch watch : kept)
                {
                    watch.listen();
                }
                watchers.signal(X);
                for (final Watchers.Watch watch : kept)
                {
                    assertTrue(watch.isSignalled());
                }
            }
        });
        threads.join();
    }

    /**
     * Whoever wakes others has changed a variable, and cannot fail any more.
     */
    @Test
    void shouldAllocateNothingToWakeThreads()
    {
        final Watchers.Watch one = watch(X);
        final Watchers.Watch other = watch(X, Y);
        new Allocations().assertNone(2_000, () ->
        {
            watchers.signal(X);
            watchers.signal(Y);
        });
        assertTrue(one.isSignalled());
        assertTrue(other.isSignalled());
    }
}
