/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.status.Counter;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a host does at once with variables that only it holds is what isochrons would do, or is not done at all.
 */
final class LocalMemoryTest
{
    private static final int PAGE_SIZE = 4;

    // Page 0 is at host 0 alone, page 1 at both, page 2 at host 1 alone.
    private static final int X = 0;
    private static final int Y = 1;
    private static final int BOTH = PAGE_SIZE;
    private static final int ELSEWHERE = 2 * PAGE_SIZE;
    private static final int NOWHERE = 3 * PAGE_SIZE;
    private static final int[] PAIR = { X, Y };
    private static final long NO_VALUE = -1;
    private static final UpdateFunction[] ADD_EACH = { UpdateFunction.ADD, UpdateFunction.ADD };
    private static final long[] ONES = { 1, 1 };

    private static TestCluster launch(final ThreadingMode mode)
    {
        return launch(new ClusterContext().threadingMode(mode));
    }

    private static TestCluster launch(final ClusterContext context)
    {
        return new TestCluster(
            context.hosts(2),
            PageMap.builder().pageSize(PAGE_SIZE).page(0, 0).everywhere(1).page(2, 1).build());
    }

    private static LocalMemory local(final TestCluster cluster)
    {
        return cluster.memory().local(cluster.host(0));
    }

    /**
     * Threads of the cluster may be at work for the host at any moment.
     */
    private static void until(final BooleanSupplier call)
    {
        while (!call.getAsBoolean())
        {
            Thread.onSpinWait();
        }
    }

