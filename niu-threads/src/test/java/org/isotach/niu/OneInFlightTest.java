/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.Isochron;
import org.isotach.IsochronFrame;
import org.isotach.IsochronIssuer;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One isochron of a host at a time, also if several threads of its application issue.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class OneInFlightTest
{
    private static final int THREADS = 2;
    private static final int ROUNDS = 2_000;

    private static Cluster launch(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).oneInFlight(true));
    }

    /**
     * Host 1 executes nothing until both have tried.
     */
    @Test
    void shouldIssueOneOfThoseThatSeveralThreadsIssueAtTheSameTime() throws Exception
    {
        try (Cluster cluster = launch(ThreadingMode.INVOKER))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final AtomicInteger issued = new AtomicInteger();
            final CyclicBarrier barrier = new CyclicBarrier(THREADS, () ->
            {
                assertTrue(issued.getAndSet(0) <= 1, "two are under way");
                while (cluster.host(1).poll() > 0)
                {
                    Thread.onSpinWait();
                }
            });
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < THREADS; i++)
            {
                final Isochron isochron = cluster.host(0).isochron();
                threads.start("issue-" + i, () ->
                {
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        model.append(isochron.begin(), round, 1);
                        barrier.await();
                        if (isochron.tryIssue())
                        {
                            issued.incrementAndGet();
                        }
                        else
                        {
                            isochron.abandon();
                        }
                    }
                    barrier.await();
                });
            }
            threads.join();
        }
    }

    /**
     * Another thread issues when the first one has seen nothing under way. Host 1 does not come to an end of its pulse.
     */
    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldNotIssueWhenAnotherThreadHasIssuedMeanwhile(final ThreadingMode mode) throws Exception
    {
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            final AtomicInteger mayGoOn = new AtomicInteger();
            model.recorder(1).onExecution(payload ->
            {
                while (0 == mayGoOn.get())
                {
                    Thread.onSpinWait();
                }
            });
            final Isochron first = cluster.host(0).isochron().begin();
            model.append(first, 1, 1);
            final Isochron second = cluster.host(0).isochron();
            final IsochronFrame slow = (IsochronFrame)Proxy.newProxyInstance(
                IsochronFrame.class.getClassLoader(),
                new Class<?>[]{ IsochronFrame.class },
                (proxy, method, arguments) ->
                {
                    if ("isFresh".equals(method.getName()))
                    {
                        model.issue(second, 2, 1);
                    }
                    return method.invoke(first, arguments);
                });
            final long result;
            try
            {
                result = first.issuer().tryIssue(slow);
            }
            finally
            {
                mayGoOn.set(1);
            }
            assertEquals(IsochronIssuer.BACK_PRESSURED, result);
            second.awaitExecuted();
            first.issue();
        }
        assertEquals(List.of(2L, 1L), model.recorder(1).payloads());
    }
}
