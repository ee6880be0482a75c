/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.management.JMX;
import javax.management.ObjectName;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.management.ClusterMXBean;
import org.isotach.niu.management.ClusterManagement;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.Reservation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a cluster says of itself: reservations and who waits for them, what is on its way, and what was counted.
 */
class StatusTest
{
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellWhoHasReservedWhatAndWhoWaits(final ThreadingMode mode)
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            memory.names(address -> 7 == address ? "balance" : null);
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            isochron.begin();
            port.sched(isochron, 7);
            port.sched(isochron, 9);
            isochron.issue();
            isochron.awaitExecuted();

            final IsoValue balance = new IsoValue();
            final Isochron reader = cluster.host(1).isochron();
            reader.begin().fresh();
            memory.port(cluster.host(1)).read(reader, 7, balance);
            reader.issue();
            reader.awaitExecuted();

            final String message = assertThrows(
                IsotachTimeoutException.class, () -> balance.await(30, TimeUnit.MILLISECONDS)).getMessage();
            assertTrue(message.contains("\n  variable 7 (balance) is reserved by host 0, thread '" +
                Thread.currentThread().getName() + "', version "), message);
            assertFalse(message.contains("variable 9"), "nobody waits for it");
            assertTrue(message.lines().count() <= 20, message);

            final ClusterStatus status = cluster.status();
            assertEquals(2, status.hosts().size());
            assertEquals(
                List.of("variable 7 (balance)", "variable 9"),
                status.reservations().stream().map(Reservation::variable).toList(), "who is waited for comes first");
            final Reservation first = status.reservations().get(0);
            assertEquals(1, first.waitingReads());
            assertEquals(List.of(1), first.waitingHosts());
            assertEquals(0, first.holder());
            assertTrue(status.toString().endsWith(cluster.counters().toString()), status.toString());
            assertTrue(status.toString().contains("; 1 read of host 1 waits for it"), status.toString());

