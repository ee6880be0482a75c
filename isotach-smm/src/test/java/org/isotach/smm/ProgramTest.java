/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Programs of the papers with real threads: dining philosophers (V1 appendix A.3), and the check that all hosts see
 * all of an isochron or nothing of it (V1 section 4.1).
 */
final class ProgramTest
{
    private static final int PHILOSOPHERS = 5;
    private static final int MEALS = 60;
    private static final int FORK_UNIT = 10;

    static Stream<Arguments> tables()
    {
        return Stream.of(ThreadingMode.values()).flatMap(mode ->
            Stream.of(1, 2, 3).map(switches -> Arguments.of(mode, switches)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shouldFeedPhilosophersWithTwoForksEach(final ThreadingMode mode, final int switches)
        throws InterruptedException
    {
        final PageMap.Builder pages = PageMap.builder().pageSize(1);
        for (int fork = 0; fork < PHILOSOPHERS; fork++)
        {
            // Every fork lies in front of its two philosophers, except the first one, which everybody sees.
            if (0 == fork)
            {
                pages.everywhere(fork);
            }
            else
            {
                pages.page(fork, fork - 1, fork);
            }
        }
        try (TestCluster cluster =
            new TestCluster(mode, Topology.chain(switches, PHILOSOPHERS), pages.build()))
        {
            final AtomicIntegerArray eating = new AtomicIntegerArray(PHILOSOPHERS);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < PHILOSOPHERS; i++)
            {
                final int philosopher = i;
                threads.start("philosopher-" + i, () -> dine(cluster, philosopher, eating));
            }
            threads.join();
            for (int fork = 0; fork < PHILOSOPHERS; fork++)
            {
                assertEquals(2 * MEALS * FORK_UNIT, cluster.value(fork, fork));
            }
        }
    }

    private static void dine(final TestCluster cluster, final int philosopher, final AtomicIntegerArray eating)
    {
        final int right = (philosopher + 1) % PHILOSOPHERS;
        final MemoryPort port = cluster.port(philosopher);
        final Isochron isochron = cluster.isochron(philosopher);
        final IsoValue leftFork = new IsoValue();
        final IsoValue rightFork = new IsoValue();
        for (int meal = 0; meal < MEALS; meal++)
        {
            isochron.begin();
            port.read(isochron, philosopher, leftFork);
            port.read(isochron, right, rightFork);
            port.sched(isochron, philosopher);
            port.sched(isochron, right);
            isochron.issue();

            final long left = leftFork.await();
            final long other = rightFork.await();
            assertEquals(0, eating.getAndIncrement(philosopher), "left fork of " + philosopher + " is in use");
            assertEquals(0, eating.getAndIncrement(right), "right fork of " + philosopher + " is in use");
            Thread.onSpinWait();
            eating.decrementAndGet(right);
            eating.decrementAndGet(philosopher);

            isochron.begin();
            port.assign(isochron, philosopher, left + FORK_UNIT);
            port.assign(isochron, right, other + FORK_UNIT);
            isochron.issue();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldShowAllWritesOfAnIsochronOrNone(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 3;
        final int rounds = 150;
        final PageMap pageMap = PageMap.allCopysets(hosts, 4);
        try (TestCluster cluster = new TestCluster(mode, Topology.chain(2, hosts), pageMap))
        {
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < hosts; i++)
            {
                final int host = i;
                threads.start("writer-" + i, () -> writeAllReadAll(cluster, host, rounds, pageMap));
            }
            threads.join();
            for (int page = 0; page < pageMap.pageCount(); page++)
            {
                assertEquals(cluster.values(0), cluster.values(pageMap.addressOf(page, page % 4)));
            }
        }
    }

    private static void writeAllReadAll(
        final TestCluster cluster, final int host, final int rounds, final PageMap pageMap)
    {
        final Random random = new Random(host);
        final MemoryPort port = cluster.port(host);
        final Isochron isochron = cluster.isochron(host);
        final IsoValue[] values = Stream.generate(IsoValue::new).limit(pageMap.pageCount()).toArray(IsoValue[]::new);
        for (int round = 0; round < rounds; round++)
        {
            final long written = random.nextLong();
            isochron.begin();
            for (int page = 0; page < values.length; page++)
            {
                port.write(isochron, pageMap.addressOf(page, page % 4), written);
            }
            isochron.issue();
            isochron.begin();
            for (int page = 0; page < values.length; page++)
            {
                port.read(isochron, pageMap.addressOf(page, page % 4), values[page]);
            }
            isochron.issue();
            final long first = values[0].await();
            for (final IsoValue value : values)
            {
                assertEquals(first, value.await(), "round " + round);
            }
        }
    }
}
