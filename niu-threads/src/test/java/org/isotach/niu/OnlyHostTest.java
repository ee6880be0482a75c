/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * The threads of the only host wait for each other, and for what is pending, but only for a moment.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class OnlyHostTest
{
    private static final int THREADS = 3;
    private static final int ROUNDS = 10_000;

    private static Cluster launch(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(1).threadingMode(mode));
    }

    /**
     * @param isFresh true for an isochron that never executes at once, so that it is pending for the others.
     */
    private static void issue(
        final RecordingModel model, final Isochron isochron, final boolean isFresh, final long payload)
    {
        isochron.begin();
        if (isFresh)
        {
            isochron.fresh();
        }
        model.append(isochron, payload, 0);
        isochron.issue();
    }

    private static long payload(final int thread, final int number)
    {
        return (long)thread << Integer.SIZE | number;
    }

    private static int thread(final long payload)
    {
        return (int)(payload >> Integer.SIZE);
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "DEDICATED", "HOST", "SHARED" })
    void shouldIssueBesideALongOperation(final ThreadingMode mode) throws InterruptedException
    {
        final AtomicBoolean isReleased = new AtomicBoolean();
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            final CountDownLatch begun = new CountDownLatch(1);
            model.recorder(0).onExecution(payload ->
            {
                begun.countDown();
                while (!isReleased.get())
                {
                    Thread.onSpinWait();
                }
            });
            final Isochron isochron = cluster.host(0).isochron();
            try
            {
                issue(model, isochron, true, 1);
                begun.await();
                for (int payload = 2; payload <= 100; payload++)
                {
                    issue(model, isochron, false, payload);
                }
                assertFalse(isochron.isExecuted());
            }
            finally
            {
                isReleased.set(true);
            }
            isochron.awaitExecuted();
        }
        assertEquals(LongStream.rangeClosed(1, 100).boxed().toList(), model.recorder(0).payloads());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheOrderOfEachThread(final ThreadingMode mode) throws InterruptedException
    {
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final int thread = i;
                threads.start("issuer " + i, () ->
                {
                    final Isochron isochron = cluster.host(0).isochron();
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        // Thread 0 has something pending often, the others never on purpose.
                        issue(model, isochron, 0 == thread && 0 == round % 3, payload(thread, round));
                    }
                    isochron.awaitExecuted();
                });
            }
            threads.join();
        }
        final int[] next = new int[THREADS];
        for (final long payload : model.recorder(0).payloads())
        {
            final int thread = thread(payload);
            assertEquals(payload(thread, next[thread]), payload, "thread " + thread);
            next[thread]++;
        }
        for (final int count : next)
        {
            assertEquals(ROUNDS, count);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatWasIssuedWhenTheClusterIsClosed(final ThreadingMode mode) throws InterruptedException
    {
        final Cluster cluster = launch(mode);
        final RecordingModel model = RecordingModel.on(cluster);
        final TestThreads threads = new TestThreads();
        final int[] issued = new int[THREADS];
        final CountDownLatch manyIssued = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++)
        {
            final int thread = i;
            threads.start("issuer " + i, () ->
            {
                final Isochron isochron = cluster.host(0).isochron();
                try
                {
                    while (true)
                    {
                        issue(model, isochron, 0 == thread, payload(thread, issued[thread]));
                        issued[thread]++;
                        if (1_000 == issued[thread])
                        {
                            manyIssued.countDown();
                        }
                    }
                }
                catch (final ClusterClosedException ex)
                {
                    // The end of this thread.
                }
            });
        }
        manyIssued.await();
        cluster.close();
        threads.join();
        final int[] executed = new int[THREADS];
        for (final long payload : model.recorder(0).payloads())
        {
            executed[thread(payload)]++;
        }
        for (int thread = 0; thread < THREADS; thread++)
        {
            assertEquals(issued[thread], executed[thread], "thread " + thread);
        }
    }
}
