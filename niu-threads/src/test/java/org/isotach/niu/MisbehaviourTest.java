/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.spi.OperationReader;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.Doorbell;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Code of users that misbehaves does not stop the cluster, and does not keep it from being closed.
 */
class MisbehaviourTest
{
    /**
     * What the error handler throws is logged, by the thread of the cluster: where that takes long, there may be a
     * report of it, too.
     */
    @Test
    void shouldGoOnWhenTheErrorHandlerThrows()
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.SHARED)
            .closeTimeout(Duration.ofHours(1))
            .errorHandler(error ->
            {
                errors.add(error);
                throw new IllegalStateException(error);
            })))
        {
            model = RecordingModel.on(cluster);
            model.recorder(1).onExecution(payload ->
            {
                throw new IllegalArgumentException("operation " + payload);
            });
            final Isochron isochron = cluster.host(0).isochron();
            model.issue(isochron, 1, 0, 1);
            isochron.awaitExecuted();
            model.issue(isochron, 2, 0, 1);
        }
        assertEquals(
            List.of("operation 1", "operation 2"),
            errors.stream().filter(IllegalArgumentException.class::isInstance).map(Throwable::getMessage).toList());
        assertEquals(List.of(1L, 2L), model.recorder(1).payloads());
    }

    @Test
    void shouldGoOnWhenAHandlerInterruptsItsThread()
    {
        final RecordingModel model;
        final AtomicInteger interrupted = new AtomicInteger();
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.SHARED)))
        {
            model = RecordingModel.on(cluster);
            model.recorder(1).onExecution(payload -> cluster.host(1).models().runHandler(() ->
            {
                if (Thread.currentThread().isInterrupted())
                {
                    interrupted.incrementAndGet();
                }
                Thread.currentThread().interrupt();
            }));
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < 100; i++)
            {
                model.issue(isochron, i, 0, 1);
                isochron.awaitExecuted();
            }
        }
        assertEquals(100, model.recorder(1).executions.size());
        assertEquals(0, interrupted.get(), "the interrupt of the handler before is forgotten");
    }

    @Test
    void shouldEndTheThreadsThatItHasStartedWhenTheNextOneFails() throws InterruptedException
    {
        final List<Thread> made = new CopyOnWriteArrayList<>();
        assertThrows(IllegalStateException.class, () -> Cluster.launch(context(ThreadingMode.DEDICATED)
            .threadFactory(work ->
            {
                if (3 == made.size())
                {
                    throw new IllegalStateException("no more threads");
                }
                final Thread thread = new Thread(work);
                thread.setDaemon(true);
                made.add(thread);
                return thread;
            })));
        for (final Thread thread : made)
        {
            thread.join();
        }
    }

    @Test
    void shouldNameTheThreadFactoryThatReturnsNull() throws InterruptedException
    {
        final List<Thread> made = new CopyOnWriteArrayList<>();
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> Cluster.launch(context(ThreadingMode.HOST)
                .threadFactory(work ->
                {
                    if (!made.isEmpty())
                    {
                        return null;
                    }
                    final Thread thread = new Thread(work);
                    thread.setDaemon(true);
                    made.add(thread);
                    return thread;
                })));
        assertTrue(
            refusal.getMessage().matches("the thread factory returned null for the thread isotach-\\S+ " +
                "\\(expected: a new thread for each call\\): change ClusterContext.threadFactory"),
            refusal.getMessage());
        made.get(0).join();
    }

    @Test
    void shouldCloseSilentlyOnAnInterruptedThread()
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final Cluster cluster = Cluster.launch(context(ThreadingMode.DEDICATED).errorHandler(errors::add));
        final PrintStream err = System.err;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try
        {
            Thread.currentThread().interrupt();
            cluster.close();
            assertTrue(Thread.interrupted(), "the interrupt is kept");
        }
        finally
        {
            Thread.interrupted();
            System.setErr(err);
        }
        assertEquals("", bytes.toString(StandardCharsets.UTF_8));
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldRefuseToBeClosedByTheErrorHandler() throws Exception
    {
        final AtomicReference<Cluster> cluster = new AtomicReference<>();
        final AtomicReference<Throwable> refusal = new AtomicReference<>();
        final CountDownLatch isOver = new CountDownLatch(1);
        cluster.set(Cluster.launch(context(ThreadingMode.SHARED).errorHandler(error ->
        {
            try
            {
                cluster.get().close();
            }
            catch (final IllegalStateException ex)
            {
                refusal.set(ex);
            }
            isOver.countDown();
        })));
        final RecordingModel model = RecordingModel.on(cluster.get());
        model.recorder(1).onExecution(payload ->
        {
            throw new IllegalArgumentException("operation");
        });
        model.issue(cluster.get().host(0).isochron(), 1, 0, 1);
        isOver.await();
        cluster.get().close();
        assertEquals(IllegalStateException.class, null == refusal.get() ? null : refusal.get().getClass());
    }

    @Test
    void shouldTimeOutWhileItsHostIsKeptBusyByOthers()
    {
        try (Cluster cluster =
            Cluster.launch(context(ThreadingMode.INVOKER).awaitTimeout(Duration.ofMillis(1))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron other = cluster.host(1).isochron();
            final Waiter waiter = cluster.host(0).waiter();
            assertThrows(IsotachTimeoutException.class, () -> waiter.await(() ->
            {
                model.issue(other, 1, 0);
                cluster.host(1).poll();
                return false;
            }, "Godot"));
        }
    }

    @Test
    void shouldGoOnWhenAReplyHandlerThrows()
    {
        final ReplyLink link = new ReplyLink(0, 4, new Doorbell());
        final ReplyHandler[] handlers = { (slot, value) ->
        {
            if (1 == value)
            {
                throw new IllegalStateException("handler");
            }
        } };
        link.publish(0, 0, 1);
        link.publish(0, 0, 2);
        final List<Throwable> errors = new ArrayList<>();
        assertEquals(2, link.poll(handlers, errors::add));
        assertEquals(0, link.poll(handlers, errors::add), "no result is handed out twice");
        assertEquals(1, errors.size());
    }

    @Test
    void shouldCloseWhenTheTraceCannotBeDrawn(@TempDir final Path directory)
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final Error thrown = new AssertionError("reader");
        final Cluster cluster = traced(directory, errors::add, (frame, offset, available, host, listener) ->
        {
            throw thrown;
        });
        cluster.close();
        assertTrue(cluster.isClosed());
        assertEquals(List.of(thrown), errors.stream().map(Throwable::getCause).toList());
    }

    /**
     * Who closes it again would wait for ever, and so would those who wait for anything else.
     */
    @Test
    void shouldBeClosedWhateverItsEndThrows()
    {
        final Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER).scheduler(what ->
        {
            throw new IllegalStateException("scheduler");
        }));
        final RecordingModel model = RecordingModel.on(cluster);
        // Nobody has executed it when the cluster ends.
        model.issue(cluster.host(0).isochron(), 1, 0, 1);
        assertEquals("scheduler", assertThrows(IllegalStateException.class, cluster::close).getMessage());
        assertTrue(cluster.isClosed());
        cluster.close();
    }

    /**
     * A cluster with an isochron to draw at its end.
     *
     * @param reader describes its operation.
     */
    private static Cluster traced(
        final Path directory, final Consumer<Throwable> errorHandler, final OperationReader reader)
    {
        final Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)
            .errorHandler(errorHandler).traceFile(directory.resolve("trace.svg")));
        final RecordingModel model = RecordingModel.on(cluster);
        cluster.host(0).models().readOperationsWith(RecordingModel.FAMILY, reader);
        model.issue(cluster.host(0).isochron(), 1, 0, 1);
        return cluster;
    }

    private static ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().threadingMode(mode)
            .awaitTimeout(Duration.ofSeconds(2)).closeTimeout(Duration.ofMillis(500)).errorHandler(error ->
            {
            });
    }
}
