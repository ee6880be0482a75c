/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What becomes of variables when a host is expelled.
 */
final class ExpelTest
{
    private static final int PAGE_SIZE = 4;
    private static final int EVERYWHERE = 1;
    private static final int ON_0_AND_1 = PAGE_SIZE;
    private static final int ON_0 = 2 * PAGE_SIZE;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(new ClusterContext().hosts(3).threadingMode(mode),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 0, 1).page(2, 0).build());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeBackScheds(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(1, EVERYWHERE, 7);
            cluster.sched(0, EVERYWHERE);
            final IsoValue waiting = cluster.read(1, EVERYWHERE);
            final TakenVariables taken = new TakenVariables(1);
            cluster.port(2).take(cluster.begin(2), new int[]{ EVERYWHERE }, taken);
            cluster.execute(2);
            assertFalse(waiting.isReady());
            assertFalse(taken.isReady());

            final long pulse = cluster.cluster().expel(0);
            assertTrue(pulse > 0);

            assertEquals(7, waiting.await());
            taken.await();
            assertEquals(7, taken.value(0));
            cluster.port(2).assign(cluster.begin(2), taken, new long[]{ 8 });
            cluster.execute(2);
            assertEquals(8, cluster.value(1, EVERYWHERE));
            assertEquals(8, cluster.value(2, EVERYWHERE));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailReadsOfWhatWasOverwritten(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, EVERYWHERE);
            final IsoValue waiting = cluster.read(1, EVERYWHERE);
            final AtomicReference<String> told = new AtomicReference<>();
            final IsoValue called = new IsoValue().onValue(new ReadHandler()
            {
                @Override
                public void onValue(final int address, final long value)
                {
                    told.set("value " + value);
                }

                @Override
                public void onFailure(final int address, final IsotachException cause)
                {
                    told.set(address + ": " + cause.getMessage());
                }
            });
            cluster.port(2).read(cluster.begin(2), EVERYWHERE, called);
            cluster.execute(2);
            cluster.write(1, EVERYWHERE, 7);
            assertFalse(waiting.isReady());
            cluster.cluster().expel(0);

            final String message = "the read of variable 1 by host 1 waited for an ASSIGN of host 0, which was" +
                " expelled after the variable had been overwritten: read again";
            assertEquals(message, assertThrows(HostExpelledException.class, waiting::await).getMessage());
            assertTrue(waiting.isFailed());
            assertEquals(message, assertThrows(HostExpelledException.class, waiting::get).getMessage());
            assertThrows(HostExpelledException.class, called::await);
            assertEquals("1: " + message.replace("by host 1", "by host 2"), told.get());
            assertEquals(7, cluster.value(1, EVERYWHERE));
            assertEquals(7, cluster.value(2, EVERYWHERE));

            // The place of a read that failed can be used again.
            cluster.port(1).read(cluster.begin(1), EVERYWHERE, waiting);
            cluster.execute(1);
            assertEquals(7, waiting.await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepWhatOthersHaveAssignedBelowASched(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(1, EVERYWHERE, 7);
            cluster.sched(1, EVERYWHERE);
            cluster.sched(0, EVERYWHERE);
            cluster.assign(1, EVERYWHERE, 8);
            cluster.cluster().expel(0);
            assertEquals(8, cluster.value(1, EVERYWHERE));
            assertEquals(8, cluster.value(2, EVERYWHERE));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheSchedBelowTheOneThatIsTakenBack(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            // Both variables are scheduled by host 1 in one action, one of them by the others as well.
            cluster.sched(2, EVERYWHERE);
            cluster.port(1).sched(cluster.begin(1), EVERYWHERE);
            cluster.port(1).sched(cluster.isochron(1), EVERYWHERE + 1);
            cluster.execute(1);
            cluster.sched(0, EVERYWHERE);
            cluster.cluster().expel(0);
            // Behind the end of host 0.
            cluster.write(2, 0, 1);
            final IsoValue value = cluster.read(2, EVERYWHERE);
            assertFalse(value.isReady());
            cluster.port(1).assign(cluster.begin(1), EVERYWHERE, 8);
            cluster.port(1).assign(cluster.isochron(1), EVERYWHERE + 1, 8);
            cluster.execute(1);
            assertEquals(8, value.await());
            cluster.assign(2, EVERYWHERE, 9);
            assertEquals(8, cluster.value(2, EVERYWHERE), "its SCHED was before that of host 1");
            assertEquals(8, cluster.value(1, EVERYWHERE + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatWasAssignedBefore(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, EVERYWHERE);
            cluster.assign(0, EVERYWHERE, 42);
            cluster.cluster().expel(0);
            assertEquals(42, cluster.value(1, EVERYWHERE));
            assertEquals(42, cluster.value(2, EVERYWHERE));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAnotherCopyAndSayWhichPagesAreLost(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(2, ON_0_AND_1, 5);
            cluster.write(2, ON_0, 6);
            assertEquals(5, cluster.value(2, ON_0_AND_1));
            assertEquals(6, cluster.value(2, ON_0));
            cluster.sched(2, ON_0);

            cluster.cluster().expel(0);
            // Behind the end of host 0.
            cluster.write(2, EVERYWHERE, 1);

            assertEquals(5, cluster.value(2, ON_0_AND_1));
            cluster.write(2, ON_0_AND_1 + 1, 8);
            assertEquals(8, cluster.value(1, ON_0_AND_1 + 1));
            final Isochron isochron = cluster.begin(2);
            assertEquals("variable 8 is lost: all hosts that held a copy of page 2 have been expelled; give a page" +
                " more than one host in the PageMap",
                assertThrows(PageLostException.class, () -> cluster.port(2).read(isochron, ON_0, new IsoValue()))
                    .getMessage());
            assertThrows(PageLostException.class, () -> cluster.port(2).write(isochron, ON_0, 1));
            assertThrows(PageLostException.class, () -> cluster.port(2).sched(isochron, ON_0 + 1));
            assertThrows(PageLostException.class, () -> cluster.port(2).assign(isochron, ON_0, 1));
            // Otherwise the port would have it for ever.
            cluster.port(2).cancel(isochron, ON_0);
            assertEquals(0, cluster.port(2).outstandingScheds());
            assertThrows(IndexOutOfBoundsException.class, () -> cluster.port(2).cancel(isochron, -1, 1));
            isochron.issue();
            isochron.awaitExecuted();
        }
    }

    @Test
    void shouldFailAReadThatWasNotAnswered()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final IsoValue value = new IsoValue();
            final Isochron isochron = cluster.isochron(2).begin();
            cluster.port(2).read(isochron, ON_0, value);
            final long pulse = cluster.cluster().expel(0);
            isochron.issue();
            final String message = assertThrows(HostExpelledException.class, value::await).getMessage();
            assertEquals("host 0 was expelled in pulse " + pulse + " before it answered the read of variable 8 by" +
                " host 2: read again", message);
        }
    }

    @Test
    void shouldFailAReadThatIsIssuedAfterwards()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final IsoValue value = new IsoValue();
            final Isochron isochron = cluster.host(2).isochron().begin();
            cluster.memory().port(cluster.host(2)).read(isochron, ON_0, value);
            cluster.cluster().expel(0);
            // Behind the end of host 0.
            cluster.write(2, EVERYWHERE, 1);
            isochron.issue();
            assertEquals("host 0 was expelled before the read of variable 8 by host 2 was issued: read again",
                assertThrows(HostExpelledException.class, value::await).getMessage());
            assertThrows(IllegalStateException.class, isochron::abandon);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellTheApplicationOfTheHost(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(1, EVERYWHERE);
            final IsoValue value = cluster.read(0, EVERYWHERE);
            final long pulse = cluster.cluster().expel(0);
            assertTrue(cluster.host(0).isExpelled());
            assertTrue(cluster.host(0).isClosed());
            assertFalse(cluster.host(1).isExpelled());
            assertEquals(pulse, cluster.cluster().expel(0));

            assertEquals("host 0 was expelled while it waited for the value of variable 1, which waits for the ASSIGN" +
                " of version " + Version.toString(Version.of(1, 0, 1)) + ", scheduled by host 1, thread '" +
                Thread.currentThread().getName() + "'",
                assertThrows(HostExpelledException.class, value::await).getMessage());
            final Isochron isochron = cluster.begin(0);
            cluster.port(0).write(isochron, EVERYWHERE, 1);
            assertThrows(HostExpelledException.class, isochron::issue);
            assertFalse(isochron.isOpen());
            assertThrows(HostExpelledException.class, () -> cluster.host(0).isochron());
            assertTrue(cluster.host(0).tryClose());
            cluster.host(0).close();
            assertEquals(0, cluster.host(0).poll());

            cluster.assign(1, EVERYWHERE, 3);
            assertEquals(3, cluster.value(2, EVERYWHERE));
        }
    }

    @Test
    void shouldExpelAllButOne()
    {
        try (TestCluster cluster = launch(ThreadingMode.SHARED))
        {
            cluster.write(0, EVERYWHERE, 9);
            final long first = cluster.cluster().expel(0);
            final long second = cluster.cluster().expel(1);
            assertTrue(second >= first);
            assertEquals("host: 2 (expected: not the last host that is left)",
                assertThrows(IllegalArgumentException.class, () -> cluster.cluster().expel(2)).getMessage());
            assertThrows(IllegalArgumentException.class, () -> cluster.cluster().expel(3));
            assertEquals(9, cluster.value(2, EVERYWHERE));
        }
    }

    @Test
    void shouldExpelNobodyFromAClosedCluster()
    {
        final Cluster cluster = Cluster.launch();
        cluster.close();
        assertThrows(ClusterClosedException.class, () -> cluster.expel(0));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetHostsGoWhileOthersWork(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final TestThreads threads = new TestThreads();
            final CountDownLatch actions = new CountDownLatch(50);
            for (int host = 0; host < 3; host++)
            {
                final int id = host;
                threads.start("host-" + id, () -> increment(cluster, id, actions));
            }
            // In the middle: most actions are still to come.
            actions.await();
            cluster.cluster().expel(0);
            threads.join();
            assertEquals(cluster.value(1, EVERYWHERE), cluster.value(2, EVERYWHERE));
            assertEquals(List.of(cluster.value(1, 0), cluster.value(1, 0)),
                List.of(cluster.value(1, EVERYWHERE), cluster.value(2, 0)));
        }
    }

    /**
     * Structured atomic actions on two variables, which are equal at any time; host 0 goes in the middle of one.
     */
    private static void increment(final TestCluster cluster, final int host, final CountDownLatch actions)
    {
        final MemoryPort port = cluster.port(host);
        final Isochron isochron = cluster.isochron(host);
        final IsoValue first = new IsoValue();
        final IsoValue second = new IsoValue();
        try
        {
            for (int i = 0; i < 2000; i++)
            {
                isochron.begin();
                port.read(isochron, 0, first);
                port.read(isochron, EVERYWHERE, second);
                port.sched(isochron, 0);
                port.sched(isochron, EVERYWHERE);
                isochron.issue();
                final long value = first.await();
                assertEquals(value, second.await());
                isochron.begin();
                port.assign(isochron, 0, value + 1);
                port.assign(isochron, EVERYWHERE, value + 1);
                isochron.issue();
                actions.countDown();
            }
        }
        catch (final HostExpelledException ex)
        {
            if (0 != host)
            {
                throw ex;
            }
        }
    }

    /**
     * Of two results that came together the handler of the first one does not return: nobody waits for the host, and
     * the second one is not handed over when it does.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @Timeout(60)
    void shouldExpelAHostThatIsStuckInAReadHandler(final ThreadingMode mode) throws Exception
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        final AtomicInteger handled = new AtomicInteger();
        final int on1 = PAGE_SIZE;
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).handlerTimeout(Duration.ZERO),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).build()))
        {
            final ReadHandler stuck = (address, value) ->
            {
                handled.incrementAndGet();
                isInside.countDown();
                awaitQuietly(mayLeave);
            };
            final TestThreads threads = new TestThreads();
            threads.start("application", () ->
            {
                cluster.begin(0);
                cluster.port(0).read(cluster.isochron(0), on1, new IsoValue().onValue(stuck));
                cluster.port(0).read(cluster.isochron(0), on1 + 1, new IsoValue().onValue(stuck));
                cluster.isochron(0).issue();
                while (!cluster.host(0).isExpelled())
                {
                    cluster.host(0).poll();
                }
            });
            // Not by polls: after some that find nothing to do this thread would work for host 0, and be stuck itself.
            final List<Unit> units = cluster.cluster().units().stream()
                .filter(unit -> unit.unitName().startsWith("host-1/")).toList();
            while (ThreadingMode.INVOKER == mode && 0 == handled.get())
            {
                units.forEach(Unit::doWork);
            }
            isInside.await();
            cluster.cluster().expel(0);
            for (int i = 0; i < 100; i++)
            {
                cluster.write(1, EVERYWHERE, i);
                assertEquals(i, cluster.value(1, EVERYWHERE));
            }
            mayLeave.countDown();
            threads.join();
        }
        assertEquals(1, handled.get());
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
