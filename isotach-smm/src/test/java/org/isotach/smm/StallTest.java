/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A SCHED without ASSIGN that reads wait for is among the stalls of the cluster: variable, host, thread, since when,
 * and who waits.
 */
final class StallTest
{
    private static final int X = 7;
    private static final int Y = 8;
    private static final int VARIABLES = 61;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(new ClusterContext().hosts(3).threadingMode(mode), PageMap.replicated(1));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldListTheSchedThatReadsWaitFor(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final long[] version = new long[1];
            final TestThreads threads = new TestThreads();
            threads.start("forgetful", () -> version[0] = cluster.sched(0, X));
            threads.join();
            assertEquals(List.of(), stalls(cluster), "nobody waits");
            final IsoValue first = cluster.read(1, X);
            final IsoValue second = cluster.read(1, X);
            final IsoValue third = cluster.read(2, X);

            final List<Stall> stalls = stalls(cluster);
            final String description = "variable 7 is reserved by host 0, thread 'forgetful', which has" +
                " ended, version 0x" + Long.toHexString(version[0]) + ": 2 reads of host 1" +
                ", 1 read of host 2 wait for it";
            assertEquals(List.of(description), descriptions(stalls));
            assertEquals(0, stalls.get(0).host());
            assertEquals("host-0/memory-port-0", stalls.get(0).unit());

            final String timeout = assertThrows(
                IsotachTimeoutException.class, () -> third.await(5, TimeUnit.MILLISECONDS)).getMessage();
            assertTrue(timeout.contains("\n  " + description + ", for "), timeout);
            final Stall later = stalls(cluster).get(0);
            assertTrue(later.duration().compareTo(stalls.get(0).duration()) > 0, later.toString());

            cluster.assign(0, X, 42);
            assertEquals(42, first.await() + second.await() + third.await() - 2 * 42);
            cluster.settle();
            assertEquals(List.of(), stalls(cluster));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldListEachOfSeveralSchedsWithItsOwnReaders(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final long first = cluster.sched(1, X);
            final IsoValue ofFirst = cluster.read(0, X);
            final long second = cluster.sched(2, X);
            cluster.read(0, X);
            cluster.read(1, X);
            cluster.sched(2, Y);

            final String thread = "thread '" + Thread.currentThread().getName() + "'";
            final String listed = "variable 7 is reserved by host 2, " + thread + ", version 0x" +
                Long.toHexString(second) + ": 1 read of host 0, 1 read of host 1" +
                " wait for it";
            assertEquals(
                List.of("variable 7 is reserved by host 1, " + thread + ", version 0x" +
                Long.toHexString(first) + ": 1 read of host 0 waits for it", listed),
                descriptions(stalls(cluster)));

            cluster.assign(1, X, 1);
            assertEquals(1, ofFirst.await());
            assertEquals(List.of(listed), descriptions(stalls(cluster)));

            cluster.cluster().expel(2);
            assertEquals(List.of(), stalls(cluster), "what it has scheduled is taken back");
        }
    }

