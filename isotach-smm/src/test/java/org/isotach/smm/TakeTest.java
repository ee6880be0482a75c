/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Several variables that are read and scheduled, and assigned, as one operation each.
 */
final class TakeTest
{
    private static final int PAGE_SIZE = 4;

    // Page 0 has copies everywhere, the others on one or two of three hosts.
    private static final int X = 0;
    private static final int Y = 1;
    private static final int ON_0 = PAGE_SIZE;
    private static final int ON_1 = 2 * PAGE_SIZE;
    private static final int ON_1_AND_2 = 3 * PAGE_SIZE;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return launch(new ClusterContext().threadingMode(mode));
    }

    private static TestCluster launch(final ClusterContext context)
    {
        return new TestCluster(context.hosts(3),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 0).page(2, 1).page(3, 1, 2).build());
    }

    private static TakenVariables take(final TestCluster cluster, final int host, final int... addresses)
    {
        final TakenVariables taken = new TakenVariables(addresses.length);
        take(cluster, host, taken, addresses);
        return taken;
    }

    private static void take(
        final TestCluster cluster, final int host, final TakenVariables taken, final int... addresses)
    {
        cluster.port(host).take(cluster.begin(host), addresses, taken);
        cluster.execute(host);
    }

    private static void assign(
        final TestCluster cluster, final int host, final TakenVariables taken, final long... values)
    {
        cluster.port(host).assign(cluster.begin(host), taken, values);
        cluster.execute(host);
    }

    private static void cancel(final TestCluster cluster, final int host, final TakenVariables taken)
    {
        cluster.port(host).cancel(cluster.begin(host), taken);
        cluster.execute(host);
    }

    private static long[] values(final TakenVariables taken)
    {
        final long[] values = IntStream.range(0, taken.await().count()).mapToLong(taken::value).toArray();
        final long[] copied = new long[values.length];
        taken.copyValues(copied);
        assertArrayEquals(values, copied);
        return values;
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAndReserveAtOnePointOfTheOrder(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, X, 1);
            cluster.write(0, Y, 2);
            final TakenVariables taken = take(cluster, 1, X, Y);
            final IsoValue x = cluster.read(0, X);
            final IsoValue y = cluster.read(2, Y);

            assertArrayEquals(new long[]{ 1, 2 }, values(taken));
            assertEquals(2, taken.count());
            assertEquals(Y, taken.address(1));
            assertTrue(taken.isHeld());
            assertEquals(2, cluster.port(1).outstandingScheds());
            cluster.settle();
            assertFalse(x.isReady() || y.isReady(), "reserved");

            assign(cluster, 1, taken, 10, 20, 30);
            assertEquals(10, x.await());
            assertEquals(20, y.await());
            assertFalse(taken.isHeld());
            assertEquals(0, cluster.port(1).outstandingScheds());
            assertEquals(List.of(10L, 10L, 10L), cluster.values(X));
            assertEquals(List.of(20L, 20L, 20L), cluster.values(Y));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheValuesOfATakeBeforeIt(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final TakenVariables first = take(cluster, 0, X, ON_1_AND_2);
            final TakenVariables second = take(cluster, 1, Y, ON_1_AND_2, X);
            final TakenVariables third = take(cluster, 2, X, Y);
            cluster.settle();
            assertArrayEquals(new long[2], values(first));
            assertFalse(second.isReady() || third.isReady());
            assign(cluster, 0, first, 1, 2);
            assertArrayEquals(new long[]{ 0, 2, 1 }, values(second));
            assertFalse(third.isReady());
            assign(cluster, 1, second, 3, 4, 5);
            assertArrayEquals(new long[]{ 5, 3 }, values(third));
            assign(cluster, 2, third, 6, 7);
            assertEquals(List.of(6L, 7L, 4L),
                List.of(cluster.value(0, X), cluster.value(1, Y), cluster.value(2, ON_1_AND_2)));
        }
    }

    /**
     * Rows of variables for which this and two other hosts answer.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeFromSeveralHosts(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final int[] addresses = { ON_1, ON_1 + 1, X, ON_0, ON_1_AND_2, Y };
            for (int i = 0; i < addresses.length; i++)
            {
                cluster.write(0, addresses[i], i + 1);
            }
            final TakenVariables taken = new TakenVariables(addresses.length);
            for (int round = 0; round < 3; round++)
            {
                take(cluster, 2, taken, addresses);
                final long[] values = values(taken);
                for (int i = 0; i < values.length; i++)
                {
                    assertEquals(10 * round + i + 1, values[i]);
                    values[i] += 10;
                }
                assign(cluster, 2, taken, values);
            }
            for (int i = 0; i < addresses.length; i++)
            {
                assertEquals(31 + i, cluster.value(1, addresses[i]));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeFromAHostWithoutOwnCopies(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(1, ON_1 + 1, 5);
            final TakenVariables taken = take(cluster, 0, ON_1, ON_1 + 1, ON_1 + 2);
            assertArrayEquals(new long[]{ 0, 5, 0 }, values(taken));
            assign(cluster, 0, taken, 7, 8, 9);
            assertEquals(List.of(7L, 8L, 9L),
                List.of(cluster.value(2, ON_1), cluster.value(0, ON_1 + 1), cluster.value(1, ON_1 + 2)));
        }
    }

    /**
     * All are read before any is scheduled, also if they are not side by side, and different hosts answer.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeAVariableTwice(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, X, 3);
            final TakenVariables taken = take(cluster, 0, X, X, ON_1, X);
            final IsoValue reader = cluster.read(2, X);
            assertArrayEquals(new long[]{ 3, 3, 0, 3 }, values(taken));
            assign(cluster, 0, taken, 4, 5, 6, 7);
            assertEquals(7, reader.await(), "the last one counts");
            assertEquals(List.of(7L, 7L, 7L), cluster.values(X));
            take(cluster, 0, taken, X, X, ON_1, X);
            cancel(cluster, 0, taken);
            assertEquals(List.of(7L, 7L, 7L), cluster.values(X));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeWhatThePortHoldsAlready(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, X);
            final TakenVariables first = take(cluster, 0, X, Y);
            final TakenVariables second = take(cluster, 0, X, Y);
            assertEquals(5, cluster.port(0).outstandingScheds());
            assertFalse(first.isReady() || second.isReady());
            cluster.assign(0, X, 1);
            assertArrayEquals(new long[]{ 1, 0 }, values(first));
            assign(cluster, 0, first, 2, 3);
            assertArrayEquals(new long[]{ 2, 3 }, values(second));
            assign(cluster, 0, second, 4, 5);
            assertEquals(List.of(4L, 4L, 4L), cluster.values(X));
            assertEquals(0, cluster.port(0).outstandingScheds());
        }
    }

    /**
     * The length does not fit the header of the operation.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeMoreThanAHeaderCanCount(final ThreadingMode mode)
    {
        final int count = 600;
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).readCap(1024).maxIsochronLength(1 << 14)
                .slabLength(1 << 17),
            PageMap.builder().pageSize(1024).everywhere(0).page(1, 1).build()))
        {
            for (final int first : new int[]{ 0, 1024 })
            {
                final int[] addresses = IntStream.range(first, first + count).toArray();
                final long[] values = IntStream.range(0, count).mapToLong(i -> 3L * i).toArray();
                cluster.port(0).write(cluster.begin(0), addresses, values);
                cluster.execute(0);
                final TakenVariables taken = take(cluster, 0, addresses);
                assertArrayEquals(values, values(taken));
                Arrays.setAll(values, i -> 5L * i);
                assign(cluster, 0, taken, values);
                assertEquals(5L * (count - 1), cluster.value(1, first + count - 1));
                assertEquals(0, cluster.value(1, first + count));
            }
        }
    }

    /**
     * A link has room for as many results as the reads that may be outstanding, so each variable counts.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCountEachValueOfAnotherHostAsARead(final ThreadingMode mode)
    {
        final int count = 256;
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode).readCap(count).maxIsochronLength(1 << 14)
                .slabLength(1 << 17),
            PageMap.builder().pageSize(count).page(0, 1).build()))
        {
            final int[] addresses = IntStream.range(0, count).toArray();
            final TakenVariables held = take(cluster, 1, addresses);
            final TakenVariables[] waiting = { new TakenVariables(count), new TakenVariables(count) };
            cluster.port(0).take(cluster.begin(0), addresses, waiting[0]);
            cluster.execute(0);
            final Isochron isochron = cluster.begin(0);
            cluster.port(0).take(isochron, addresses, waiting[1]);
            assertFalse(isochron.tryIssue(), "no room for their results");
            isochron.abandon();
            assign(cluster, 1, held, new long[count]);
            assertEquals(count, waiting[0].await().count());
            assign(cluster, 0, waiting[0], IntStream.range(0, count).mapToLong(i -> i).toArray());
            for (int round = 0; round < 3; round++)
            {
                take(cluster, 0, waiting[1], addresses);
                assertEquals(count - 1, values(waiting[1])[count - 1]);
                cancel(cluster, 0, waiting[1]);
            }
        }
    }

    @Test
    void shouldRefuseToTakeMoreThanMayBeOutstanding()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).readCap(4)))
        {
            final MemoryPort port = cluster.port(0);
            final Isochron isochron = cluster.begin(0);
            final TakenVariables taken = new TakenVariables(16);
            port.read(isochron, X, new IsoValue());
            assertRefused(IsochronTooLargeException.class, "isochron has 1 reads already, and 4 more would be more" +
                " than the 4 that host 0 may have outstanding: issue fewer at a time, or raise" +
                " ClusterContext.readCap",
                () -> port.take(isochron, new int[]{ ON_1, ON_1 + 1, ON_1 + 2, ON_1 + 3 }, taken));
            assertRefused(IsochronTooLargeException.class, "isochron has 1 reads already, and 5 more would be more" +
                " than the 4 that host 0 may have outstanding: issue fewer at a time, or raise" +
                " ClusterContext.readCap", () -> port.take(isochron, new int[]{ X, ON_1, X, ON_1, X }, taken));
            assertEquals("no taken variables", taken.toString());
            port.take(isochron, new int[]{ X, Y, X, Y, X, Y }, taken);
            cluster.execute(0);
            assertEquals(6, taken.await().count());
            cancel(cluster, 0, taken);
        }
    }

    @Test
    void shouldAppendAllOrNothingIfAnAddressIsBadOrTheyDoNotFit()
    {
        try (TestCluster cluster = launch(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).maxIsochronLength(96)))
        {
            final MemoryPort port = cluster.port(0);
            final TakenVariables taken = new TakenVariables(32);
            final Isochron isochron = cluster.begin(0);
            assertRefused(IndexOutOfBoundsException.class,
                "address: 16 (expected: 0..15, 4 pages of 4 variables)",
                () -> port.take(isochron, new int[]{ X, 16 }, taken));
            assertRefused(IllegalArgumentException.class,
                "addresses: 0 (expected: 1..32, the capacity of these TakenVariables)",
                () -> port.take(isochron, new int[0], taken));
            assertRefused(IllegalArgumentException.class,
                "addresses: 33 (expected: 1..32, the capacity of these TakenVariables)",
                () -> port.take(isochron, new int[33], taken));
            final String behind = " does not fit behind the 0 bytes of the 0 operations of this isochron (maximum: 96" +
                " bytes): issue fewer operations at a time, or raise ClusterContext.maxIsochronLength";
            assertRefused(IsochronTooLargeException.class, "operation of 104 bytes" + behind,
                () -> port.take(isochron, new int[17], taken));
            assertRefused(IsochronTooLargeException.class, "operation of 120 bytes" + behind,
                () -> port.take(isochron, new int[]{ X, ON_1 }, taken));
            assertEquals(0, port.outstandingScheds());
            assertFalse(taken.isHeld());

            port.take(isochron, new int[]{ X, Y, X, Y, X, Y }, taken);
            cluster.execute(0);
            final Isochron second = cluster.begin(0);
            port.write(second, X + 2, 1);
            assertRefused(IndexOutOfBoundsException.class,
                "Range [0, 0 + 6) out of bounds for length 5", () -> port.assign(second, taken, new long[5]));
            assertRefused(IsochronTooLargeException.class, "operation of 96 bytes does not fit behind the 16 bytes of" +
                " the 1 operations of this isochron (maximum: 96 bytes): issue fewer operations at a time, or raise" +
                " ClusterContext.maxIsochronLength", () -> port.assign(second, taken, new long[6]));
            assertRefused(IsochronTooLargeException.class, "6 operations of 16 bytes do not fit behind the 16 bytes" +
                " of the 1 operations of this isochron (maximum: 96 bytes): issue fewer operations at a time, or" +
                " raise ClusterContext.maxIsochronLength", () -> port.cancel(second, taken));
            assertTrue(taken.isHeld());
            second.abandon();
            assertFalse(cluster.read(1, X).isReady());
            assign(cluster, 0, taken, new long[6]);
            assertEquals(0, cluster.value(1, X + 2));
        }
    }

    @Test
    void shouldRefuseWhatIsNotHeldAndWhatIsHeldAlready()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final TakenVariables taken = new TakenVariables(2);
            assertRefused(IllegalStateException.class, "no taken variables of another port, or assigned or cancelled" +
                " already: this port of host 0 assigns or cancels only what it has taken, once",
                () -> port.assign(cluster.isochron(0).begin(), taken, new long[2]));
            cluster.isochron(0).abandon();
            take(cluster, 0, taken, X, Y);
            taken.await();
            final String message = "2 taken variables with their values of another port, or assigned or cancelled" +
                " already: this port of host %d assigns or cancels only what it has taken, once";
            final Isochron isochron = cluster.begin(1);
            assertRefused(IllegalStateException.class, message.formatted(1),
                () -> cluster.port(1).assign(isochron, taken, new long[2]));
            assertRefused(IllegalStateException.class, message.formatted(0),
                () -> cluster.memory().port(cluster.host(0)).cancel(isochron, taken));
            assertRefused(IllegalStateException.class, "these 2 variables are taken: assign or cancel them before the" +
                " next take, or use other TakenVariables",
                () -> cluster.port(1).take(isochron, new int[]{ X }, taken));
            isochron.abandon();
            assertRefused(IllegalStateException.class,
                "variable 0 is not scheduled by this port: sched() it before handOver()", () -> port.handOver(X));
            assertRefused(IllegalStateException.class, "isochron of host 1 used with a memory port of host 0: use the" +
                " port of the same host", () -> port.assign(cluster.isochron(1).begin(), taken, new long[2]));
            cluster.isochron(1).abandon();
            assertRefused(IllegalStateException.class, "isochron of host 0 is not open: call begin() before its" +
                " operations", () -> port.assign(cluster.isochron(0), taken, new long[2]));
            assign(cluster, 0, taken, 1, 2);
            assertRefused(IllegalStateException.class, message.formatted(0),
                () -> port.assign(cluster.begin(0), taken, new long[2]));
            cluster.isochron(0).abandon();
            assertEquals(List.of(1L, 1L, 1L), cluster.values(X));
        }
    }

    /**
     * They have to fit when they are assigned, and when they are cancelled.
     */
    @Test
    void shouldSayHowManyVariablesFitIntoAnIsochronOfAnyLength()
    {
        for (int length = 0; length <= 4096; length++)
        {
            final int count = TakenVariables.maxCount(length);
            assertTrue(0 <= count && (0 == count || fits(count, length)) && !fits(count + 1, length), "" + length);
        }
    }

    private static boolean fits(final int count, final int length)
    {
        return MemoryOperation.assignAllLength(count) <= length && count * MemoryOperation.SHORT_LENGTH <= length;
    }

    @Test
    void shouldRefuseCapacitiesIndexesAndWaitsThatCannotBe()
    {
        assertRefused(IllegalArgumentException.class, "capacity: 0 (expected: 1..2048)", () -> new TakenVariables(0));
        assertRefused(IllegalArgumentException.class, "capacity: 2049 (expected: 1..2048)",
            () -> new TakenVariables(TakenVariables.MAX_CAPACITY + 1));
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final TakenVariables taken = new TakenVariables(3);
            assertEquals(3, taken.capacity());
            assertRefused(IllegalStateException.class, "nothing was taken: take() variables and issue the isochron",
                taken::await);
            assertRefused(IllegalStateException.class, "value 0 of no taken variables has not arrived: await() them," +
                " or poll isReady()", () -> taken.value(0));
            assertThrows(IllegalStateException.class, () -> taken.copyValues(new long[2]));
            cluster.port(0).take(cluster.begin(0), new int[]{ X, Y }, taken);
            assertRefused(IllegalStateException.class, "the take of 2 variables was not issued yet: issue() its" +
                " isochron before await()", taken::await);
            assertRefused(IllegalStateException.class, "the take of 2 variables was not issued yet: issue() its" +
                " isochron before await()", () -> taken.await(1, TimeUnit.SECONDS));
            assertRefused(IllegalStateException.class, "value 1 of the values of 2 taken variables has not arrived:" +
                " await() them, or poll isReady()", () -> taken.value(1));
            cluster.execute(0);
            taken.await();
            assertThrows(IndexOutOfBoundsException.class, () -> taken.value(2));
            assertThrows(IndexOutOfBoundsException.class, () -> taken.address(2));
            assertThrows(IndexOutOfBoundsException.class, () -> taken.value(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> taken.copyValues(new long[1]));
            cancel(cluster, 0, taken);
        }
    }

    @Test
    void shouldForgetATakeThatIsAbandoned()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final TakenVariables taken = new TakenVariables(3);
            for (final int[] addresses : new int[][]{ { X, Y }, { X, ON_1, Y } })
            {
                final Isochron isochron = cluster.begin(0);
                port.take(isochron, addresses, taken);
                assertEquals(addresses.length, port.outstandingScheds());
                isochron.abandon();
                assertEquals(0, port.outstandingScheds());
                assertFalse(taken.isHeld());
                assertFalse(taken.isReady() || taken.isFailed());
                assertEquals("no taken variables", taken.toString());
            }
            assertEquals(List.of(0L, 0L, 0L), cluster.values(X));
            take(cluster, 0, taken, X, Y);
            assertArrayEquals(new long[2], values(taken));
            cancel(cluster, 0, taken);
        }
    }

    @Test
    void shouldHoldTheVariablesWhenTheirAssignOrCancelIsAbandoned()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final TakenVariables taken = take(cluster, 0, X, Y);
            taken.await();
            port.assign(cluster.begin(0), taken, new long[]{ 8, 9 });
            assertEquals(0, port.outstandingScheds());
            assertFalse(taken.isHeld());
            cluster.isochron(0).abandon();
            assertTrue(taken.isHeld());
            port.cancel(cluster.begin(0), taken);
            cluster.isochron(0).abandon();
            assertEquals(2, port.outstandingScheds());
            assertFalse(cluster.read(1, X).isReady());
            assign(cluster, 0, taken, 4, 5);
            assertEquals(List.of(5L, 5L, 5L), cluster.values(Y));
        }
    }

    /**
     * What the abandoned isochron would have assigned has still to be known then.
     */
    @Test
    void shouldNotTakeAnewWhatTheOpenIsochronAssigns()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final TakenVariables taken = new TakenVariables(3);
            take(cluster, 0, taken, X, Y);
            taken.await();
            final Isochron isochron = cluster.begin(0);
            port.assign(isochron, taken, new long[]{ 1, 2 });
            assertRefused(IllegalStateException.class, "these 2 variables are assigned or cancelled by an isochron" +
                " that is open: issue() or abandon() it before the next take, or use other TakenVariables",
                () -> port.take(isochron, new int[]{ ON_0, ON_0 + 1, ON_0 + 2 }, taken));
            isochron.abandon();
            assign(cluster, 0, taken, 3, 4);
            assertEquals(List.of(4L, 4L, 4L), cluster.values(Y));
            take(cluster, 0, taken, ON_0, ON_0 + 1, ON_0 + 2);
            cancel(cluster, 0, taken);
        }
    }

    @Test
    void shouldTakeAndAssignInOneIsochron()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.write(0, X, 6);
            final TakenVariables taken = new TakenVariables(2);
            final Isochron isochron = cluster.begin(1);
            cluster.port(1).take(isochron, new int[]{ X, Y }, taken);
            cluster.port(1).assign(isochron, taken, new long[]{ 7, 8 });
            isochron.abandon();
            assertEquals(0, cluster.port(1).outstandingScheds());
            cluster.port(1).take(cluster.begin(1), new int[]{ X, Y }, taken);
            cluster.port(1).assign(isochron, taken, new long[]{ 7, 8 });
            assertRefused(IllegalStateException.class, "the take of 2 variables was not issued yet: issue() its" +
                " isochron before await()", taken::await);
            cluster.execute(1);
            assertArrayEquals(new long[]{ 6, 0 }, values(taken));
            assertEquals(List.of(7L, 7L, 7L), cluster.values(X));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCancelAll(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, X, 3);
            cluster.write(0, ON_1, 4);
            final TakenVariables taken = take(cluster, 0, X, ON_1);
            final IsoValue x = cluster.read(1, X);
            final TakenVariables next = take(cluster, 2, X, ON_1);
            cancel(cluster, 0, taken);
            assertEquals(3, x.await());
            assertArrayEquals(new long[]{ 3, 4 }, values(next));
            cancel(cluster, 2, next);
            assertEquals(0, cluster.port(0).outstandingScheds());
            assertEquals(List.of(3L, 3L, 3L), cluster.values(X));
        }
    }

    /**
     * One variable without a value is enough; the others are held, and the object waits for all before it fails.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenOneOfTheValuesIsLost(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, X);
            cluster.sched(0, Y);
            final TakenVariables taken = take(cluster, 1, X, Y);
            cluster.write(2, X, 9);
            cluster.port(0).cancel(cluster.begin(0), X);
            cluster.execute(0);
            cluster.settle();
            assertFalse(taken.isFailed(), "the other value is on its way");
            cluster.assign(0, Y, 5);

            final String message = "the read of variable 0 by host 1 waited for an ASSIGN of host 0, whose SCHED was" +
                " cancelled after the variable had been overwritten: read again";
            assertEquals(message, assertThrows(SchedCancelledException.class, taken::await).getMessage());
            assertEquals(message, assertThrows(SchedCancelledException.class, () -> taken.value(1)).getMessage());
            assertTrue(taken.isFailed());
            assertFalse(taken.isReady());
            assertEquals("2 taken variables, one of which never arrives: " + message, taken.toString());
            assertTrue(taken.isHeld());
            cancel(cluster, 1, taken);
            assertEquals(List.of(9L, 9L, 9L), cluster.values(X));
            take(cluster, 1, taken, X, Y);
            assertArrayEquals(new long[]{ 9, 5 }, values(taken));
            assign(cluster, 1, taken, 1, 2);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayForWhatItWaitsAndListIt(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final TakenVariables held = take(cluster, 0, ON_1_AND_2, Y);
            final TakenVariables waiting = take(cluster, 1, X, Y);
            cluster.settle();
            final String version = Version.toString(Version.of(0, 0, 2));
            final String thread = "thread '" + Thread.currentThread().getName() + "'";
            final String expected = "the values of 2 taken variables, one of them that of variable 1, which waits for" +
                " the ASSIGN of version " + version + ", scheduled by host 0, " + thread;
            assertEquals(expected, waiting.toString());
            final String message = assertThrows(
                IsotachTimeoutException.class, () -> waiting.await(5, TimeUnit.MILLISECONDS)).getMessage();
            assertTrue(message.contains(expected), message);
            assertEquals(List.of("variable 1 is reserved by host 0, " + thread + ", version " + version +
                ": 1 read of host 1 waits for it"),
                cluster.cluster().stalls().stream().filter(stall -> stall.unit().contains("/memory-port-"))
                    .map(Stall::description).toList());
            assign(cluster, 0, held, 1, 2);
            assertArrayEquals(new long[]{ 0, 2 }, values(waiting));
            assertEquals("2 taken variables with their values", waiting.toString());
            assign(cluster, 1, waiting, 3, 4);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenTheClusterIsClosed(final ThreadingMode mode)
    {
        final TakenVariables waiting;
        final String version = Version.toString(Version.of(0, 0, 1));
        try (TestCluster cluster = launch(mode))
        {
            take(cluster, 0, X);
            waiting = take(cluster, 1, Y, X, ON_0);
            cluster.settle();
        }
        assertEquals("the cluster was closed while host 1 waited for the value of variable 0, which waits for the" +
            " ASSIGN of version " + version + ", scheduled by host 0, thread '" +
            Thread.currentThread().getName() + "'",
            assertThrows(ClusterClosedException.class, waiting::await).getMessage());
        try (TestCluster other = launch(mode))
        {
            take(other, 2, waiting, X, Y);
            assertArrayEquals(new long[2], values(waiting));
            assign(other, 2, waiting, 1, 2);
            assertEquals(1, other.value(0, X));
        }
    }

    @Test
    void shouldForgetTheTakeThatAClosedClusterDoesNotIssue()
    {
        final TakenVariables taken = new TakenVariables(2);
        final TestCluster cluster = launch(ThreadingMode.INVOKER);
        final Isochron isochron = cluster.begin(0);
        cluster.port(0).take(isochron, new int[]{ X, ON_1 }, taken);
        cluster.close();
        assertThrows(ClusterClosedException.class, isochron::issue);
        assertEquals("no taken variables", taken.toString());
        assertFalse(taken.isHeld());
        assertEquals(0, cluster.port(0).outstandingScheds());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenTheHolderOfAnOverwrittenVariableIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            take(cluster, 0, X);
            final TakenVariables waiting = take(cluster, 1, Y, X);
            cluster.write(2, X, 7);
            cluster.cluster().expel(0);
            final String message = "the read of variable 0 by host 1 waited for an ASSIGN of host 0, which was" +
                " expelled after the variable had been overwritten: read again";
            assertEquals(message, assertThrows(HostExpelledException.class, waiting::await).getMessage());
            cancel(cluster, 1, waiting);
            assertEquals(7, cluster.value(2, X));
        }
    }

    /**
     * Two parts, of which one host answers one; with it the only copies of its variables are gone.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGiveBackWhatIsLeftWhenAHostThatAnswersIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(2, ON_0);
            final TakenVariables taken = take(cluster, 1, X, ON_0, ON_0 + 1);
            final IsoValue reader = cluster.read(2, X);
            final long pulse = cluster.cluster().expel(0);
            assertEquals("host 0 was expelled in pulse " + pulse + " before it answered the read of variable 4 by" +
                " host 1: read again", assertThrows(HostExpelledException.class, taken::await).getMessage());
            // Behind the end of host 0.
            cluster.write(1, Y, 1);
            final Isochron isochron = cluster.begin(1);
            assertRefused(PageLostException.class, "variable 4 is lost: all hosts that held a copy of page 1 have" +
                " been expelled; give a page more than one host in the PageMap",
                () -> cluster.port(1).assign(isochron, taken, new long[3]));
            isochron.abandon();
            assertFalse(reader.isReady());
            cancel(cluster, 1, taken);
            assertEquals(0, reader.await());
            assertFalse(taken.isHeld());
            assertEquals(0, cluster.port(1).outstandingScheds());
            take(cluster, 1, taken, X, Y);
            assertArrayEquals(new long[]{ 0, 1 }, values(taken));
            assign(cluster, 1, taken, 5, 6);
            assertEquals(5, cluster.value(2, X));
        }
    }

    /**
     * The room for the results that do not come is there again.
     */
    @Test
    void shouldFreeAllSlotsOfATakeThatFails()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).readCap(4)))
        {
            final TakenVariables taken = new TakenVariables(4);
            final Isochron isochron = cluster.isochron(2);
            cluster.port(2).take(isochron.begin(), new int[]{ ON_0, ON_0 + 1, ON_0 + 2, ON_0 + 3 }, taken);
            cluster.cluster().expel(0);
            isochron.issue();
            assertThrows(HostExpelledException.class, taken::await);
            cancel(cluster, 2, taken);
            take(cluster, 2, taken, ON_1, ON_1 + 1, ON_1 + 2, ON_1 + 3);
            assertArrayEquals(new long[4], values(taken));
            assign(cluster, 2, taken, 1, 2, 3, 4);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGiveBackVariablesThatAreAllLost(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final TakenVariables taken = take(cluster, 1, ON_0, ON_0 + 1);
            taken.await();
            cluster.cluster().expel(0);
            cluster.write(1, Y, 1);
            cancel(cluster, 1, taken);
            assertFalse(taken.isHeld());
            assertEquals(0, cluster.port(1).outstandingScheds());
        }
    }

    @Test
    void shouldFailATakeWhoseAnsweringHostIsExpelledBeforeItIsIssued()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final TakenVariables taken = new TakenVariables(3);
            final Isochron isochron = cluster.host(2).isochron().begin();
            final MemoryPort port = cluster.memory().port(cluster.host(2));
            port.take(isochron, new int[]{ X, ON_0, ON_0 + 1 }, taken);
            cluster.cluster().expel(0);
            // Behind the end of host 0.
            cluster.write(2, Y, 1);
            isochron.issue();
            assertEquals("host 0 was expelled before the read of variable 4 by host 2 was issued: read again",
                assertThrows(HostExpelledException.class, taken::await).getMessage());
            final IsoValue reader = cluster.read(1, X);
            assertFalse(reader.isReady(), "scheduled nevertheless");
            port.cancel(isochron.begin(), taken);
            isochron.issue();
            assertEquals(0, reader.await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellTheApplicationOfAHostThatIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(1, X);
            cluster.sched(1, ON_1);
            cluster.sched(1, ON_1 + 1);
            final TakenVariables taken = take(cluster, 0, X, ON_1, ON_1 + 1);
            cluster.settle();
            cluster.cluster().expel(0);
            final String message = assertThrows(HostExpelledException.class, taken::await).getMessage();
            assertTrue(message.startsWith("host 0 was expelled while it waited for the values of 3 taken variables," +
                " one of them that of variable 0, which waits for the ASSIGN of version "), message);
            cluster.assign(1, X, 3);
            assertEquals(3, cluster.value(2, X));
            cluster.assign(1, ON_1, 4);
            cluster.assign(1, ON_1 + 1, 0);
            assertEquals(0, cluster.value(2, ON_1 + 1), "taken back");
            // Nobody waits for the expelled host.
            cluster.sched(1, ON_1);
            take(cluster, 2, taken, X, ON_1, ON_1 + 1);
            // Host 1 executes it behind the take.
            cluster.write(1, Y, 1);
            assertTrue(taken.toString().contains("one of them that of variable " + ON_1 + ", "), taken.toString());
            cluster.assign(1, ON_1, 5);
            assertArrayEquals(new long[]{ 3, 5, 0 }, values(taken));
            assign(cluster, 2, taken, 6, 7, 8);
        }
    }

    /**
     * A host that was expelled, and does not know it yet, may still note for what a read waits that has failed, and
     * whose slot is in use again.
     */
    @Test
    void shouldPassOverANoteAboutVariablesThatItDoesNotHave()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).readCap(1)))
        {
            final long version = cluster.sched(1, X);
            final TakenVariables taken = take(cluster, 0, X);
            final String before = taken.toString();
            cluster.memory().manager(0).readSlots().waitsFor(ReadSlots.place(0, 7), Y, version);
            assertEquals(before, taken.toString());
            cluster.assign(1, X, 2);
            assertArrayEquals(new long[]{ 2 }, values(taken));
        }
    }

    /**
     * There is room for one of two takes; who does not get all that it needs keeps nothing.
     */
    @Test
    void shouldKeepNoSlotsWhenThereAreTooFew()
    {
        try (TestCluster cluster = launch(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).oneInFlight(false).readCap(4)))
        {
            final TakenVariables held = take(cluster, 1, ON_1, ON_1 + 1);
            final TakenVariables first = take(cluster, 0, ON_1, ON_1 + 1);
            final TakenVariables second = new TakenVariables(3);
            for (int i = 0; i < 8; i++)
            {
                cluster.port(0).take(cluster.begin(0), new int[]{ X, ON_1 + 2, ON_1 + 3 }, second);
                assertFalse(cluster.isochron(0).tryIssue());
                cluster.isochron(0).abandon();
            }
            cluster.port(0).take(cluster.begin(0), new int[]{ ON_1 + 2, ON_1 + 3 }, second);
            assertTrue(cluster.isochron(0).tryIssue(), "two are left");
            cluster.isochron(0).awaitExecuted();
            assertArrayEquals(new long[2], values(second));
            assign(cluster, 0, second, 1, 2);
            assign(cluster, 1, held, 3, 4);
            assertArrayEquals(new long[]{ 3, 4 }, values(first));
            take(cluster, 0, second, X, ON_1 + 2, ON_1 + 3);
            assertArrayEquals(new long[]{ 0, 1, 2 }, values(second));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeReadyOrFailedWhenTheAssignRacesWithTheEndOfTheCluster(final ThreadingMode mode)
        throws InterruptedException
    {
        for (int i = 0; i < 50; i++)
        {
            final TestCluster cluster = launch(mode);
            final TakenVariables held = take(cluster, 0, X, ON_1);
            final TakenVariables waiting = take(cluster, 1, Y, X, ON_1, ON_0);
            final AtomicBoolean isIssued = new AtomicBoolean();
            final AtomicBoolean isTold = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            threads.start("assigning", () ->
            {
                try
                {
                    cluster.port(0).assign(cluster.isochron(0).begin(), held, new long[]{ 7, 8 });
                    cluster.isochron(0).issue();
                    isIssued.set(true);
                }
                catch (final ClusterClosedException ex)
                {
                    assertTrue(held.isHeld(), "the isochron was abandoned");
                }
            });
            threads.start("waiting", () ->
            {
                try
                {
                    assertArrayEquals(new long[]{ 0, 7, 8, 0 }, values(waiting));
                }
                catch (final ClusterClosedException ex)
                {
                    isTold.set(true);
                }
            });
            cluster.close();
            threads.join();
            assertEquals(isIssued.get(), waiting.isReady());
            assertEquals(!isIssued.get(), waiting.isFailed());
            assertEquals(isTold.get(), waiting.isFailed());
        }
    }

    /**
     * Whoever waits for what the expelled host does not assign any more cancels, and begins anew.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLoseNothingWhenAHostIsExpelledInTheMiddle(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final TestThreads threads = new TestThreads();
            final CountDownLatch actions = new CountDownLatch(50);
            for (int host = 0; host < 3; host++)
            {
                final int id = host;
                threads.start("host-" + id, () -> increment(cluster, id, actions));
            }
            // In the middle: most actions are still to come.
            actions.await();
            cluster.cluster().expel(0);
            threads.join();
            final long value = cluster.value(1, X);
            assertTrue(value >= 2 * 1000);
            assertEquals(List.of(value, value, value, value), List.of(
                cluster.value(2, X), cluster.value(1, ON_1_AND_2), cluster.value(2, ON_1_AND_2), cluster.value(2, Y)));
        }
    }

    private static void increment(final TestCluster cluster, final int host, final CountDownLatch actions)
    {
        final MemoryPort port = cluster.port(host);
        final Isochron isochron = cluster.isochron(host);
        final int[] addresses = { X, ON_1_AND_2, Y };
        final TakenVariables taken = new TakenVariables(addresses.length);
        try
        {
            for (int counted = 0; counted < 1000;)
            {
                port.take(isochron.begin(), addresses, taken);
                isochron.issue();
                try
                {
                    final long[] values = values(taken);
                    assertEquals(values[0], values[1]);
                    assertEquals(values[0], values[2]);
                    Arrays.setAll(values, i -> values[i] + 1);
                    port.assign(isochron.begin(), taken, values);
                    counted++;
                }
                catch (final HostExpelledException ex)
                {
                    port.cancel(isochron.begin(), taken);
                }
                isochron.issue();
                actions.countDown();
            }
        }
        catch (final HostExpelledException ex)
        {
            if (0 != host)
            {
                throw ex;
            }
        }
    }

    /**
     * Transfers between accounts, which nobody sees half done: the sum of all of them stays the same.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLoseNothingWhenThreadsTakeTheSameVariables(final ThreadingMode mode) throws InterruptedException
    {
        final int transfers = 400;
        final int[] accounts = { X, ON_1_AND_2, Y, ON_0 };
        try (TestCluster cluster = launch(mode))
        {
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < 3; host++)
            {
                final int id = host;
                threads.start("host-" + id, () ->
                {
                    final TakenVariables taken = new TakenVariables(accounts.length);
                    final Isochron isochron = cluster.isochron(id);
                    final long[] amounts = new long[accounts.length];
                    for (int i = 0; i < transfers; i++)
                    {
                        cluster.port(id).take(isochron.begin(), accounts, taken);
                        isochron.issue();
                        taken.await();
                        long sum = 0;
                        for (int k = 0; k < amounts.length; k++)
                        {
                            amounts[k] = taken.value(k);
                            sum += amounts[k];
                        }
                        assertEquals(0, sum);
                        amounts[i % 4]++;
                        amounts[(i + id + 1) % 4]--;
                        cluster.port(id).assign(isochron.begin(), taken, amounts);
                        isochron.issue();
                    }
                });
            }
            threads.join();
            assertEquals(0, IntStream.of(accounts).mapToLong(account -> cluster.value(1, account)).sum());
        }
    }
}
