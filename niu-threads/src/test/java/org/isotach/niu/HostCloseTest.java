/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsochronFrame;
import org.isotach.IsotachTimeoutException;
import org.isotach.OperationHeader;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Closing a host is a barrier: it serves the others until all are done.
 */
class HostCloseTest
{
    private static final int HOSTS = 3;
    private static final int OTHER_FAMILY = RecordingModel.FAMILY - 1;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeTheOthersUntilAllAreClosed(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final AtomicBoolean isLastDone = new AtomicBoolean();
            final Isochron last = cluster.host(2).isochron();
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 2; i++)
            {
                final Host host = cluster.host(i);
                final Isochron isochron = host.isochron();
                threads.start("early-" + i, () ->
                {
                    model.issue(isochron, host.id(), 0, 1, 2);
                    host.close();
                    assertTrue(isLastDone.get(), "returned before the last host was closed");
                    assertTrue(isochron.isExecuted());
                });
            }
            for (int i = 0; i < 100; i++)
            {
                model.issue(last, 100 + i, 0, 1);
                last.awaitExecuted();
            }
            isLastDone.set(true);
            cluster.host(2).close();
            threads.join();
            assertTrue(last.isExecuted());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldNotWaitForHostsThatNobodyUsed(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.issue(cluster.host(1).isochron(), 1, 0, 1, 2);
            cluster.host(1).close();
            assertTrue(cluster.host(1).isClosed());
            assertFalse(cluster.host(0).isClosed());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCloseAllHostsOnOneThread(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron[] isochrons = new Isochron[HOSTS];
            for (int i = 0; i < HOSTS; i++)
            {
                isochrons[i] = cluster.host(i).isochron();
                model.issue(isochrons[i], i, 0, 1, 2);
            }
            assertFalse(cluster.host(0).tryClose());
            assertFalse(cluster.host(1).tryClose());
            int closed;
            do
            {
                closed = 0;
                for (int i = 0; i < HOSTS; i++)
                {
                    closed += cluster.host(i).tryClose() ? 1 : 0;
                }
            }
            while (closed < HOSTS);
            for (final Isochron isochron : isochrons)
            {
                assertTrue(isochron.isExecuted());
            }
        }
    }