    @Test
    void shouldNameVariables()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.memory().names(address -> X == address ? "balance" : null);
            cluster.sched(0, X);
            final IsoValue value = cluster.read(1, X);
            final String description = descriptions(stalls(cluster)).get(0);
            assertTrue(description.startsWith("variable 7 (balance) is reserved by host 0"), description);
            assertTrue(value.toString().startsWith(
                "the value of variable 7 (balance), which waits for the ASSIGN of version"), value.toString());
        }
    }

    @Test
    void shouldNotListWhatAnExpelledHostWaitsFor()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(0, X);
            final IsoValue value = cluster.read(2, X);
            assertEquals(1, stalls(cluster).size());
            cluster.cluster().expel(2);
            assertEquals(List.of(), stalls(cluster));
            assertFalse(value.isReady());
        }
    }

    /**
     * The units note down which version of which variable a read waits for, and others read that at the same time: no
     * version may appear with the variable of another one.
     */
    @ParameterizedTest
    @CsvSource({ "INVOKER, 20000", "SHARED, 200" })
    void shouldNameTheVariableOfTheVersionWhileUnitsAreAtWork(final ThreadingMode mode, final int scheds)
        throws InterruptedException
    {
        final Pattern pattern = Pattern.compile("variable (\\d+) is reserved .* version 0x([0-9a-f]+): .*");
        final AtomicBoolean isOver = new AtomicBoolean();
        final List<String> wrong = new ArrayList<>();
        final AtomicInteger seen = new AtomicInteger();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).readCap(1), PageMap.replicated(1)))
        {
            final TestThreads threads = new TestThreads();
            threads.start("looking", () ->
            {
                while (!isOver.get())
                {
                    for (final Stall stall : stalls(cluster))
                    {
                        final Matcher matcher = pattern.matcher(stall.description());
                        if (matcher.matches())
                        {
                            seen.incrementAndGet();
                            final long number = Long.parseLong(matcher.group(2), 16) & (1L << 36) - 1;
                            if (Long.parseLong(matcher.group(1)) != variable(number))
                            {
                                wrong.add(stall.description());
                            }
                        }
                    }
                }
            });
            final Isochron isochron = cluster.isochron(0);
            final MemoryPort port = cluster.port(0);
            final IsoValue value = new IsoValue();
            for (int number = 1; number <= scheds || 0 == seen.get(); number++)
            {
                final int address = variable(number);
                isochron.begin();
                port.sched(isochron, address);
                port.read(isochron, address, value);
                isochron.issue();
                isochron.begin();
                port.assign(isochron, address, number);
                isochron.issue();
                assertEquals(number, value.await());
            }
            isOver.set(true);
            threads.join();
        }
        assertEquals(List.of(), wrong);
    }

    /**
     * As before, of variables that are taken together.
     */
    @Test
    void shouldNameTheVariableOfTheVersionWhileOthersTake() throws InterruptedException
    {
        final Pattern pattern = Pattern.compile("variable (\\d+) is reserved .* version 0x([0-9a-f]+): .*");
        final AtomicBoolean isOver = new AtomicBoolean();
        final List<String> wrong = new ArrayList<>();
        final AtomicInteger seen = new AtomicInteger();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).readCap(2), PageMap.replicated(1)))
        {
            final TakenVariables taken = new TakenVariables(3);
            final TestThreads threads = new TestThreads();
            threads.start("looking", () ->
            {
                while (!isOver.get())
                {
                    assertFalse(taken.toString().isEmpty());
                    for (final Stall stall : stalls(cluster))
                    {
                        final Matcher matcher = pattern.matcher(stall.description());
                        if (matcher.matches())
                        {
                            seen.incrementAndGet();
                            final long number = Long.parseLong(matcher.group(2), 16) & (1L << 36) - 1;
                            if (Long.parseLong(matcher.group(1)) != number % 16)
                            {
                                wrong.add(stall.description());
                            }
                        }
                    }
                }
            });
            final Isochron isochron = cluster.isochron(0);
            final MemoryPort port = cluster.port(0);
            final TakenVariables holding = new TakenVariables(3);
            for (int i = 0; i < 5000 || 0 == seen.get(); i++)
            {
                // Six versions each time, and the variable of a version is its number modulo 16; those of the second
                // take are not waited for.
                final int number = 6 * i + 1;
                final int[] addresses = { number % 16, (number + 1) % 16, (number + 2) % 16 };
                port.take(isochron.begin(), addresses, holding);
                port.take(isochron, addresses, taken);
                isochron.issue();
                port.assign(isochron.begin(), holding, new long[3]);
                port.cancel(isochron, taken);
                isochron.issue();
                taken.await();
            }
            isOver.set(true);
            threads.join();
        }
        assertEquals(List.of(), wrong);
    }

    private static int variable(final long number)
    {
        return (int)(number % VARIABLES);
    }

    /**
     * Without units that are at work at that moment.
     */
    private static List<Stall> stalls(final TestCluster cluster)
    {
        return cluster.cluster().stalls().stream().filter(stall -> stall.unit().contains("/memory-port-"))
            .collect(Collectors.toList());
    }

    private static List<String> descriptions(final List<Stall> stalls)
    {
        return stalls.stream().map(Stall::description).collect(Collectors.toList());
    }
}
