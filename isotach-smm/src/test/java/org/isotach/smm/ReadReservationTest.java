/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReadReservationTest
{
    @Test
    void shouldReserveAllSlotsOfAnIsochronOrNone()
    {
        final ClusterContext context =
            new ClusterContext().hosts(1).readCap(4).threadingMode(ThreadingMode.INVOKER);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Host host = cluster.host(0);
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            isochron.begin();
            port.sched(isochron, 0);
            read(port, isochron, 0, 2);
            isochron.issue();

            final Isochron first = host.isochron();
            final Isochron second = host.isochron();
            first.begin();
            read(memory.port(host), first, 1, 3);
            second.begin();
            read(memory.port(host), second, 1, 3);
            assertFalse(first.tryIssue());
            assertFalse(second.tryIssue());

            isochron.begin();
            port.assign(isochron, 0, 1);
            isochron.issue();
            isochron.awaitExecuted();

            assertTrue(second.tryIssue());
            assertTrue(first.tryIssue());
        }
    }

    /**
     * Two could have more reads than there are slots, each with fewer, or each keep slots that the other one needs.
     */
    @Test
    void shouldReserveTheSlotsOfOnePortInAnIsochron()
    {
        final ClusterContext context =
            new ClusterContext().hosts(1).readCap(4).threadingMode(ThreadingMode.INVOKER);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Host host = cluster.host(0);
            final MemoryPort port = memory.port(host);
            final MemoryPort other = memory.port(host);
            final Isochron isochron = host.isochron().begin();
            read(port, isochron, 1, 3);
            assertEquals(
                "another port takes part in this isochron of host 0: append all memory operations of an isochron with" +
                " one port",
                assertThrows(IllegalStateException.class, () -> read(other, isochron, 1, 3)).getMessage());
            assertThrows(IllegalStateException.class, () -> other.write(isochron, 1, 2));
            assertThrows(IsochronTooLargeException.class, () -> read(port, isochron, 1, 2));
            assertTrue(isochron.tryIssue());

            read(other, isochron.begin(), 1, 3);
            assertTrue(isochron.tryIssue(), "an isochron of its own");
        }
    }

    @Test
    void shouldRefuseToAwaitReadWhoseSlotWasGivenBack()
    {
        final ClusterContext context =
            new ClusterContext().hosts(1).readCap(2).threadingMode(ThreadingMode.INVOKER);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Host host = cluster.host(0);
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            isochron.begin();
            port.sched(isochron, 0);
            read(port, isochron, 0, 1);
            isochron.issue();

            final IsoValue value = new IsoValue();
            isochron.begin();
            port.read(isochron, 1, value);
            port.read(isochron, 1, new IsoValue());
            assertFalse(isochron.tryIssue());

            assertEquals(
                "the read of variable 1 was not issued yet: issue() its isochron before await()",
                assertThrows(IllegalStateException.class, value::await).getMessage());
            isochron.abandon();
        }
    }

    @Test
    void shouldTakeResultsOfReadsThatReuseTheSlotsOfResultsBeingDelivered() throws InterruptedException
    {
        final AtomicReference<Throwable> error = new AtomicReference<>();
        final CountDownLatch isDelivering = new CountDownLatch(1);
        final CountDownLatch isAnswered = new CountDownLatch(1);
        final ClusterContext context = new ClusterContext().hosts(2).readCap(1)
            .threadingMode(ThreadingMode.DEDICATED).errorHandler(error::set);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().page(0, 1).build());
            final Host host = cluster.host(0);
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            final IsoValue slow = new IsoValue().onValue((address, value) ->
            {
                isDelivering.countDown();
                awaitUninterruptibly(isAnswered);
            });
            isochron.begin();
            port.read(isochron, 0, slow);
            isochron.issue();
            isDelivering.await();

            // The slot is free by now, but the first result is still on the reply link when host 1, which goes on
            // meanwhile, answers the second read.
            final IsoValue next = new IsoValue();
            isochron.begin();
            port.read(isochron, 0, next);
            isochron.issue();
            final Isochron marker = cluster.host(1).isochron();
            marker.begin().fresh();
            memory.port(cluster.host(1)).write(marker, 0, 7);
            marker.issue();
            marker.awaitExecuted();
            isAnswered.countDown();

            next.await();
            assertNull(error.get());
        }
    }

    @Test
    void shouldLeaveIsochronWhoseOnlyOperationWasRefused()
    {
        final ClusterContext context = new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Host host = cluster.host(0);
            final MemoryPort port = memory.port(host);
            final IsoValue outstanding = new IsoValue();
            final Isochron other = host.isochron();
            other.begin();
            port.sched(other, 0);
            port.read(other, 0, outstanding);
            other.issue();

            final Isochron isochron = host.isochron();
            isochron.begin();
            assertThrows(IllegalStateException.class, () -> port.read(isochron, 1, outstanding));
            isochron.issue();

            other.begin();
            port.assign(other, 0, 5);
            other.issue();
            assertEquals(5, outstanding.await());
        }
    }

    private static void read(final MemoryPort port, final Isochron isochron, final int address, final int times)
    {
        for (int i = 0; i < times; i++)
        {
            port.read(isochron, address, new IsoValue());
        }
    }

    private static void awaitUninterruptibly(final CountDownLatch latch)
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