            isochron.begin();
            port.assign(isochron, 7, 1);
            port.cancel(isochron, 9);
            isochron.issue();
            assertEquals(1, balance.await());
            isochron.awaitExecuted();
            reader.begin().fresh();
            memory.port(cluster.host(1)).read(reader, 9, balance);
            reader.issue();
            balance.await();
            assertEquals(List.of(), cluster.status().reservations());
        }
    }

    @Test
    void shouldTimeOutAndCloseAlthoughNamesThrow()
    {
        final List<Throwable> errors = new ArrayList<>();
        final List<Unit> units = new ArrayList<>();
        final Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.SHARED)
            .scheduler(what -> units.forEach(Unit::doWork)).closeTimeout(Duration.ofMillis(10))
            .errorHandler(errors::add));
        units.addAll(cluster.units());
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
        memory.names(List.of("cash")::get);
        final MemoryPort port = memory.port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final IsoValue value = new IsoValue();
        isochron.begin();
        port.sched(isochron, 5);
        port.read(isochron, 5, value);
        isochron.issue();
        final String message = assertThrows(
            IsotachTimeoutException.class, () -> value.await(10, TimeUnit.MILLISECONDS)).getMessage();
        assertTrue(message.contains("\n  variable 5 is reserved by host 0"), message);
        // Nobody executes it.
        units.clear();
        port.write(isochron.begin(), 6, 1);
        isochron.issue();
        cluster.close();
        assertEquals(1, errors.size(), errors::toString);
        assertInstanceOf(IsotachTimeoutException.class, errors.get(0));
    }

    @Test
    void shouldListAReservationThatAnUpdateHidesIfSomebodyWaitsForIt()
    {
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            final IsoValue value = new IsoValue();
            isochron.begin();
            port.sched(isochron, 3);
            port.update(isochron, 3, UpdateFunction.ADD, 1);
            port.read(isochron, 3, value);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(
                List.of("variable 3"), cluster.status().reservations().stream().map(Reservation::variable).toList());
        }
    }

    @Test
    void shouldCount()
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkFaults(LinkFaults.NONE).oneInFlight(false);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            final IsoValue value = new IsoValue();
            isochron.begin();
            port.sched(isochron, 1);
            isochron.issue();
            isochron.begin();
            port.read(isochron, 1, value);
            isochron.issue();
            isochron.begin();
            port.assign(isochron, 1, 2);
            isochron.issue();
            value.await();
            isochron.awaitExecuted();
            assertEquals(3, cluster.counters().value(0, Counter.ISOCHRONS_ISSUED));
            assertEquals(0, cluster.counters().value(1, Counter.ISOCHRONS_ISSUED));
            assertEquals(3, cluster.counters().total(Counter.ISOCHRONS_ISSUED));
            assertEquals(1, cluster.counters().value(0, Counter.READS_WAITED));
            assertTrue(cluster.counters().value(0, Counter.FRAMES_EXECUTED) > 0);
            assertTrue(cluster.counters().value(0, Counter.PULSES) > 0);
            assertEquals(0, cluster.counters().total(Counter.LINK_FAULTS));

            boolean isIssued = true;
            while (isIssued)
            {
                isochron.begin();
                port.write(isochron, 1, 3);
                isIssued = isochron.tryIssue();
            }
            isochron.abandon();
            assertTrue(cluster.counters().value(0, Counter.NO_ROOM) > 0);
            for (final Counter counter : Counter.values())
            {
                final boolean isCounted =
                    Counter.LINK_FAULTS != counter && !counter.name().startsWith("SNAPSHOTS");
                assertEquals(isCounted, cluster.counters().total(counter) > 0, counter.label());
            }
        }
    }

    @Test
    void shouldShowWhatALinkHasNoCreditFor()
    {
        final ClusterContext context = new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
            .linkRingSize(4).oneInFlight(false).linkFaults(LinkFaults.NONE);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().pageSize(1).page(0, 1).build());
            final MemoryPort port = memory.port(cluster.host(0));
            final Isochron isochron = cluster.host(0).isochron();
            final long before = cluster.counters().value(0, Counter.NO_ROOM);
            boolean isIssued = true;
            while (isIssued && cluster.status().hosts().get(0).links().isEmpty())
            {
                isochron.begin();
                port.write(isochron, 0, 1);
                isIssued = isochron.tryIssue();
            }
            final String host = cluster.status().hosts().get(0).toString();
            assertTrue(host.contains("of 4 credits left for host 1") || host.contains("no credit for host 1"), host);
            assertEquals(isIssued ? 0 : 1, Math.min(1, cluster.counters().value(0, Counter.NO_ROOM) - before));
            if (!isIssued)
            {
                isochron.abandon();
            }
        }
    }

    @Test
    void shouldBeABean() throws Exception
    {
        final Cluster cluster = Cluster.launch(new ClusterContext().hosts(2));
        final ClusterManagement.Registration registration = ClusterManagement.register(cluster, "a, \"b\"");
        try
        {
            final ObjectName name = new ObjectName("org.isotach:type=Cluster,name=" + ObjectName.quote("a, \"b\""));
            final ClusterMXBean bean =
                JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name, ClusterMXBean.class);
            assertEquals(2, bean.getHostCount());
            assertFalse(bean.isClosed());
            assertTrue(bean.getStatus().startsWith("Cluster of 2 hosts\n  host 0: pulse "), bean.getStatus());
            assertEquals(Counter.values().length, bean.getCounters().size());
            assertEquals(0L, bean.hostCounters(1).get("ISOCHRONS_ISSUED"));
            assertThrows(IllegalStateException.class, () -> ClusterManagement.register(cluster, "a, \"b\""));
            cluster.close();
            assertTrue(bean.isClosed());
        }
        finally
        {
            registration.close();
            registration.close();
        }
        ClusterManagement.register(cluster, "a, \"b\"").close();
    }
}
