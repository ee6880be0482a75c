/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Values and taken variables of a host that is expelled are used again at another host. What the old host still does
 * with them changes nothing.
 */
@Timeout(60)
final class ReuseTest
{
    private static final int PAGE_SIZE = 4;
    private static final int X = 0;
    private static final int Y = 1;
    private static final int ON_1 = PAGE_SIZE;
    private static final int ON_2 = 2 * PAGE_SIZE;

    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final AtomicReference<Thread> handling = new AtomicReference<>();

    private static TestCluster launch(final ThreadingMode mode, final Duration handlerTimeout)
    {
        return new TestCluster(
            new ClusterContext().hosts(3).threadingMode(mode).handlerTimeout(handlerTimeout),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).page(2, 2).build());
    }

    /**
     * A result lies behind another one, whose handler does not return yet, so the host is not taken over.
     */
    @Test
    void shouldNotReadIntoWhatAResultMayStillArriveFor() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.DEDICATED, Duration.ofMinutes(1)))
        {
            final MemoryPort port = cluster.port(0);
            final Isochron isochron = cluster.isochron(0);
            port.read(isochron.begin(), ON_2, new IsoValue().onValue((address, value) -> stay()));
            isochron.issue();
            isInside.await();
            final IsoValue value = new IsoValue();
            final TakenVariables taken = new TakenVariables(1);
            port.read(isochron.begin(), ON_2 + 1, value);
            port.take(isochron, new int[]{ ON_2 + 2 }, taken);
            isochron.issue();
            cluster.write(2, ON_2, 1);
            final TestThreads threads = new TestThreads();
            threads.start("expelling", () -> cluster.cluster().expel(0));
            assertThrows(HostExpelledException.class, value::await);

            final Isochron another = cluster.begin(1);
            assertThrows(IllegalStateException.class, () -> cluster.port(1).read(another, ON_1, value));
            assertThrows(IllegalStateException.class, () -> value.onValue(null));
            final int[] addresses = { ON_1 };
            assertThrows(IllegalStateException.class, () -> cluster.port(1).take(another, addresses, taken));
            assertThrows(IllegalStateException.class, () -> taken.onArrival(null));
            another.abandon();

            mayReturn.countDown();
            threads.join();
            cluster.sched(1, ON_1);
            cluster.port(1).read(cluster.begin(1), ON_1, value);
            cluster.port(1).take(cluster.isochron(1), addresses, taken);
            cluster.execute(1);
            assertFalse(value.isReady());
            assertFalse(taken.isReady());
            cluster.assign(1, ON_1, 5);
            assertEquals(5, value.await());
            taken.await();
            assertEquals(5, taken.value(0));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheValuesOfAnotherHostWhenTheClusterIsClosed(final ThreadingMode mode)
    {
        final IsoValue value = new IsoValue();
        final TakenVariables taken = new TakenVariables(3);
        try (TestCluster cluster = launch(mode, ClusterContext.HANDLER_TIMEOUT_DEFAULT))
        {
            cluster.sched(1, X);
            cluster.sched(1, ON_1);
            cluster.sched(2, ON_2);
            cluster.port(0).read(cluster.begin(0), X, value);
            cluster.port(0).take(cluster.isochron(0), new int[]{ X, ON_1, ON_2 }, taken);
            cluster.execute(0);
            cluster.settle();
            cluster.cluster().expel(0);
            cluster.write(2, Y, 7);
            cluster.port(2).read(cluster.begin(2), Y, value);
            cluster.port(2).take(cluster.isochron(2), new int[]{ Y, ON_1 + 1, ON_2 + 1 }, taken);
            cluster.execute(2);
            assertEquals(7, value.await());
            taken.await();
        }
        assertEquals(7, value.get());
        assertEquals(7, taken.value(0));
    }

    /**
     * The thread that has told the handler of a failure comes back when the host is gone, and the value in use again.
     */
    @Test
    void shouldNotFailWhatIsUsedAgainWhenTheHandlerReturns() throws Exception
    {
        try (TestCluster cluster = launch(ThreadingMode.DEDICATED, Duration.ZERO))
        {
            cluster.write(1, Y, 7);
            cluster.sched(2, X);
            final IsoValue value = new IsoValue().onValue(new ReadHandler()
            {
                @Override
                public void onValue(final int address, final long read)
                {
                    assertEquals(Y, address);
                }

                @Override
                public void onFailure(final int address, final IsotachException cause)
                {
                    stay();
                }
            });
            cluster.port(0).read(cluster.begin(0), X, value);
            cluster.execute(0);
            cluster.write(1, X, 1);
            cluster.cluster().expel(2);
            isInside.await();
            cluster.cluster().expel(0);
            cluster.port(1).read(cluster.begin(1), Y, value);
            cluster.execute(1);
            assertEquals(7, value.await());

            mayReturn.countDown();
            handling.get().join();
            assertTrue(value.isReady());
            assertEquals(7, value.get());
        }
    }

    /**
     * The isochron of a read that has failed is open when the value is used again, in the slot that the read had.
     */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void shouldNotTakeOutAReadOfAnotherIsochronWhenTheFirstOneIsAbandoned(final boolean isTriedAgain)
    {
        final ClusterContext context = new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)
            .sendRingSize(2).linkRingSize(1).readCap(2);
        try (TestCluster cluster = new TestCluster(
            context, PageMap.builder().pageSize(PAGE_SIZE).page(0, 1, 2).page(1, 1).build()))
        {
            final MemoryPort first = cluster.memory().port(cluster.host(0));
            final MemoryPort second = cluster.memory().port(cluster.host(0));
            cluster.sched(2, X);
            while (tryWrite(cluster, ON_1))
            {
                TestThreads.checkNotInterrupted();
            }
            final IsoValue value = new IsoValue();
            final Isochron open = cluster.host(0).isochron();
            first.read(open.begin(), X, value);
            assertFalse(open.tryIssue());
            cluster.cluster().expel(1);
            while (!value.isFailed())
            {
                TestThreads.checkNotInterrupted();
                cluster.host(0).poll();
                cluster.host(2).poll();
            }

            second.read(cluster.begin(0), X, value);
            cluster.execute(0);
            if (isTriedAgain)
            {
                // For want of a second slot it gives its first one back.
                cluster.read(0, X);
                first.read(open, X, new IsoValue());
                assertFalse(open.tryIssue());
            }
            open.abandon();
            cluster.assign(2, X, 7);
            assertEquals(7, value.await());
        }
    }

    /**
     * Tries to write, at a host that executes nothing.
     */
    private static boolean tryWrite(final TestCluster cluster, final int address)
    {
        final Isochron isochron = cluster.isochron(0);
        cluster.port(0).write(isochron.begin(), address, 1);
        if (isochron.tryIssue())
        {
            return true;
        }
        isochron.abandon();
        return false;
    }

    private void stay()
    {
        handling.set(Thread.currentThread());
        isInside.countDown();
        try
        {
            mayReturn.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
