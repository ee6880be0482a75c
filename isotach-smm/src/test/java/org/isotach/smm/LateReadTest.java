/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reads that come too late: the host that was to answer is gone when they are issued. They fail on the thread that
 * issues them, while a thread of the cluster works for its host, and their handlers leave that thread alone.
 */
@Timeout(60)
final class LateReadTest
{
    private static final int PAGE_SIZE = 4;
    private static final int EVERYWHERE = 1;
    private static final int ON_0 = PAGE_SIZE;
    private static final int READER = 2;
    private static final long LIMIT_S = 30;

    private final CountDownLatch isExecuting = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch isHandled = new CountDownLatch(1);
    private volatile Thread executing;
    private volatile boolean isExecuted;

    /**
     * Appends an operation that host 0 is to answer.
     */
    @FunctionalInterface
    private interface Operation
    {
        void append(MemoryPort port, Isochron isochron);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldCallTheHandlerOfAReadBesideTheOwnerOfTheHost(final ThreadingMode mode)
    {
        final IsoValue value = new IsoValue().onValue(new ReadHandler()
        {
            @Override
            public void onValue(final int address, final long read)
            {
                throw new AssertionError("nobody answers");
            }

            @Override
            public void onFailure(final int address, final IsotachException cause)
            {
                outlastTheOwner();
            }
        });
        issueTooLate(mode, (port, isochron) -> port.read(isochron, ON_0, value));
        assertThrows(HostExpelledException.class, value::await);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INVOKER")
    void shouldCallTheHandlerOfATakeBesideTheOwnerOfTheHost(final ThreadingMode mode)
    {
        final TakenVariables taken = new TakenVariables(1).onArrival(this::outlastTheOwner);
        issueTooLate(mode, (port, isochron) -> port.take(isochron, new int[]{ ON_0 }, taken));
        assertThrows(HostExpelledException.class, taken::await);
    }

    private void issueTooLate(final ThreadingMode mode, final Operation operation)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            final SharedMemory memory = SharedMemory.on(
                cluster, PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 0).build());
            final RecordingModel model = RecordingModel.on(cluster);
            model.recorder(READER).onExecution(payload -> execute());
            final Isochron late = cluster.host(READER).isochron().begin();
            operation.append(memory.port(cluster.host(READER)), late);
            cluster.expel(0);
            final MemoryPort port = memory.port(cluster.host(READER));
            final Isochron isochron = cluster.host(READER).isochron();
            // Behind the end of host 0.
            write(port, isochron, 1);
            model.issue(cluster.host(1).isochron(), 0, READER);
            awaitUnchecked(isExecuting);

            late.issue();
            assertEquals(0, isHandled.getCount());
            write(port, isochron, 2);
            assertTrue(cluster.expel(READER) > 0);
        }
    }

    private static void write(final MemoryPort port, final Isochron isochron, final long value)
    {
        port.write(isochron.begin().fresh(), EVERYWHERE, value);
        isochron.issue();
        isochron.awaitExecuted();
    }

    private void execute()
    {
        executing = Thread.currentThread();
        isExecuting.countDown();
        awaitUnchecked(mayEnd);
        isExecuted = true;
    }

    /**
     * A handler that returns when the thread that was at work for the host has gone to sleep.
     */
    private void outlastTheOwner()
    {
        mayEnd.countDown();
        final long startNs = System.nanoTime();
        while ((!isExecuted || Thread.State.RUNNABLE == executing.getState()) &&
            System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S))
        {
            Thread.onSpinWait();
        }
        isHandled.countDown();
    }

    private static void awaitUnchecked(final CountDownLatch latch)
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
}
