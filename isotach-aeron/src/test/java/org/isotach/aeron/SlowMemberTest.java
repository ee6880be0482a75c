/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A member whose host does not get on: its senders wait, and nobody else does.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SlowMemberTest
{
    private static final Members MEMBERS = TestDriver.members("ipc", "ipc", "ipc");
    private static final int FAST_PAGE = 0;
    private static final int SLOW_PAGE = 1;
    private static final int SLOW = 2;
    private static final int TIMES = 500;
    private static final PageMap PAGE_MAP =
        PageMap.builder().pageSize(1).page(FAST_PAGE, 0, 1).page(SLOW_PAGE, SLOW).build();

    private final TestDriver driver = new TestDriver();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<SharedMemory> memories = new ArrayList<>();
    private UpdateFunction waiting;

    @BeforeEach
    void launchAll()
    {
        for (int own = 0; own < MEMBERS.count(); own++)
        {
            final ClusterContext context = new ClusterContext()
                .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                .threadingMode(ThreadingMode.DEDICATED)
                .errorHandler(ex -> failure.compareAndSet(null, ex));
            final Cluster cluster = Cluster.launch(
                context, new Membership(MEMBERS, MEMBERS.name(own), AeronTrunks.with(driver.context())));
            clusters.add(cluster);
            final SharedMemory memory = SharedMemory.on(cluster, PAGE_MAP);
            memories.add(memory);
            waiting = memory.registerFunction(0, this::addWhenItMayGoOn);
            cluster.tryJoin();
        }
        clusters.forEach(Cluster::join);
    }

    private long addWhenItMayGoOn(final long value, final long argument)
    {
        calls.incrementAndGet();
        try
        {
            goOn.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        return value + argument;
    }

    @AfterEach
    void closeAll() throws InterruptedException
    {
        goOn.countDown();
        // Each waits for the others.
        final List<Thread> threads = clusters.stream().map(cluster -> new Thread(cluster::close)).toList();
        threads.forEach(Thread::start);
        for (final Thread thread : threads)
        {
            thread.join();
        }
        driver.close();
        assertNull(failure.get());
    }

    @Test
    void shouldLetSendersOfASlowHostWaitAndNobodyElse()
    {
        final Host host = clusters.get(0).host(0);
        final MemoryPort port = memories.get(0).port(host);
        final Isochron isochron = host.isochron();
        int issued = 0;
        boolean isTaken = true;
        while (isTaken)
        {
            isochron.begin();
            port.update(isochron, PAGE_MAP.addressOf(SLOW_PAGE, 0), waiting, 1);
            isTaken = isochron.tryIssue();
            issued += isTaken ? 1 : 0;
        }
        assertTrue(issued > 0, "some have room");
        isochron.abandon();

        final Host other = clusters.get(1).host(1);
        final MemoryPort otherPort = memories.get(1).port(other);
        final Isochron toBoth = other.isochron();
        for (int i = 0; i < TIMES; i++)
        {
            toBoth.begin();
            otherPort.update(toBoth, PAGE_MAP.addressOf(FAST_PAGE, 0), UpdateFunction.ADD, 1);
            toBoth.issue();
            toBoth.awaitExecuted();
        }
        assertEquals(1, calls.get());

        goOn.countDown();
        final IsoValue value = new IsoValue();
        port.read(isochron.begin(), PAGE_MAP.addressOf(SLOW_PAGE, 0), value);
        isochron.issue();
        assertEquals(issued, value.await());
    }
}
