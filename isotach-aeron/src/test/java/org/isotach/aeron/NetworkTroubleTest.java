/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members over a network that loses, delays and reorders datagrams, and that is cut: nothing is lost, all execute
 * in one order, and who hears nothing any more is told so.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class NetworkTroubleTest
{
    private static final int MEMBERS = 3;
    private static final int ISSUES = 1000;
    private static final int ORDER = 0;
    private static final int COUNT = 1;
    private static final int LAST = 2;
    private static final long PATIENCE_MS = 200;
    private static final long PATIENT_NS = TimeUnit.SECONDS.toNanos(10);

    // Not so short that a thread on a busy machine counts as silent.
    private static final long LIVENESS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final PageMap PAGE_MAP = PageMap.builder().pageSize(4).everywhere(0).build();

    private final long seed = ThreadLocalRandom.current().nextLong(1 << 30);
    private final LossyNetwork network = newNetwork();
    private final List<TestDriver> drivers = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<SharedMemory> memories = new ArrayList<>();
    private final List<BlockingQueue<Throwable>> errors = new ArrayList<>();
    private UpdateFunction combine;

    private LossyNetwork newNetwork()
    {
        try
        {
            return new LossyNetwork(MEMBERS, seed);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * @param livenessNs after which a member that is silent is lost.
     */
    private void launchAll(final long livenessNs)
    {
        final String[] endpoints = IntStream.range(0, MEMBERS).mapToObj(own -> TestDriver.freeEndpoint())
            .toArray(String[]::new);
        for (int own = 0; own < MEMBERS; own++)
        {
            drivers.add(new TestDriver(livenessNs));
            final String[] seen = endpoints.clone();
            for (int other = 0; other < MEMBERS; other++)
            {
                seen[other] = own == other ? endpoints[own] : network.route(own, other, endpoints[other]);
            }
            launch(own, seen);
        }
        network.start();
        clusters.forEach(Cluster::tryJoin);
        clusters.forEach(Cluster::join);
    }

    private void launch(final int own, final String[] endpoints)
    {
        final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
        errors.add(told);
        final ClusterContext context = new ClusterContext()
            .topology(Topology.chain(MEMBERS, MEMBERS))
            .threadingMode(ThreadingMode.SHARED)
            .awaitTimeout(Duration.ofSeconds(20))
            .closeTimeout(Duration.ofMillis(100))
            .errorHandler(told::add);
        final Cluster cluster = Cluster.launch(context, new Membership(
            TestDriver.members(endpoints), "m" + own, AeronTrunks.with(drivers.get(own).context())));
        clusters.add(cluster);
        final SharedMemory memory = SharedMemory.on(cluster, PAGE_MAP);
        memories.add(memory);
        combine = memory.registerFunction(0, (value, argument) -> 31 * value + argument);
    }

    @AfterEach
    void closeAll() throws Exception
    {
        final List<Thread> threads = clusters.stream().map(cluster -> new Thread(cluster::close)).toList();
        threads.forEach(Thread::start);
        for (final Thread thread : threads)
        {
            thread.join();
        }
        drivers.forEach(TestDriver::close);
        network.close();
    }

    private void issueAll() throws InterruptedException
    {
        final List<Thread> threads = new ArrayList<>();
        final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
        for (int own = 0; own < MEMBERS; own++)
        {
            final Host host = clusters.get(own).host(own);
            final MemoryPort port = memories.get(own).port(host);
            final Thread thread = new Thread(() -> issue(host, port));
            thread.setUncaughtExceptionHandler((which, ex) -> failures.add(ex));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        assertEquals(0, failures.size(), () -> failures + ", seed " + seed);
    }

    private void issue(final Host host, final MemoryPort port)
    {
        final Isochron isochron = host.isochron();
        for (int i = 0; i < ISSUES; i++)
        {
            isochron.begin();
            port.update(isochron, ORDER, combine, (long)host.id() << 32 | i);
            port.update(isochron, COUNT, UpdateFunction.ADD, 1);
            isochron.issue();
        }
        isochron.awaitExecuted();
    }

    private long read(final int own, final int address)
    {
        final Host host = clusters.get(own).host(own);
        final IsoValue value = new IsoValue();
        final Isochron isochron = host.isochron().begin().fresh();
        memories.get(own).port(host).read(isochron, address, value);
        isochron.issue();
        return value.await();
    }

    private void assertOneOrder()
    {
        final long order = read(0, ORDER);
        for (int own = 0; own < MEMBERS; own++)
        {
            final int member = own;
            assertEquals(MEMBERS * ISSUES, read(own, COUNT), () -> "member " + member + ", seed " + seed);
            assertEquals(order, read(own, ORDER), () -> "member " + member + ", seed " + seed);
        }
    }

    private void assertTold(final int own, final int silent) throws InterruptedException
    {
        final Throwable error = errors.get(own).poll(1, TimeUnit.MINUTES);
        assertNotNull(error, () -> "member " + own + " is not told, seed " + seed);
        assertTrue(error.getMessage().contains("member m" + silent), error::getMessage);
    }

    /**
     * Issues an isochron that all execute.
     *
     * @return its result.
     */
    private IsoValue write(final int own)
    {
        final Host host = clusters.get(own).host(own);
        final MemoryPort port = memories.get(own).port(host);
        final IsoValue value = new IsoValue();
        final Isochron isochron = host.isochron().begin();
        port.write(isochron, LAST, own);
        port.read(isochron, LAST, value);
        isochron.issue();
        return value;
    }

    /**
     * A member that needs the word of one that it does not hear waits.
     */
    private void assertWaits(final int own)
    {
        final IsoValue value = write(own);
        assertThrows(IsotachTimeoutException.class, () -> value.await(PATIENCE_MS, TimeUnit.MILLISECONDS));
    }

    @Test
    void shouldLoseNothingAndHaveOneOrder() throws InterruptedException
    {
        launchAll(PATIENT_NS);
        issueAll();
        assertOneOrder();
        assertTrue(network.lost() > 0 && network.overtaken() > 0, network::toString);
        errors.forEach(told -> assertEquals(0, told.size(), () -> told + ", seed " + seed));
    }

    @Test
    void shouldTellWhoHearsNothing() throws InterruptedException
    {
        network.loseNothing();
        launchAll(LIVENESS_NS);
        network.cut(0, 1);
        assertTold(1, 0);
        assertWaits(1);
        assertEquals(0, write(0).await(), "it hears all others");
    }

    @Test
    void shouldTellBothWhenTheyCannotHearEachOther() throws InterruptedException
    {
        network.loseNothing();
        launchAll(LIVENESS_NS);
        network.cut(0, 1);
        network.cut(1, 0);
        assertTold(0, 1);
        assertTold(1, 0);
        assertWaits(0);
        assertWaits(1);
        assertEquals(2, write(2).await(), "it hears all others");
    }
}
