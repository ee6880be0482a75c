/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ModelHost;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.link.RecordRing;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads of the cluster run handlers: {@link Progress#CLUSTER}.
 */
@Timeout(20)
final class ProgressTest
{
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private Cluster cluster;
    private ActiveMessages am;

    private void launch(final ThreadingMode mode)
    {
        launch(mode, Duration.ofSeconds(10));
    }

    private void launch(final ThreadingMode mode, final Duration awaitTimeout)
    {
        launch(2, mode, awaitTimeout, new AmContext());
    }

    private void launch(
        final int hosts, final ThreadingMode mode, final Duration awaitTimeout, final AmContext context)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(hosts).threadingMode(mode).errorHandler(errors::add)
            .awaitTimeout(awaitTimeout));
        am = ActiveMessages.on(cluster, context.progress(Progress.CLUSTER));
    }

    private AmPort port(final int host)
    {
        return am.port(cluster.host(host));
    }

    @AfterEach
    void close()
    {
        if (null != cluster)
        {
            cluster.close();
        }
    }

    private static void pass(final CountDownLatch latch)
    {
        try
        {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static Set<Thread> servers()
    {
        final Set<Thread> servers = ConcurrentHashMap.newKeySet();
        for (final Thread thread : Thread.getAllStackTraces().keySet())
        {
            if (thread.getName().startsWith("isotach-host-") && thread.getName().endsWith("/am"))
            {
                servers.add(thread);
            }
        }
        return servers;
    }

    private static Thread server(final int host)
    {
        return servers().stream().filter(thread -> ("isotach-host-" + host + "/am").equals(thread.getName()))
            .findFirst().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldAnswerForAHostThatNeverPolls(final ThreadingMode mode)
    {
        launch(mode);
        final Set<String> threads = ConcurrentHashMap.newKeySet();
        final AtomicInteger answers = new AtomicInteger();
        final int reply = am.onReply(arrived -> answers.addAndGet((int)arrived.arg(0)));
        final int request = am.onRequest(arrived ->
        {
            threads.add(Thread.currentThread().getName());
            arrived.reply(reply, 1, 0, 0, 0);
        });
        for (int i = 0; i < 1000; i++)
        {
            port(0).request(1, request, 0, 0, 0, 0);
        }
        port(0).awaitAnswers();
        assertEquals(1000, answers.get());
        assertEquals(Set.of("isotach-host-1/am"), threads);
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldLetNobodyInWhileAHandlerRuns() throws InterruptedException
    {
        launch(ThreadingMode.HOST);
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final List<Throwable> refused = new CopyOnWriteArrayList<>();
        final AtomicInteger own = new AtomicInteger();
        final int ownRequest = am.onRequest(arrived -> own.incrementAndGet());
        final int request = am.onRequest(arrived ->
        {
            refused.add(assertThrows(IllegalStateException.class, () -> port(1).poll()));
            isInside.countDown();
            pass(mayReturn);
        });
        port(0).request(1, request, 0, 0, 0, 0);
        pass(isInside);
        // The thread of the application is not inside the handler: it is not refused, and gets nothing done.
        assertEquals(0, port(1).poll());
        assertFalse(port(1).tryRequest(0, ownRequest, 0, 0, 0, 0));
        assertFalse(port(1).tryRequest(1, ownRequest, 0, 0, 0, 0));
        final TestThreads threads = new TestThreads();
        threads.start("application", () -> port(1).request(1, ownRequest, 0, 0, 0, 0));
        assertEquals(0, own.get());
        mayReturn.countDown();
        threads.join();
        assertEquals(1, own.get());
        assertEquals(1, refused.size());
        assertTrue(refused.get(0).getMessage().startsWith("AmPort.poll() from inside a request handler of host 1"),
            refused.get(0).getMessage());
        assertEquals(List.of(), errors);
    }

    /**
     * The thread of the cluster has taken the last answer, and runs its handler.
     */
    @Test
    void shouldWaitForTheHandlersOfAllAnswers()
    {
        launch(ThreadingMode.HOST, Duration.ofMillis(200));
        final CountDownLatch mayReply = new CountDownLatch(1);
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final CountDownLatch returns = new CountDownLatch(1);
        final int reply = am.onReply(arrived ->
        {
            isInside.countDown();
            pass(mayReturn);
            returns.countDown();
        });
        final int request = am.onRequest(arrived ->
        {
            pass(mayReply);
            arrived.reply(reply, 0, 0, 0, 0);
        });
        port(0).request(1, request, 0, 0, 0, 0);
        mayReply.countDown();
        pass(isInside);
        assertThrows(IsotachTimeoutException.class, port(0)::awaitAnswers);
        mayReturn.countDown();
        pass(returns);
        awaitAnswersOf(port(0));
        assertEquals(List.of(), errors);
    }

    /**
     * The thread of the port may have no processor for as long as the time limit of the cluster.
     */
    private static void awaitAnswersOf(final AmPort port)
    {
        while (true)
        {
            try
            {
                port.awaitAnswers();
                return;
            }
            catch (final IsotachTimeoutException ex)
            {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldNotCopyToMemoryThatIsNotRegisteredAnyMore()
    {
        launch(ThreadingMode.SHARED);
        final AtomicInteger landed = new AtomicInteger();
        final int handler = am.onRequest(arrived -> landed.incrementAndGet());
        final OffHeapBuffer source = OffHeapBuffer.allocate(10_000);
        final OffHeapBuffer target = OffHeapBuffer.allocate(10_000);
        source.putLong(9_992, 42);
        final Region region = port(1).register(target);
        port(0).transfer(1, handler, source, 0, 10_000, region.pointer(0), 0);
        port(0).awaitAnswers();
        assertEquals(42, target.getLong(9_992));
        assertEquals(1, landed.get());
        region.close();
        assertThrows(IllegalArgumentException.class,
            () -> port(0).transfer(1, handler, source, 0, 10_000, region.pointer(0), 0));
        final Region own = port(1).register(target);
        final int closing = am.onRequest(arrived -> own.close());
        port(0).request(1, closing, 0, 0, 0, 0);
        port(0).awaitAnswers();
        assertThrows(IllegalArgumentException.class,
            () -> port(1).transfer(1, handler, source, 0, 8, own.pointer(0), 0));
        assertEquals(List.of(), errors);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldEndWithTheCluster(final ThreadingMode mode)
    {
        launch(mode);
        final Set<Thread> servers = servers();
        assertEquals(2, servers.size());
        cluster.close();
        for (final Thread server : servers)
        {
            assertFalse(server.isAlive(), server.getName());
        }
        assertEquals(List.of(), errors);
    }

    /**
     * One of the threads closes the cluster, and waits for the other one.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetSeveralHandlersCloseTheCluster(final ThreadingMode mode)
    {
        launch(3, mode, Duration.ofSeconds(10), new AmContext());
        final Cluster closed = cluster;
        cluster = null;
        final CountDownLatch areInside = new CountDownLatch(2);
        final CountDownLatch haveReturned = new CountDownLatch(2);
        final int shutDown = am.onRequest(arrived ->
        {
            areInside.countDown();
            pass(areInside);
            closed.close();
            haveReturned.countDown();
        });
        final AmPort port = am.port(closed.host(2));
        port.request(0, shutDown, 0, 0, 0, 0);
        port.request(1, shutDown, 0, 0, 0, 0);
        pass(haveReturned);
        closed.close();
        assertTrue(closed.isClosed());
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldEndWithAHostThatIsExpelled() throws InterruptedException
    {
        launch(ThreadingMode.HOST);
        final List<Failure.Reason> failures = new CopyOnWriteArrayList<>();
        am.onFailed(failure -> failures.add(failure.reason()));
        final int request = am.onRequest(arrived ->
        {
            // An empty reply.
        });
        final Thread server = server(1);
        cluster.expel(1);
        server.join();
        assertThrows(HostExpelledException.class, () -> port(0).request(1, request, 0, 0, 0, 0));
        assertThrows(HostExpelledException.class, () -> port(1).poll());
        assertEquals(List.of(), failures);
        assertEquals(List.of(), errors);
    }

    /**
     * The thread of the application is inside a handler when that of the cluster ends.
     */
    @Test
    void shouldFailWhatIsOutstandingIfAHandlerRunsAtTheEnd() throws InterruptedException
    {
        launch(ThreadingMode.HOST);
        final List<String> failures = new CopyOnWriteArrayList<>();
        am.onFailed(failure -> failures.add(failure.reason() + " " + failure.arg(0)));
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final int waiting = am.onRequest(arrived -> pass(mayReturn));
        final TestThreads threads = new TestThreads();
        final int closing = am.onRequest(arrived ->
        {
            final Thread server = server(0);
            threads.start("close", cluster::close);
            while (server.isAlive())
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
        });
        port(0).request(1, waiting, 1, 0, 0, 0);
        while (!port(0).tryRequest(0, closing, 0, 0, 0, 0))
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        assertEquals(List.of("CLOSED 1"), failures);
        // The thread of host 1 keeps the cluster from being closed.
        assertThrows(ClusterClosedException.class, () -> port(0).tryRequest(1, waiting, 2, 0, 0, 0));
        mayReturn.countDown();
        threads.join();
        assertEquals(List.of("CLOSED 1"), failures);
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldStartNoThreadIfOneCannotBeStarted()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        am = ActiveMessages.on(cluster);
        cluster.expel(1);
        final AmContext context = new AmContext().progress(Progress.CLUSTER);
        assertThrows(HostExpelledException.class, () -> ActiveMessages.on(cluster, context));
        assertThrows(HostExpelledException.class, () -> am.beside(context));
        assertEquals(Set.of(), servers());
        // The context is as it was, and so are the links.
        am.beside(context.progress(Progress.CALLER));
        cluster.close();
        assertThrows(ClusterClosedException.class,
            () -> ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER)));
    }

    @Test
    void shouldStopTheThreadsThatItHasStartedIfAnotherOneCannotBeStarted() throws InterruptedException
    {
        final List<Thread> made = new CopyOnWriteArrayList<>();
        final AtomicInteger mayBeMade = new AtomicInteger(2);
        cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)
            .errorHandler(errors::add).threadFactory(task ->
            {
                if (mayBeMade.getAndDecrement() <= 0)
                {
                    throw new InternalError("no thread");
                }
                made.add(new Thread(task));
                return made.get(made.size() - 1);
            }));
        final ActiveMessages first = ActiveMessages.on(cluster);
        final AmContext context = new AmContext().progress(Progress.CLUSTER).key(Key.random());
        assertThrows(InternalError.class, () -> first.beside(context));
        assertEquals(2, made.size());
        for (final Thread thread : made)
        {
            thread.join();
        }
        mayBeMade.set(3);
        // The context is as it was, and its key belongs to nobody.
        am = first.beside(context);
        port(0).switchIn();
        port(1).switchIn();
        assertAnswers();
        assertEquals(List.of(), errors);
    }

    /**
     * An interrupt that a handler leaves behind ends neither the thread nor its waits.
     */
    @Test
    void shouldGoOnAfterAHandlerHasInterruptedItsThread()
    {
        launch(ThreadingMode.INVOKER);
        final AtomicInteger handled = new AtomicInteger();
        final int request = am.onRequest(arrived ->
        {
            handled.incrementAndGet();
            Thread.currentThread().interrupt();
        });
        for (int i = 0; i < 20; i++)
        {
            port(0).request(1, request, 0, 0, 0, 0);
            port(0).awaitAnswers();
        }
        assertEquals(20, handled.get());
        assertEquals(List.of(), errors);
    }

    /**
     * There is no memory for the link that the first answer needs.
     */
    @Test
    void shouldAnswerLaterWhenThereWasNoMemory()
    {
        final AtomicInteger failures = new AtomicInteger(1);
        final AmContext context = new AmContext();
        context.variants().links = (sender, receiver, capacity) ->
        {
            if (1 == sender && failures.getAndDecrement() > 0)
            {
                throw new InternalError("link");
            }
            return new RecordRing(capacity);
        };
        launch(2, ThreadingMode.HOST, Duration.ofSeconds(10), context);
        assertAnswers();
        assertEquals(List.of("link"), errors.stream().map(Throwable::getMessage).toList());
    }

    @Test
    void shouldGoOnAfterAnErrorOutsideOfHandlers()
    {
        final AtomicInteger failures = new AtomicInteger(1);
        final AmContext context = new AmContext();
        context.variants().clock = () ->
        {
            if ("isotach-host-1/am".equals(Thread.currentThread().getName()) && failures.getAndDecrement() > 0)
            {
                throw new InternalError("clock");
            }
            return System.nanoTime();
        };
        launch(3, ThreadingMode.HOST, Duration.ofSeconds(10), context);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final int waiting = am.onRequest(arrived -> pass(mayReturn));
        // Nobody looks at the clock but for a request without an answer.
        port(1).request(2, waiting, 0, 0, 0, 0);
        while (errors.isEmpty())
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
        assertAnswers();
        mayReturn.countDown();
        assertEquals(List.of("clock"), errors.stream().map(Throwable::getMessage).toList());
    }

    private void assertAnswers()
    {
        final AtomicInteger handled = new AtomicInteger();
        final int request = am.onRequest(arrived -> handled.incrementAndGet());
        for (int i = 0; i < 20; i++)
        {
            port(0).request(1, request, 0, 0, 0, 0);
            port(0).awaitAnswers();
        }
        assertEquals(20, handled.get());
    }

    @Test
    void shouldReportWhatATaskThrowsAndRefuseTasksAtTheEnd() throws InterruptedException
    {
        launch(ThreadingMode.INVOKER);
        final ModelHost host = cluster.host(0).models();
        final CountDownLatch isDone = new CountDownLatch(1);
        final AtomicInteger stops = new AtomicInteger();
        host.startThread("failing", () ->
        {
            isDone.countDown();
            throw new UnsupportedOperationException("task");
        }, stops::incrementAndGet);
        pass(isDone);
        cluster.close();
        assertEquals(1, stops.get());
        assertEquals(List.of("task"), errors.stream().map(Throwable::getMessage).toList());
        assertThrows(ClusterClosedException.class,
            () -> host.startThread("late", isDone::countDown, isDone::countDown));
    }

    /**
     * The pieces of a transfer fail with the cluster, inside a turn of the thread that sends them.
     */
    @Test
    void shouldSayOfATransferThatTheClusterIsClosed() throws Exception
    {
        final List<Thread> servers = new CopyOnWriteArrayList<>();
        cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)
            .errorHandler(errors::add).threadFactory(task ->
            {
                final Thread thread = new Thread(task);
                thread.setDaemon(true);
                servers.add(thread);
                return thread;
            }));
        am = ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER).directTransfers(false));
        final CountDownLatch isSilent = new CountDownLatch(1);
        final CountDownLatch mayAnswer = new CountDownLatch(1);
        final CountDownLatch mayClose = new CountDownLatch(1);
        final int silence = am.onRequest(request ->
        {
            isSilent.countDown();
            pass(mayAnswer);
        });
        final int ending = am.onRequest(request ->
        {
            if (!servers.contains(Thread.currentThread()) && mayClose.getCount() > 0)
            {
                mayClose.countDown();
                // Its thread leaves the end of what is outstanding to the turn of this one.
                awaitEnd(servers.get(0));
            }
        });
        final AtomicInteger received = new AtomicInteger();
        final int receiving = am.onRequest(request -> received.incrementAndGet());
        final Region region = am.port(cluster.host(1)).register(OffHeapBuffer.allocate(8000));
        final TestThreads threads = new TestThreads();
        threads.start("transfer", () ->
        {
            final AmPort port = am.port(cluster.host(0));
            port.request(1, silence, 0, 0, 0, 0);
            pass(isSilent);
            try
            {
                assertThrows(ClusterClosedException.class,
                    () -> port.transfer(1, receiving, OffHeapBuffer.allocate(8000), 0, 8000, region.pointer(0), 0));
            }
            finally
            {
                mayAnswer.countDown();
            }
        });
        threads.start("requests", () ->
        {
            pass(isSilent);
            final AmPort port = am.port(cluster.host(2));
            assertThrows(ClusterClosedException.class, () ->
            {
                while (true)
                {
                    port.request(0, ending, 0, 0, 0, 0);
                }
            });
        });
        pass(mayClose);
        cluster.close();
        threads.join();
        assertEquals(0, received.get());
    }

    private static void awaitEnd(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