    /**
     * A model that is closed takes nothing more; others go on, and so does a host that has not closed it.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseIsochronsWithOperationsOfAClosedFamily(final ThreadingMode mode)
    {
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            model = RecordingModel.on(cluster);
            final Isochron open = cluster.host(0).isochron().begin();
            model.append(open, 1, 0, 1);
            while (!cluster.host(0).models().tryCloseFamily(RecordingModel.FAMILY))
            {
                cluster.host(0).poll();
            }
            final ClusterClosedException refusal = assertThrows(ClusterClosedException.class, open::tryIssue);
            assertEquals("host 0 has closed a model, and takes no isochrons with operations of it any more: this one" +
                " was not issued", refusal.getMessage());
            assertFalse(open.isOpen());
            assertThrows(IllegalArgumentException.class, () -> cluster.host(0).models().tryCloseFamily(16));
            assertThrows(IllegalArgumentException.class, () -> cluster.host(0).models().tryCloseFamily(-1));
            open.begin();
            model.append(open, 2, 0);
            assertThrows(ClusterClosedException.class, open::issue, "purely local");
            final Isochron other = cluster.host(1).isochron();
            model.issue(other, 3, 0, 1);
            other.awaitExecuted();
            open.begin().issue();
        }
        for (int host = 0; host < 2; host++)
        {
            assertEquals(List.of(3L), model.recorder(host).executions.stream()
                .map(RecordingModel.Execution::payload).toList(), "host " + host);
        }
    }

    /**
     * What is in a row shares frames, and nobody looks at what is appended to them.
     */
    @Test
    void shouldRefuseOperationsOfAClosedFamilyBehindMuchOfAnother()
    {
        final RecordingModel model;
        final AtomicInteger executed = new AtomicInteger();
        final int row = 10;
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            model = RecordingModel.on(cluster);
            cluster.host(1).models().register(OTHER_FAMILY, (sender, timestamp, frame, offset, limit) ->
            {
                executed.incrementAndGet();
                return offset + OperationHeader.LENGTH;
            }, (slot, value) ->
            {
            });
            assertTrue(cluster.host(0).models().tryCloseFamily(RecordingModel.FAMILY));
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < row; i++)
            {
                isochron.begin();
                isochron.buffer().putLong(
                    isochron.append(OperationHeader.LENGTH),
                    OperationHeader.encode(OTHER_FAMILY << 4, OperationHeader.LENGTH, 0, 0));
                isochron.touch(1, cluster.topology().distance(0, 1));
                isochron.issue();
            }
            assertThrows(ClusterClosedException.class, () -> model.issue(isochron, 1, 1));
        }
        assertEquals(row, executed.get());
        assertEquals(List.of(), model.recorder(1).payloads());
    }

    /**
     * It is issued in the same way as long as all families are open: whoever executes it reports it.
     */
    @ParameterizedTest
    @CsvSource({ "INVOKER, 0", "INVOKER, -16", "INVOKER, 12", "INVOKER, 2147483640", "SHARED, 0" })
    void shouldIssueAnOperationWhoseLengthDoesNotFitWhenAFamilyIsClosed(final ThreadingMode mode, final int length)
        throws Exception
    {
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        try (Cluster cluster = Cluster.launch(context(mode).errorHandler(errors::add)))
        {
            while (!cluster.host(0).models().tryCloseFamily(RecordingModel.FAMILY))
            {
                cluster.host(0).poll();
            }
            final TestThreads threads = new TestThreads();
            threads.start("issue", () ->
            {
                final Isochron isochron = cluster.host(0).isochron().begin();
                final int offset = isochron.append(2 * Long.BYTES);
                isochron.buffer().putLong(offset, OTHER_FAMILY << 4);
                isochron.buffer().putLong(offset + Long.BYTES, length);
                isochron.touch(1, cluster.topology().distance(0, 1));
                isochron.issue();
                isochron.awaitExecuted();
            });
            threads.join();
        }
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains("its length of " + length + " bytes does not fit"),
            errors::toString);
    }

    /**
     * The family is closed after the look at what is taken, and before the isochron executes at once.
     */
    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldExecuteNothingOfAFamilyThatWasClosedMeanwhile(final ThreadingMode mode)
    {
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(context(mode)))
        {
            model = RecordingModel.on(cluster);
            final Isochron open = cluster.host(0).isochron().begin();
            model.append(open, 1, 0);
            final IsochronFrame closing = (IsochronFrame)Proxy.newProxyInstance(
                IsochronFrame.class.getClassLoader(),
                new Class<?>[]{ IsochronFrame.class },
                (proxy, method, arguments) ->
                {
                    if ("isFresh".equals(method.getName()))
                    {
                        assertTrue(cluster.host(0).models().tryCloseFamily(RecordingModel.FAMILY));
                    }
                    return method.invoke(open, arguments);
                });
            assertThrows(ClusterClosedException.class, () -> open.issuer().tryIssue(closing));
            open.abandon();
        }
        assertEquals(List.of(), model.recorder(0).payloads());
    }

    @Test
    void shouldNotWaitForAHostThatWasToBeExpelledTooLate() throws Exception
    {
        final CountDownLatch isExecuting = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.SHARED)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.recorder(1).onExecution(payload ->
            {
                isExecuting.countDown();
                assertDoesNotThrow(() -> mayGoOn.await());
            });
            model.issue(cluster.host(0).isochron(), 1, 1);
            isExecuting.await();
            final TestThreads threads = new TestThreads();
            threads.start("close", cluster::close);
            while (cluster.parts().state.isOpen())
            {
                Thread.onSpinWait();
            }
            assertThrows(ClusterClosedException.class, () -> cluster.host(0).end().expel(cluster.host(1).waiter()));
            assertFalse(cluster.host(0).isExpelled());
            mayGoOn.countDown();
            threads.join();
        }
    }

    @Test
    void shouldRefuseToIssueFromAClosedHost()
    {
        try (Cluster cluster = Cluster.launch(context(ThreadingMode.INVOKER)))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final Isochron other = cluster.host(1).isochron();
            cluster.host(0).tryClose();
            isochron.begin();
            model.append(isochron, 1, 0);
            final ClusterClosedException refusal = assertThrows(ClusterClosedException.class, isochron::issue);
            assertEquals("host 0 is closed: nothing can be issued from it", refusal.getMessage());
            assertFalse(isochron.isOpen());
            assertThrows(ClusterClosedException.class, () -> cluster.host(0).isochron());

            model.issue(other, 2, 0, 1);
            other.awaitExecuted();
        }
    }

    @Test
    void shouldTellWhenTheOthersTakeTooLong()
    {
        try (Cluster cluster =
            Cluster.launch(context(ThreadingMode.INVOKER).awaitTimeout(Duration.ofMillis(1))))
        {
            cluster.host(0).isochron();
            cluster.host(1).isochron();
            final IsotachTimeoutException timeout =
                assertThrows(IsotachTimeoutException.class, () -> cluster.host(0).close());
            assertTrue(timeout.getMessage().matches("host 0 has waited \\d+ ms for host 1 to close" +
                "\n  host 1 is not closed: close\\(\\) of host 0 waits for it(?s:.*)"),
                timeout::getMessage);
            assertTrue(cluster.host(0).isClosed());
            assertEquals(List.of(), cluster.stalls(), "nobody waits any more");

            assertTrue(cluster.host(1).tryClose());
            cluster.host(0).close();
        }
    }

    @Test
    void shouldTellWhenItsOwnIsochronsTakeTooLong() throws InterruptedException
    {
        final CountDownLatch isExecuting = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        try (Cluster cluster =
            Cluster.launch(context(ThreadingMode.HOST).awaitTimeout(Duration.ofMillis(20))))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            model.recorder(0).onExecution(payload ->
            {
                isExecuting.countDown();
                assertDoesNotThrow(() -> mayGoOn.await());
            });
            model.issue(cluster.host(0).isochron(), 1, 0, 1);
            isExecuting.await();
            final String timeout =
                assertThrows(IsotachTimeoutException.class, () -> cluster.host(0).close()).getMessage();
            assertTrue(timeout.contains(" ms for its own isochrons to be executed"), timeout);
            mayGoOn.countDown();
        }
    }

    private static ClusterContext context(final ThreadingMode mode)
    {
        return new ClusterContext().hosts(HOSTS).threadingMode(mode);
    }
}