    private static long untilValue(final LongSupplier call)
    {
        long value = NO_VALUE;
        while (NO_VALUE == value)
        {
            value = call.getAsLong();
        }
        return value;
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeAndAssign(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            cluster.write(0, X, 1);
            cluster.write(1, Y, 2);
            cluster.write(0, BOTH, 3);
            cluster.settle();
            final TakenVariables taken = new TakenVariables(2);
            final long[] others = new long[2];
            until(() -> local.tryTake(PAIR, taken, new int[]{ BOTH }, others, 1));

            assertTrue(taken.isReady());
            assertTrue(taken.isHeld());
            assertArrayEquals(new long[]{ 1, 2 }, new long[]{ taken.value(0), taken.value(1) });
            assertArrayEquals(new long[]{ 0, 3 }, others);
            final IsoValue waiting = cluster.read(1, X);
            cluster.settle();
            assertFalse(waiting.isReady());
            until(() -> local.tryAssign(taken, new long[]{ 5, 6, 7 }));

            assertFalse(taken.isHeld());
            assertEquals(5, waiting.await());
            assertEquals(5, cluster.value(1, X));
            assertEquals(6, cluster.value(0, Y));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLeaveToPortsWhatWasTaken(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables taken = new TakenVariables(2);
            until(() -> local.tryTake(PAIR, taken));
            cluster.port(0).assign(cluster.begin(0), taken, new long[]{ 5, 6 });
            cluster.isochron(0).abandon();
            assertTrue(taken.isHeld());
            cluster.port(0).assign(cluster.begin(0), taken, new long[]{ 7, 8 });
            cluster.execute(0);
            assertFalse(taken.isHeld());
            assertEquals(0, cluster.port(0).outstandingScheds());
            assertEquals(7, cluster.value(0, X));

            until(() -> local.tryTake(PAIR, taken));
            cluster.port(0).cancel(cluster.begin(0), taken);
            cluster.execute(0);
            assertEquals(8, cluster.value(0, Y));
            assertEquals(0, cluster.port(0).outstandingScheds());
        }
    }

    /**
     * All are read before any is reserved, and the last value counts.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeAVariableTwiceAndReadItBesides(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            cluster.write(0, X, 1);
            cluster.settle();
            final TakenVariables taken = new TakenVariables(3);
            final long[] others = new long[1];
            until(() -> local.tryTake(new int[]{ X, Y, X }, taken, new int[]{ X }, others, 0));
            assertArrayEquals(new long[]{ 1, 0, 1 }, new long[]{ taken.value(0), taken.value(1), taken.value(2) });
            assertArrayEquals(new long[]{ 1 }, others);
            until(() -> local.tryAssign(taken, new long[]{ 5, 6, 7 }));
            assertEquals(7, cluster.value(0, X));
            assertEquals(6, cluster.value(0, Y));

            until(() -> local.tryTake(new int[]{ X, X }, taken));
            cluster.port(0).cancel(cluster.begin(0), taken);
            cluster.execute(0);
            assertEquals(7, cluster.value(0, X));
        }
    }

    @Test
    void shouldNotTakeWhatIsReserved()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables taken = new TakenVariables(2);
            cluster.sched(0, Y);
            assertFalse(local.tryTake(PAIR, taken));
            assertFalse(taken.isHeld());
            assertFalse(local.tryTake(new int[]{ X }, taken, new int[]{ Y }, new long[1], 0), "nor reads");
            assertEquals(NO_VALUE, local.getAndUpdateOr(Y, UpdateFunction.ADD, 1, NO_VALUE));
            final long[] read = new long[2];
            assertFalse(local.tryRead(PAIR, read));
            cluster.assign(0, Y, 4);
            assertTrue(local.tryRead(PAIR, read));
            assertArrayEquals(new long[]{ 0, 4 }, read);
            assertFalse(local.tryRead(new int[]{ X, ELSEWHERE }, read), "no copy here");
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryRead(PAIR, new long[1]));
            assertTrue(local.tryTake(PAIR, taken));
            assertFalse(local.tryTake(PAIR, new TakenVariables(2)), "taken already");
            assertTrue(local.tryWrite(X, 9), "covers what was taken");
            assertTrue(local.tryAssign(taken, new long[]{ 1, 2 }));
            assertEquals(9, cluster.value(0, X));
            assertEquals(2, cluster.value(0, Y));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWriteAndUpdate(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            until(() -> local.tryWrite(X, 1));
            until(() -> local.tryWrite(new int[]{ X, Y, ELSEWHERE }, new long[]{ 10, 20, 30 }, 2));
            until(() -> local.tryUpdate(
                new int[]{ X, Y, X },
                new UpdateFunction[]{ UpdateFunction.ADD, UpdateFunction.MAX, UpdateFunction.ADD },
                new long[]{ 1, 100, 2 },
                3));
            assertEquals(13, cluster.value(0, X));
            assertEquals(100, cluster.value(1, Y));
            assertEquals(13, untilValue(() -> local.getAndUpdateOr(X, UpdateFunction.XOR, 1, NO_VALUE)));
            assertEquals(13, untilValue(() -> local.updateAndGetOr(X, UpdateFunction.XOR, 1, NO_VALUE)));
            assertEquals(13, untilValue(() -> local.compareAndExchangeOr(X, 12, 99, NO_VALUE)));
            assertEquals(13, untilValue(() -> local.compareAndExchangeOr(X, 13, 99, NO_VALUE)));
            assertEquals(99, cluster.value(0, X));
        }
    }

    @Test
    void shouldChangeNothingIfTheResultWouldBeWhatToReturnOtherwise()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = local(cluster);
            assertTrue(local.tryWrite(X, 5));
            final long executed = cluster.cluster().counters().value(0, Counter.ISOCHRONS_ISSUED);
            assertEquals(5, local.getAndUpdateOr(X, UpdateFunction.ADD, 1, 5));
            assertEquals(6, local.updateAndGetOr(X, UpdateFunction.ADD, 1, 6));
            assertEquals(5, local.compareAndExchangeOr(X, 5, 6, 5));
            assertEquals(5, local.valueOr(X, NO_VALUE));
            assertEquals(executed, cluster.cluster().counters().value(0, Counter.ISOCHRONS_ISSUED));
            assertEquals(5, local.compareAndExchangeOr(X, 5, 6, 6), "the old value");
            assertEquals(6, local.valueOr(X, NO_VALUE));
        }
    }

    @Test
    void shouldHaveUpdatesWaitForWhatIsReserved()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(0, X);
            assertTrue(local(cluster).tryUpdate(
                PAIR, new UpdateFunction[]{ UpdateFunction.ADD, UpdateFunction.ADD }, new long[]{ 1, 2 }, 2));
            assertEquals(2, cluster.value(0, Y));
            cluster.assign(0, X, 40);
            assertEquals(41, cluster.value(0, X));
        }
    }

    @Test
    void shouldReadVariablesInTheirOrderOrInAnother()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = local(cluster);
            for (int address = 0; address < PAGE_SIZE; address++)
            {
                assertTrue(local.tryWrite(address, 10 + address));
            }
            for (final int[] addresses : new int[][]{
                { 0, 1, 2, 3 }, { 1, 2 }, { 3 }, { }, { 0, 2, 3 }, { 0, 1, 3 }, { 3, 2, 1, 0 }, { 2, 2 } })
            {
                final long[] values = new long[PAGE_SIZE + 1];
                final long[] expected = new long[PAGE_SIZE + 1];
                for (int i = 0; i < addresses.length; i++)
                {
                    expected[i] = 10 + addresses[i];
                }
                final LocalReads reads = local.reads(addresses);
                until(() -> reads.tryRead(values));
                assertArrayEquals(expected, values, () -> "of " + Arrays.toString(addresses));
                if (addresses.length > 0)
                {
                    assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> reads.tryRead(new long[addresses.length - 1]),
                        () -> "of " + Arrays.toString(addresses));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAValueOrSayThatThereIsNone(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            cluster.write(0, X, 1);
            cluster.write(1, BOTH, 2);
            cluster.settle();
            until(() -> 1 == local.valueOr(X, NO_VALUE));
            until(() -> 2 == local.valueOr(BOTH, NO_VALUE));
            assertEquals(NO_VALUE, local.valueOr(ELSEWHERE, NO_VALUE));
            assertThrows(IndexOutOfBoundsException.class, () -> local.valueOr(NOWHERE, NO_VALUE));
            assertThrows(IndexOutOfBoundsException.class, () -> local.valueOr(-1, NO_VALUE));
            final TakenVariables taken = new TakenVariables(2);
            until(() -> local.tryTake(PAIR, taken));
            assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE));
            until(() -> local.tryAssign(taken, new long[]{ 3, 4 }));
            until(() -> 3 == local.valueOr(X, NO_VALUE));
            cluster.cluster().close();
            assertThrows(ClusterClosedException.class, () -> local.valueOr(X, NO_VALUE));
        }
    }

    /**
     * Some frames say beforehand what they change, and some do not.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadNoFrameInPartWhateverElseChanges(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            final LocalReads reads = local.reads(PAIR);
            final AtomicBoolean isOver = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            threads.start("others", () -> writeOthers(local, isOver));
            threads.start("pairs", () -> writePairs(cluster, local, isOver));
            final long[] values = new long[2];
            long latest = 0;
            int pairs = 0;
            for (int i = 0; i < 30_000 || 0 == pairs || 0 == latest; i++)
            {
                if (reads.tryRead(values))
                {
                    pairs++;
                    assertEquals(values[0], values[1]);
                    assertTrue(latest <= values[0]);
                    latest = values[0];
                }
                final long x = local.valueOr(X, latest);
                assertTrue(latest <= x, () -> x + " behind a later value");
                latest = x;
                final long y = local.valueOr(Y, latest);
                assertTrue(latest <= y, () -> y + " behind a later value");
            }
            isOver.set(true);
            threads.join();
        }
    }

    /**
     * Frames of one variable, in turns: the first one is never more than one ahead.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadSingleChangesInTheirOrder(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            final LocalReads reads = local.reads(PAIR);
            final AtomicBoolean isOver = new AtomicBoolean();
            final TestThreads threads = new TestThreads();
            threads.start("others", () -> writeOthers(local, isOver));
            threads.start("pairs", () ->
            {
                for (int i = 1; !isOver.get(); i++)
                {
                    final long value = i;
                    untilWithPolls(cluster, () -> local.tryWrite(X, value));
                    untilWithPolls(
                        cluster, () -> NO_VALUE != local.updateAndGetOr(Y, UpdateFunction.ADD, 1, NO_VALUE));
                    LockSupport.parkNanos(1000);
                }
            });
            final long[] values = new long[2];
            int pairs = 0;
            for (int i = 0; i < 30_000 || 0 == pairs || 0 == values[0]; i++)
            {
                if (reads.tryRead(values))
                {
                    pairs++;
                    assertTrue(values[1] <= values[0] && values[0] <= values[1] + 1);
                }
            }
            isOver.set(true);
            threads.join();
        }
    }

    private static void writeOthers(final LocalMemory local, final AtomicBoolean isOver)
    {
        for (int i = 0; !isOver.get(); i++)
        {
            local.tryWrite(Y + 1, i);
        }
    }

    private static void writePairs(final TestCluster cluster, final LocalMemory local, final AtomicBoolean isOver)
    {
        final MemoryPort port = cluster.memory().port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final TakenVariables taken = new TakenVariables(2);
        for (int i = 1; !isOver.get(); i++)
        {
            final long[] both = { i, i };
            switch (i % 4)
            {
                case 0:
                    untilWithPolls(cluster, () -> local.tryWrite(PAIR, both, 2));
                    break;
                case 2:
                    untilWithPolls(cluster, () -> local.tryUpdate(PAIR, ADD_EACH, ONES, 2));
                    break;
                case 1:
                    untilWithPolls(cluster, () -> local.tryTake(PAIR, taken));
                    untilWithPolls(cluster, () -> local.tryAssign(taken, both));
                    break;
                default:
                    port.write(isochron.begin(), PAIR, both);
                    isochron.issue();
                    break;
            }
            // Reads in between are not disturbed by these.
            LockSupport.parkNanos(1000);
        }
    }

    private static void untilWithPolls(final TestCluster cluster, final BooleanSupplier call)
    {
        until(() -> call.getAsBoolean() || cluster.host(0).poll() < 0);
    }

    @Test
    void shouldLeaveToIsochronsWhatIsNotHereAlone()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final UpdateFunction own = cluster.memory().registerFunction(3, Long::sum);
            final LocalMemory local = local(cluster);
            final TakenVariables taken = new TakenVariables(2);
            final long[] two = new long[2];
            for (final int address : new int[]{ BOTH, ELSEWHERE })
            {
                assertFalse(local.tryTake(new int[]{ X, address }, taken));
                assertFalse(local.tryWrite(address, 1));
                assertFalse(local.tryWrite(new int[]{ X, address }, two, 2));
                assertEquals(NO_VALUE, local.updateAndGetOr(address, UpdateFunction.ADD, 1, NO_VALUE));
                assertEquals(NO_VALUE, local.compareAndExchangeOr(address, 0, 1, NO_VALUE));
                assertFalse(local.tryUpdate(
                    new int[]{ X, address }, new UpdateFunction[]{ UpdateFunction.ADD, UpdateFunction.ADD }, two, 2));
            }
            assertFalse(local.tryTake(new int[]{ X }, taken, new int[]{ ELSEWHERE }, two, 0));
            assertEquals(NO_VALUE, local.getAndUpdateOr(X, own, 1, NO_VALUE), "a handler");
            assertFalse(local.tryUpdate(new int[]{ X }, new UpdateFunction[]{ own }, two, 1), "a handler");
            assertFalse(local.tryTake(new int[]{ X }, new TakenVariables(1).onArrival(cluster::settle)), "a handler");
            assertEquals(0, cluster.value(0, X));
            assertTrue(local.tryTake(new int[]{ X, Y }, taken), "nothing is left of all that");
        }
    }

    @Test
    void shouldLeaveToIsochronsWhatWouldNotFitIntoOne()
    {
        try (TestCluster cluster = launch(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).maxIsochronLength(64).readCap(2)))
        {
            final LocalMemory local = local(cluster);
            final int[] many = new int[5];
            final UpdateFunction[] functions = new UpdateFunction[5];
            Arrays.fill(functions, UpdateFunction.ADD);
            assertTrue(local.tryWrite(many, new long[5], 4));
            assertFalse(local.tryWrite(many, new long[5], 5));
            assertTrue(local.tryUpdate(many, functions, new long[5], 4));
            assertFalse(local.tryUpdate(many, functions, new long[5], 5));
            final TakenVariables taken = new TakenVariables(100);
            assertFalse(local.tryTake(new int[100], taken));
            assertFalse(local.tryTake(PAIR, taken, new int[2], new long[2], 0), "more than the read cap");
            assertTrue(local.tryTake(PAIR, taken, new int[1], new long[1], 0));
        }
    }

    @Test
    void shouldComeBehindWhatWasIssuedBefore()
    {
        try (TestCluster cluster = launch(
            new ClusterContext().threadingMode(ThreadingMode.INVOKER).oneInFlight(false)))
        {
            final LocalMemory local = local(cluster);
            cluster.port(0).write(cluster.isochron(0).begin(), BOTH, 1);
            cluster.isochron(0).issue();
            assertFalse(local.tryWrite(X, 1), "the isochron is pending");
            cluster.isochron(0).awaitExecuted();
            assertTrue(local.tryWrite(X, 1));
        }
    }

    @Test
    void shouldLeaveToIsochronsWhatIsTraced()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).trace(100)))
        {
            assertFalse(local(cluster).tryWrite(X, 1));
        }
    }

    @Test
    void shouldDoNothingWhenTheClusterIsClosed()
    {
        final TestCluster cluster = launch(ThreadingMode.INVOKER);
        final LocalMemory local = local(cluster);
        final TakenVariables taken = new TakenVariables(2);
        assertTrue(local.tryTake(PAIR, taken));
        cluster.close();
        assertFalse(local.tryAssign(taken, new long[2]));
        assertFalse(local.tryWrite(X, 1));
    }

    @Test
    void shouldRefuseWhatIsWrong()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables taken = new TakenVariables(2);
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryTake(new int[]{ X, NOWHERE }, taken));
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryTake(new int[]{ X, -1 }, taken));
            assertThrows(IllegalArgumentException.class, () -> local.tryTake(new int[]{ X, Y, X }, taken));
            assertThrows(
                IndexOutOfBoundsException.class,
                () -> local.tryTake(PAIR, taken, new int[]{ X }, new long[1], 1));
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryWrite(NOWHERE, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryWrite(PAIR, new long[1], 2));
            assertThrows(
                IndexOutOfBoundsException.class, () -> local.tryWrite(new int[]{ X, NOWHERE }, new long[2], 2));
            assertThrows(
                IndexOutOfBoundsException.class, () -> local.getAndUpdateOr(NOWHERE, UpdateFunction.ADD, 1, NO_VALUE));
            assertThrows(
                IndexOutOfBoundsException.class, () -> local.compareAndExchangeOr(NOWHERE, 0, 1, NO_VALUE));
            assertFalse(taken.isHeld());

            assertThrows(IllegalStateException.class, () -> local.tryAssign(taken, new long[2]));
            assertTrue(local.tryTake(PAIR, taken));
            assertThrows(IllegalStateException.class, () -> local.tryTake(PAIR, taken));
            assertThrows(IndexOutOfBoundsException.class, () -> local.tryAssign(taken, new long[1]));
            assertTrue(local.tryAssign(taken, new long[2]));
            assertThrows(IllegalStateException.class, () -> local.tryAssign(taken, new long[2]));
            try (TestCluster other = launch(ThreadingMode.INVOKER))
            {
                assertThrows(IllegalArgumentException.class, () -> cluster.memory().local(other.host(0)));
            }
        }
    }

    @Test
    void shouldRefuseToAssignWhatAPortHasTaken()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final TakenVariables taken = new TakenVariables(2);
            cluster.port(0).take(cluster.begin(0), PAIR, taken);
            cluster.execute(0);
            final String message = assertThrows(
                IllegalStateException.class, () -> local(cluster).tryAssign(taken, new long[2])).getMessage();
            assertTrue(message.contains("tryTake()"), message);
        }
    }

    @Test
    void shouldRefuseCallsFromHandlers()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final AtomicReference<Throwable> thrown = new AtomicReference<>();
            final IsoValue value = new IsoValue().onValue((read, word) ->
            {
                try
                {
                    local(cluster).tryWrite(X, 1);
                }
                catch (final IllegalStateException ex)
                {
                    thrown.set(ex);
                }
            });
            cluster.port(0).read(cluster.begin(0), X, value);
            cluster.execute(0);
            assertTrue(thrown.get().getMessage().contains("LocalMemory.tryWrite()"), thrown.get().getMessage());
        }
    }

    @Test
    void shouldCountIsochrons()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final long before = cluster.cluster().counters().value(0, Counter.ISOCHRONS_ISSUED);
            final LocalMemory local = local(cluster);
            assertTrue(local.tryWrite(X, 1));
            assertFalse(local.tryWrite(ELSEWHERE, 1));
            cluster.sched(0, Y);
            assertEquals(NO_VALUE, local.getAndUpdateOr(Y, UpdateFunction.ADD, 1, NO_VALUE));
            assertEquals(before + 2, cluster.cluster().counters().value(0, Counter.ISOCHRONS_ISSUED));
        }
    }

    @Test
    void shouldNameTheThreadThatHasTaken() throws InterruptedException
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final TestThreads threads = new TestThreads();
            threads.start("forgetful", () -> assertTrue(local(cluster).tryTake(PAIR, new TakenVariables(2))));
            threads.join();
            final IsoValue waiting = cluster.read(0, Y);
            assertFalse(waiting.isReady());
            final List<String> stalls = cluster.cluster().stalls().stream().map(Stall::description).toList();
            assertTrue(
                stalls.stream().anyMatch(stall -> stall.startsWith(
                    "variable 1 is reserved by host 0, thread 'forgetful', which has ended")),
                stalls.toString());
        }
    }

    /**
     * A few later takes of the same thread are remembered.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        3 | thread 'keeping', which has ended
        4 | a thread of the host
        """)
    void shouldNameTheThreadOfOneOfItsLastTakes(final int later, final String expected) throws InterruptedException
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = local(cluster);
            final TestThreads threads = new TestThreads();
            threads.start("keeping", () ->
            {
                assertTrue(local.tryTake(PAIR, new TakenVariables(2)));
                final TakenVariables taken = new TakenVariables(2);
                for (int i = 0; i < later; i++)
                {
                    assertTrue(local.tryTake(new int[]{ 2, 3 }, taken));
                    assertTrue(local.tryAssign(taken, new long[2]));
                }
            });
            threads.join();
            assertEquals("host 0, " + expected, owner(cluster));
        }
    }

    private static String owner(final TestCluster cluster)
    {
        return cluster.cluster().status().reservations().get(0).owner();
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepSumsAmongThreads(final ThreadingMode mode) throws InterruptedException
    {
        final int count = 3000;
        final int transferring = 3;
        try (TestCluster cluster = launch(mode))
        {
            final LocalMemory local = local(cluster);
            final TestThreads threads = new TestThreads();
            for (int thread = 0; thread < transferring; thread++)
            {
                final int amount = thread + 1;
                threads.start("transfer", () -> transfer(cluster, local, count, amount));
            }
            threads.join();
            assertEquals(count * 6, cluster.value(0, X));
            assertEquals(-count * 6, cluster.value(0, Y));
        }
    }

    private static void transfer(final TestCluster cluster, final LocalMemory local, final int count, final int amount)
    {
        final MemoryPort port = cluster.memory().port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final TakenVariables taken = new TakenVariables(2);
        final long[] values = new long[2];
        for (int i = 0; i < count; i++)
        {
            if (!local.tryTake(PAIR, taken))
            {
                port.take(isochron.begin(), PAIR, taken);
                isochron.issue();
                taken.await();
                values[0] = taken.value(0) + amount;
                values[1] = taken.value(1) - amount;
                port.assign(isochron.begin(), taken, values);
                isochron.issue();
                continue;
            }
            values[0] = taken.value(0) + amount;
            values[1] = taken.value(1) - amount;
            if (!local.tryAssign(taken, values))
            {
                port.assign(isochron.begin(), taken, values);
                isochron.issue();
            }
        }
    }

    @Test
    void shouldNotAllocate()
    {
        try (TestCluster cluster = launch(new ClusterContext().threadingMode(ThreadingMode.INVOKER).paranoid(false)
            .linkFaults(LinkFaults.NONE).oneInFlight(false)))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables taken = new TakenVariables(2);
            final long[] values = new long[2];
            final UpdateFunction[] functions = new UpdateFunction[2];
            Arrays.fill(functions, UpdateFunction.ADD);
            new Allocations().assertNone(20_000, () ->
            {
                assertTrue(local.tryTake(PAIR, taken));
                assertTrue(local.tryAssign(taken, values));
                assertTrue(local.tryUpdate(PAIR, functions, values, 2));
                assertEquals(1, local.updateAndGetOr(X, UpdateFunction.OR, 1, NO_VALUE));
                assertTrue(local.tryWrite(PAIR, values, 2));
                assertTrue(local.tryWrite(X, 1));
                assertEquals(1, local.valueOr(X, NO_VALUE));
            });
        }
    }
}
