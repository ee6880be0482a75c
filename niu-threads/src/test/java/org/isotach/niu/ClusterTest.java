/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Unit;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClusterTest
{
    private static final String THREAD_PREFIX = "isotach-";

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldStartAndStop(final ThreadingMode mode) throws InterruptedException
    {
        final Cluster cluster = Cluster.launch(context(mode));
        assertFalse(cluster.isClosed());
        final RecordingModel model = RecordingModel.on(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        model.issue(isochron, 7, 0, 1);
        isochron.awaitExecuted();
        cluster.close();
        assertTrue(cluster.isClosed());
        assertEquals(List.of(7L), model.recorder(0).payloads());
        assertEquals(List.of(7L), model.recorder(1).payloads());
        awaitNoThreads();
    }

    /**
     * Its host executes nothing of it: what counts there is that everything before it has been executed.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSeeThatAnIsochronForOthersIsExecuted(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < 100; i++)
            {
                model.issue(isochron, i, 1);
                isochron.awaitExecuted();
                assertTrue(isochron.isExecuted());
            }
            model.issue(isochron, 100, 0);
            isochron.awaitExecuted();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNameItsThreadsByHostAndUnit(final ThreadingMode mode) throws InterruptedException
    {
        awaitNoThreads();
        try (Cluster cluster = Cluster.launch(context(mode).topology(Topology.chain(2, 2))))
        {
            final Set<String> expected;
            switch (mode)
            {
                case DEDICATED:
                    expected = Set.of(
                        "isotach-host-0/siu", "isotach-host-0/lanai", "isotach-host-0/executor",
                        "isotach-host-1/siu", "isotach-host-1/lanai", "isotach-host-1/executor",
                        "isotach-switch-0/tm", "isotach-switch-1/tm");
                    break;
                case HOST:
                    expected = Set.of("isotach-host-0", "isotach-host-1");
                    break;
                case SHARED:
                    expected = Set.of("isotach-cluster");
                    break;
                default:
                    expected = Set.of();
                    break;
            }
            assertEquals(new TreeSet<>(expected), threadNames());
            assertEquals("Cluster{" + cluster.topology() + ", threadingMode=" + mode + ", threads=" +
                expected.size() + ", waiting=PARK, closed=false}", cluster.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldUseDaemonThreadsByDefault(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            assertFalse(cluster.isClosed());
            assertTrue(threads().stream().allMatch(Thread::isDaemon));
        }
    }

    @Test
    void shouldUseTheThreadFactoryOfTheUser()
    {
        final AtomicInteger count = new AtomicInteger();
        final ClusterContext context = context(ThreadingMode.HOST).threadFactory(work ->
        {
            count.getAndIncrement();
            final Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        });
        Cluster.launch(context).close();
        assertEquals(2, count.get());
    }

    /**
     * 256 hosts make 65,536 links, all of them while the cluster is being closed: a machine with other things to do
     * takes longer for that than {@code close()} waits by default.
     */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 16, 17, 64, 256 })
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldServeAnyNumberOfHosts(final int hosts)
    {
        final Cluster cluster = Cluster.launch(context(ThreadingMode.SHARED)
            .hosts(hosts).maxIsochronLength(64).closeTimeout(Duration.ofHours(1)));
        try (cluster)
        {
            final CountingModel model = new CountingModel(cluster);
            for (int host = 0; host < hosts; host++)
            {
                model.issueToAll(cluster.host(host).isochron());
            }
            cluster.close();
            for (int host = 0; host < hosts; host++)
            {
                assertEquals(hosts, model.count(host), "operations executed at host " + host);
            }
        }
    }

    @Test
    void shouldRefuseAHostThatDoesNotExist()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            for (final int id : new int[]{ -1, 2, Integer.MAX_VALUE })
            {
                final IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> cluster.host(id));
                assertEquals("host: " + id + " (expected: 0..1)", refusal.getMessage());
            }
            assertEquals(1, cluster.host(1).id());
            assertEquals(cluster.hostCount(), cluster.host(1).hostCount());
            assertSame(cluster.context(), cluster.host(1).context());
        }
    }

    @Test
    void shouldListTheUnitsOfHostsAndSwitches()
    {
        assertEquals(
            List.of("host-0/sender", "host-0/executor", "host-1/sender", "host-1/executor", "switch-0+1/tm"),
            unitNames(context(ThreadingMode.INVOKER).topology(Topology.chain(2, 2))));
        assertEquals(
            List.of("host-0/siu", "host-0/lanai", "host-0/executor", "host-1/siu", "host-1/lanai", "host-1/executor",
                "switch-0+1/tm"),
            unitNames(context(ThreadingMode.SHARED).topology(Topology.chain(2, 2))));
        assertEquals(
            List.of("switch-0+1/tm", "switch-2/tm"),
            unitNames(context(ThreadingMode.INVOKER).topology(Topology.chain(3, 24))).subList(2 * 24, 2 * 24 + 2));
    }

    /**
     * Threads of their own, or tokens that get lost between them, are for each switch.
     */
    @Test
    void shouldHaveATokenManagerForEachSwitchWhereItHasAThreadOrLinksHaveFaults()
    {
        final List<String> names = List.of("switch-0/tm", "switch-1/tm");
        assertEquals(names,
            unitNames(context(ThreadingMode.DEDICATED).topology(Topology.chain(2, 2))).subList(6, 8));
        assertEquals(names,
            unitNames(context(ThreadingMode.INVOKER).topology(Topology.chain(2, 2))
                .linkFaults(LinkFaults.parse("drop=0.1"))).subList(4, 6));
    }

    private static List<String> unitNames(final ClusterContext context)
    {
        try (Cluster cluster = Cluster.launch(context))
        {
            return cluster.units().stream().map(Unit::unitName).collect(Collectors.toList());
        }
    }

    @Test
    void shouldLeaveNothingBehind() throws InterruptedException
    {
        final List<WeakReference<Cluster>> clusters = new ArrayList<>();
        final ThreadingMode[] modes = ThreadingMode.values();
        for (int i = 0; i < 1000; i++)
        {
            clusters.add(new WeakReference<>(launchUseAndClose(modes[i % modes.length])));
        }
        awaitNoThreads();
        while (clusters.stream().anyMatch(reference -> null != reference.get()))
        {
            assertFalse(Thread.currentThread().isInterrupted(), "a cluster is still reachable");
            System.gc();
        }
    }

    private static Cluster launchUseAndClose(final ThreadingMode mode)
    {
        final Cluster cluster = Cluster.launch(context(mode));
        final RecordingModel model = RecordingModel.on(cluster);
        model.issue(cluster.host(0).isochron(), 1, 0, 1);
        model.issue(cluster.host(1).isochron(), 2, 0, 1);
        cluster.close();
        assertEquals(2, model.recorder(0).executions.size(), () -> "executed in mode " + mode);
        assertEquals(model.recorder(0).executions, model.recorder(1).executions);
        return cluster;
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatWasIssuedBeforeItWasClosed(final ThreadingMode mode)
    {
        final Cluster cluster = Cluster.launch(context(mode).sendRingSize(1024).linkRingSize(2));
        final RecordingModel model = RecordingModel.on(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        for (int i = 0; i < 500; i++)
        {
            model.issue(isochron, i, 1);
        }
        cluster.close();
        assertEquals(500, model.recorder(1).executions.size());
        assertTrue(isochron.isExecuted());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseUseAfterClose(final ThreadingMode mode)
    {
        final Cluster cluster = Cluster.launch(context(mode));
        final RecordingModel model = RecordingModel.on(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        model.issue(isochron, 1, 0, 1);
        cluster.close();
        cluster.close();

        isochron.begin();
        model.append(isochron, 2, 0, 1);
        assertClosed("the cluster of host 0 is closed: nothing can be issued", isochron::issue);
        assertFalse(isochron.isOpen(), "it was abandoned");
        isochron.begin();
        model.append(isochron, 3, 0);
        assertClosed("the cluster of host 0 is closed: nothing can be issued", isochron::tryIssue);
        assertClosed("the cluster of host 1 is closed: nothing can be issued", () -> cluster.host(1).isochron());
        assertTrue(cluster.host(0).isClosed());
        assertTrue(cluster.host(0).tryClose());
        cluster.host(0).close();
        assertEquals(0, cluster.host(0).poll());
        assertEquals(List.of(1L), model.recorder(0).payloads());
        assertTrue(cluster.toString().endsWith(", closed=true}"), cluster::toString);
    }

    /**
     * An isochron that races with close() is executed everywhere, or refused.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldExecuteWhatItTookWhileItWasBeingClosed(final ThreadingMode mode) throws Exception
    {
        for (int i = 0; i < 300; i++)
        {
            final Cluster cluster = Cluster.launch(context(mode).maxIsochronLength(64));
            final CountingModel model = new CountingModel(cluster);
            final AtomicInteger issued = new AtomicInteger();
            final CountDownLatch isIssuing = new CountDownLatch(1);
            final TestThreads threads = new TestThreads();
            for (int k = 0; k < 3; k++)
            {
                final Host host = cluster.host(k % 2);
                threads.start("issuing-" + k, () -> assertThrows(ClusterClosedException.class, () ->
                {
                    final Isochron isochron = host.isochron();
                    while (true)
                    {
                        model.issueToAll(isochron);
                        issued.getAndIncrement();
                        isIssuing.countDown();
                    }
                }));
            }
            isIssuing.await();
            cluster.close();
            threads.join();
            assertEquals(issued.get(), model.count(0), "round " + i);
            assertEquals(issued.get(), model.count(1), "round " + i);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeClosedBySeveralThreadsAtOnce(final ThreadingMode mode) throws Exception
    {
        for (int i = 0; i < 20; i++)
        {
            final Cluster cluster = Cluster.launch(context(mode));
            final RecordingModel model = RecordingModel.on(cluster);
            model.issue(cluster.host(0).isochron(), 1, 0, 1);
            final TestThreads threads = new TestThreads();
            for (int k = 0; k < 3; k++)
            {
                threads.start("closer-" + k, () ->
                {
                    cluster.close();
                    assertTrue(cluster.isClosed());
                });
            }
            threads.join();
            assertEquals(List.of(1L), model.recorder(1).payloads());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellThoseWhoWaitThatItIsClosed(final ThreadingMode mode) throws Exception
    {
        final Cluster cluster = Cluster.launch(context(mode));
        final CountDownLatch isWaiting = new CountDownLatch(2);
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < 2; i++)
        {
            final Host host = cluster.host(i);
            threads.start("waiting-" + i, () ->
            {
                final Waiter waiter = host.waiter();
                isWaiting.countDown();
                final ClusterClosedException closed = assertThrows(ClusterClosedException.class, () ->
                    waiter.awaitCall(() -> false, "Godot", Waiter.NO_LIMIT_NS));
                assertEquals("the cluster was closed while host " + host.id() + " waited for Godot",
                    closed.getMessage());
            });
        }
        isWaiting.await();
        cluster.close();
        threads.join();
    }

    @Test
    void shouldEndWaitingWhenTheThreadIsInterrupted() throws Exception
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.SHARED)))
        {
            final TestThreads threads = new TestThreads();
            final Thread thread = threads.start("waiting", () ->
            {
                final Waiter waiter = cluster.host(1).waiter();
                final IsotachException interrupted = assertThrows(IsotachException.class, () ->
                    waiter.awaitCall(() -> false, "Godot", Waiter.NO_LIMIT_NS));
                assertEquals("interrupted while host 1 waited for Godot", interrupted.getMessage());
                assertTrue(Thread.currentThread().isInterrupted());
            });
            thread.interrupt();
            threads.join();
        }
    }

    @Test
    void shouldReportWhatItCouldNotDrain() throws Exception
    {
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)
            .linkRingSize(1).closeTimeout(Duration.ZERO).errorHandler(errors::add));
        final RecordingModel model = RecordingModel.on(cluster);
        final Isochron isochron = cluster.host(0).isochron();
        model.issue(isochron, 1, 1);
        model.issue(isochron, 2, 1);
        cluster.close();
        assertTrue(cluster.isClosed());
        assertEquals(1, errors.size());
        // The state of the cluster follows, a line for each host.
        final String message = errors.element().getMessage().lines().limit(3).collect(Collectors.joining("\n"));
        assertEquals("cluster closed with isochrons that were not executed after 0 ms" +
            "\n  host-0/sender holds isochron 1 back, because host 1 has not executed, or" +
            " received, the last 1 frames of host 0, pulse 0" +
            "\n  host 0 has isochrons pending up to 0, and others that wait for a frame, pulse 0", message);
    }

    @ParameterizedTest
    @CsvSource({ "INVOKER, true", "SHARED, false", "HOST, false", "DEDICATED, false" })
    void shouldWorkInPollOnlyWhenNobodyElseDoes(final ThreadingMode mode, final boolean isWork)
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            assertEquals(0, cluster.host(1).poll());
            model.issue(cluster.host(0).isochron(), 1, 1);
            assertEquals(isWork, cluster.host(1).poll() > 0);
        }
    }

    static ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().threadingMode(mode);
    }

    private static void assertClosed(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(ClusterClosedException.class, call).getMessage());
    }

    private static List<Thread> threads()
    {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith(THREAD_PREFIX))
            .collect(Collectors.toList());
    }

    private static Set<String> threadNames()
    {
        return threads().stream().map(Thread::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * A thread is still alive for a moment after its work has ended.
     */
    private static void awaitNoThreads() throws InterruptedException
    {
        for (final Thread thread : threads())
        {
            thread.join();
        }
    }
}
