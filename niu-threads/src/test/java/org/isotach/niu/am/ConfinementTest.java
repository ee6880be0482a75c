/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads that use the port of another one, in paranoid mode.
 */
@Timeout(60)
final class ConfinementTest
{
    private Cluster cluster;
    private ActiveMessages am;

    private void launch(final ThreadingMode mode, final boolean isParanoid, final Progress progress)
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).paranoid(isParanoid));
        am = ActiveMessages.on(cluster, new AmContext().progress(progress));
    }

    private AmPort port(final int host)
    {
        return am.port(cluster.host(host));
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    private static void pass(final CountDownLatch latch)
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

    /**
     * All calls that send, serve or wait.
     */
    private List<Executable> callsOf(final AmPort port)
    {
        final int request = am.onRequest(arrived ->
        {
            // An empty reply.
        });
        final int reply = am.onReply(arrived ->
        {
        });
        final OffHeapBuffer source = OffHeapBuffer.allocate(8);
        final long pointer = port(1).register(OffHeapBuffer.allocate(8)).pointer(0);
        final List<Executable> calls = new ArrayList<>();
        calls.add(port::poll);
        calls.add(() -> port.tryRequest(1, request, 0, 0, 0, 0));
        calls.add(() -> port.tryRequest(port.self(), request, 0, 0, 0, 0));
        calls.add(() -> port.request(1, request, 0, 0, 0, 0));
        calls.add(() -> port.tryTransfer(1, request, source, 0, 8, pointer, 0));
        calls.add(() -> port.transfer(1, request, source, 0, 8, pointer, 0));
        calls.add(() -> port.transfer(port.self(), request, source, 0, 8, pointer, 0));
        calls.add(() -> port.broadcast(reply, 0, 0, 0, 0));
        calls.add(() -> port.broadcastTransfer(reply, source, 0, 8, pointer, 0));
        calls.add(() -> port.await(() -> true, "nothing"));
        calls.add(port::awaitAnswers);
        return calls;
    }

    private static void assertRefused(final int host, final Executable call)
    {
        assertEquals("a call of the port of host " + host + " by thread '" + Thread.currentThread().getName() +
            "', while thread 'user' is inside one: a port of active messages belongs to one thread at a time; let" +
            " that one send and poll for the others", assertThrows(IsotachException.class, call).getMessage());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileOneWaits(final ThreadingMode mode) throws InterruptedException
    {
        for (final Progress progress : Progress.values())
        {
            launch(mode, true, progress);
            final CountDownLatch isInside = new CountDownLatch(1);
            final AtomicBoolean isOver = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            threads.start("user", () -> port(0).await(() ->
            {
                isInside.countDown();
                return isOver.get();
            }, "the end"));
            isInside.await();
            for (final Executable call : callsOf(port(0)))
            {
                assertRefused(0, call);
            }
            assertEquals(0, port(0).outstanding());
            isOver.set(true);
            threads.join();
            // It may be given away now.
            port(0).poll();
            cluster.close();
        }
    }

    @Test
    void shouldTellAHandlerThatItIsOneAndOtherThreadsThatAnotherIsInside() throws InterruptedException
    {
        launch(ThreadingMode.INVOKER, true, Progress.CALLER);
        final List<String> refused = new CopyOnWriteArrayList<>();
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final int request = am.onRequest(arrived ->
        {
            refused.add(assertThrows(IllegalStateException.class, port(1)::poll).getMessage());
            isInside.countDown();
            pass(mayReturn);
        });
        port(0).request(1, request, 0, 0, 0, 0);
        final TestThreads threads = new TestThreads();
        threads.start("user", () ->
        {
            while (0 == port(1).poll())
            {
                Thread.onSpinWait();
            }
        });
        isInside.await();
        assertRefused(1, port(1)::poll);
        mayReturn.countDown();
        threads.join();
        assertEquals(1, refused.size());
        assertTrue(refused.get(0).startsWith("AmPort.poll() from inside a request handler of host 1"),
            refused.get(0));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetTheThreadOfTheClusterServe(final ThreadingMode mode)
    {
        launch(mode, true, Progress.CLUSTER);
        final AtomicInteger handled = new AtomicInteger();
        final int request = am.onRequest(arrived -> handled.incrementAndGet());
        for (int i = 0; i < 100; i++)
        {
            port(0).request(1, request, 0, 0, 0, 0);
        }
        port(0).awaitAnswers();
        assertEquals(100, handled.get());
    }

    @Test
    void shouldNotNoticeItOtherwise() throws InterruptedException
    {
        launch(ThreadingMode.SHARED, false, Progress.CLUSTER);
        final CountDownLatch isInside = new CountDownLatch(1);
        final AtomicBoolean isOver = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        threads.start("user", () -> port(0).await(() ->
        {
            isInside.countDown();
            return isOver.get();
        }, "the end"));
        isInside.await();
        // With two threads that have the port in turn, a third one does no harm.
        assertEquals(0, port(0).poll());
        isOver.set(true);
        threads.join();
    }
}
