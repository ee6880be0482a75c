/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.LocalWork;
import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Variables that are taken briefly are reserved for all that is executed later, and for nobody else.
 */
final class BriefTakesTest
{
    private static final int PAGE_SIZE = 4;

    // Page 0 is at host 0 alone, page 1 everywhere.
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final int BOTH = PAGE_SIZE;
    private static final int[] PAIR = { X, Y };
    private static final int[] NOTHING = {};
    private static final long NO_VALUE = -1;
    private static final int PROMPT_TAKES = 16;

    private final TakenVariables taken = new TakenVariables(2);

    private static TestCluster launch(final ThreadingMode mode, final int hosts)
    {
        return launch(new ClusterContext().threadingMode(mode).hosts(hosts));
    }

    private static TestCluster launch(final ClusterContext context)
    {
        return new TestCluster(context, PageMap.builder().pageSize(PAGE_SIZE).page(0, 0).everywhere(1).build());
    }

    private static LocalMemory local(final TestCluster cluster)
    {
        return cluster.memory().local(cluster.host(0));
    }

    private static boolean tryTake(final LocalMemory local, final TakenVariables into)
    {
        return local.tryTakeBriefly(PAIR, into, NOTHING, new long[0], 0);
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

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeAndReadAndAssign(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 2))
        {
            final LocalMemory local = local(cluster);
            cluster.write(0, X, 1);
            cluster.write(1, Y, 2);
            cluster.write(0, BOTH, 3);
            cluster.settle();
            final long[] others = new long[2];
            until(() -> local.tryTakeBriefly(PAIR, taken, new int[]{ BOTH }, others, 1));

            assertTrue(taken.isReady());
            assertTrue(taken.isHeld());
            assertArrayEquals(new long[]{ 1, 2 }, new long[]{ taken.value(0), taken.value(1) });
            assertArrayEquals(new long[]{ 0, 3 }, others);
            until(() -> local.tryAssign(taken, new long[]{ 5, 6, 7 }));

            assertFalse(taken.isHeld());
            assertEquals(5, cluster.value(1, X));
            assertEquals(6, cluster.value(0, Y));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetIsochronsWait(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 2))
        {
            final LocalMemory local = local(cluster);
            until(() -> tryTake(local, taken));
            final IsoValue waiting = cluster.read(1, X);
            cluster.settle();
            assertFalse(waiting.isReady());
            until(() -> local.tryAssign(taken, new long[]{ 5, 6 }));
            assertEquals(5, waiting.await());
        }
    }

    @Test
    void shouldReserveForWhoeverBecomesOwnerOnly()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            assertTrue(local.tryWrite(X, 1));
            assertTrue(tryTake(local, taken));
            assertEquals(0, taken.firstVersion());
            assertEquals(1, local.valueOr(X, NO_VALUE));
            assertFalse(local.tryRead(PAIR, new long[2]));
            assertTrue(0 != taken.firstVersion());
            assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE));
            assertFalse(tryTake(local, new TakenVariables(2)));
            assertFalse(local.tryGiveBack(taken));
            assertTrue(taken.isHeld());
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertEquals(3, local.valueOr(X, NO_VALUE));
        }
    }

    @Test
    void shouldLetUpdatesWaitForTheAssign()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            assertTrue(tryTake(local, taken));
            assertTrue(local.tryUpdate(PAIR, new UpdateFunction[]{ UpdateFunction.ADD, UpdateFunction.ADD },
                new long[]{ 10, 20 }, 2));
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertEquals(13, local.valueOr(X, NO_VALUE));
            assertEquals(24, local.valueOr(Y, NO_VALUE));
        }
    }

    @Test
    void shouldGiveBackWithoutATrace()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            assertTrue(local.tryWrite(X, 1));
            assertTrue(tryTake(local, taken));
            assertTrue(local.tryGiveBack(taken));
            assertFalse(taken.isHeld());
            assertEquals(1, local.valueOr(X, NO_VALUE));
            assertTrue(local.tryRead(PAIR, new long[2]));
            assertThrows(IllegalStateException.class, () -> local.tryGiveBack(taken));
            assertThrows(IllegalStateException.class, () -> local.tryAssign(taken, new long[2]));
        }
    }

    @Test
    void shouldReserveForAllWhatIsScheduled()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            local.schedule(taken);
            assertTrue(tryTake(local, taken));
            local.schedule(taken);
            assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE));
            local.schedule(taken);
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertEquals(4, local.valueOr(Y, NO_VALUE));
        }
    }

    /**
     * Each of two takes what the other one has not taken.
     */
    @Test
    void shouldKeepOneApartFromTheOther()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables other = new TakenVariables(1);
            assertTrue(tryTake(local, taken));
            assertTrue(local.tryTake(new int[]{ Z }, other));
            assertTrue(local.tryAssign(other, new long[]{ 9 }));
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertTrue(tryTake(local, taken));
            assertTrue(local.tryTakeBriefly(new int[]{ Z }, other, NOTHING, new long[0], 0));
            assertFalse(local.tryGiveBack(taken));
            assertTrue(local.tryAssign(taken, new long[]{ 5, 6 }));
            assertTrue(local.tryAssign(other, new long[]{ 10 }));
            assertEquals(5, local.valueOr(X, NO_VALUE));
            assertEquals(10, local.valueOr(Z, NO_VALUE));
        }
    }

    @Test
    void shouldBePromptForAWhileWhenAnotherThreadHasComeIn() throws InterruptedException
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            assertTrue(tryTake(local, taken));
            final TestThreads threads = new TestThreads();
            threads.start("other", () -> assertTrue(local.tryWrite(Z, 1)));
            threads.join();
            assertTrue(local.tryAssign(taken, new long[2]));
            for (int i = 0; i < PROMPT_TAKES; i++)
            {
                assertTrue(tryTake(local, taken));
                assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE), "prompt");
                assertFalse(local.tryGiveBack(taken));
                assertTrue(local.tryAssign(taken, new long[2]));
            }
            assertTrue(tryTake(local, taken));
            assertEquals(0, local.valueOr(X, NO_VALUE));
            assertTrue(local.tryGiveBack(taken));
        }
    }

    @Test
    void shouldNotBePromptWhereNoOtherThreadHasComeIn()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            for (int i = 0; i < 3; i++)
            {
                assertTrue(tryTake(local, taken));
                assertEquals(0, local.valueOr(X, NO_VALUE));
                assertTrue(local.tryWrite(Z, 1));
                assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE));
                assertTrue(local.tryAssign(taken, new long[2]));
            }
        }
    }

    /**
     * An assignment that is cut short, for want of stack say, leaves nothing to be seen.
     */
    @Test
    void shouldNotGiveBackWhatAnAssignmentHasLeft()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables three = new TakenVariables(3);
            assertTrue(local.tryTakeBriefly(new int[]{ X, Y, Z }, three, NOTHING, new long[0], 0));
            // The values end before the variables.
            final BriefTaker taker = local.briefTaker();
            assertThrows(
                ArrayIndexOutOfBoundsException.class, () -> taker.tryAssign(three, new long[]{ 1, 2 }));
            assertFalse(local.tryGiveBack(three));
            assertEquals(NO_VALUE, local.valueOr(X, NO_VALUE));
            assertTrue(local.tryAssign(three, new long[]{ 4, 5, 6 }));
            assertEquals(4, local.valueOr(X, NO_VALUE));
            assertEquals(6, local.valueOr(Z, NO_VALUE));
        }
    }

    /**
     * With one host, where all variables are here, and with two; and while another variable is reserved.
     */
    @ParameterizedTest
    @CsvSource({ "1, false", "1, true", "2, false", "2, true" })
    void shouldRefuseVariablesThatDoNotExist(final int hosts, final boolean isReserved)
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, hosts))
        {
            final LocalMemory local = local(cluster);
            final TakenVariables other = new TakenVariables(1);
            assertTrue(!isReserved || local.tryTake(new int[]{ Z }, other));
            for (final int nowhere : new int[]{ -1, 2 * PAGE_SIZE, Integer.MAX_VALUE, Integer.MIN_VALUE })
            {
                final int[] addresses = { X, nowhere };
                assertEquals(
                    "address: " + nowhere + " (expected: 0..7, 2 pages of 4 variables)",
                    assertThrows(IndexOutOfBoundsException.class, () -> local.tryTakeBriefly(
                        addresses, taken, NOTHING, new long[0], 0)).getMessage());
                assertThrows(IndexOutOfBoundsException.class, () -> local.tryTake(addresses, taken));
                assertFalse(taken.isHeld());
            }
            assertTrue(!isReserved || local.tryAssign(other, new long[]{ 1 }));
            assertTrue(local.tryWrite(X, 2));
            assertEquals(2, local.valueOr(X, NO_VALUE));
        }
    }

    /**
     * A page in the middle is at no host, and the variables to read are somewhere else.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldRefuseVariablesThatAreNotHere(final boolean arePrompt) throws InterruptedException
    {
        final ClusterContext context = new ClusterContext().threadingMode(ThreadingMode.INVOKER).hosts(1);
        try (TestCluster cluster = new TestCluster(
            context, PageMap.builder().pageSize(PAGE_SIZE).page(0, 0).page(2, 0).build()))
        {
            final LocalMemory local = local(cluster);
            for (int i = 0; arePrompt && i < 2; i++)
            {
                // Another thread executes the SCHEDs.
                assertTrue(tryTake(local, taken));
                final TestThreads threads = new TestThreads();
                threads.start("other", () -> assertTrue(local.tryWrite(Z, 1)));
                threads.join();
                until(() -> local.tryAssign(taken, new long[2]));
            }
            final int[] unmapped = { PAGE_SIZE };
            final long[] read = new long[1];
            final String message = "address: 4 is on page 1, which the page map does not map: give the page a copyset" +
                " in the PageMap";
            assertEquals(message, assertThrows(IndexOutOfBoundsException.class, () ->
                local.tryTakeBriefly(unmapped, taken, NOTHING, read, 0)).getMessage());
            assertEquals(message, assertThrows(IndexOutOfBoundsException.class, () ->
                local.tryTakeBriefly(PAIR, taken, unmapped, read, 0)).getMessage());
            assertThrows(IndexOutOfBoundsException.class, () ->
                local.tryTakeBriefly(PAIR, taken, new int[]{ -1 }, read, 0));
            assertFalse(taken.isHeld());
            assertTrue(local.tryTakeBriefly(PAIR, taken, new int[]{ 2 * PAGE_SIZE }, read, 0));
            assertTrue(local.tryAssign(taken, new long[]{ 5, 6 }));
            assertEquals(6, local.valueOr(Y, NO_VALUE));
        }
    }

    /**
     * Where only some variables are here, their values do not lie where their addresses say.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFindTheValuesOfAPageThatIsNotTheFirst(final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().threadingMode(mode).hosts(2),
            PageMap.builder().pageSize(PAGE_SIZE).page(0, 1).page(1, 0).build()))
        {
            final LocalMemory local = local(cluster);
            final int[] pair = { PAGE_SIZE + 2, PAGE_SIZE };
            final int[] other = { PAGE_SIZE + 1 };
            final long[] read = new long[2];
            until(() -> local.tryWrite(new int[]{ PAGE_SIZE, PAGE_SIZE + 1, PAGE_SIZE + 2 }, new long[]{ 1, 2, 3 }, 3));
            until(() -> local.tryTakeBriefly(pair, taken, other, read, 1));
            assertEquals(3, taken.value(0));
            assertEquals(1, taken.value(1));
            assertEquals(2, read[1]);
            until(() -> local.tryAssign(taken, new long[]{ 7, 8 }));
            until(() -> local.tryRead(pair, read));
            assertArrayEquals(new long[]{ 7, 8 }, read);
            until(() -> local.tryTake(pair, taken, other, read, 0));
            assertEquals(7, taken.value(0));
            assertEquals(2, read[0]);
            assertFalse(local.tryTakeBriefly(pair, new TakenVariables(2), NOTHING, read, 0));
            until(() -> local.tryAssign(taken, new long[]{ 9, 10 }));
            assertEquals(9, local.valueOr(PAGE_SIZE + 2, NO_VALUE));
            assertEquals(10, local.valueOr(PAGE_SIZE, NO_VALUE));
        }
    }

    /**
     * Without room for the SCHEDs, which cover each other, the next owner throws, and the one after that goes on.
     */
    @Test
    void shouldGoOnWithScheds()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final LocalMemory local = local(cluster);
            assertTrue(tryTake(local, taken));
            final Runnable scheds = taken.deferred();
            final LocalWork work = cluster.host(0).models().localWork();
            assertTrue(work.tryResume(scheds));
            // As an owner that is cut short while it executes them leaves them.
            scheds.run();
            work.deferAgain(scheds);
            assertFalse(taken.isDeferred());
            assertFalse(local.tryGiveBack(taken));
            final long version = taken.firstVersion();
            assertTrue(local.tryWrite(Z, 1));
            assertEquals(version, taken.firstVersion(), "once");
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertEquals(3, local.valueOr(X, NO_VALUE));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLeaveToPortsWhatWasTaken(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode, 1))
        {
            final LocalMemory local = local(cluster);
            until(() -> tryTake(local, taken));
            cluster.port(0).assign(cluster.begin(0), taken, new long[]{ 7, 8 });
            cluster.execute(0);
            assertFalse(taken.isHeld());
            assertEquals(7, cluster.value(0, X));

            until(() -> tryTake(local, taken));
            cluster.port(0).cancel(cluster.begin(0), taken);
            cluster.execute(0);
            assertFalse(taken.isHeld());
            assertEquals(8, cluster.value(0, Y));
        }
    }

    /**
     * The host 1 does nothing, so what the thread has issued is pending.
     */
    @Test
    void shouldNotOvertakeWhatItsThreadHasIssued()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 2))
        {
            final LocalMemory local = local(cluster);
            assertTrue(tryTake(local, taken));
            cluster.port(0).write(cluster.begin(0), BOTH, 1);
            cluster.isochron(0).issue();
            assertFalse(local.tryGiveBack(taken));
            assertFalse(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertTrue(taken.isHeld());
            cluster.settle();
            assertTrue(local.tryAssign(taken, new long[]{ 3, 4 }));
            assertEquals(3, cluster.value(1, X));
        }
    }

    @Test
    void shouldBeUsableAgainWhenTheClusterIsClosed()
    {
        final TestCluster cluster = launch(ThreadingMode.INVOKER, 1);
        final LocalMemory local = local(cluster);
        assertTrue(tryTake(local, taken));
        cluster.close();
        assertFalse(local.tryAssign(taken, new long[2]));
        assertFalse(local.tryGiveBack(taken));
        try (TestCluster other = launch(ThreadingMode.INVOKER, 1))
        {
            assertTrue(tryTake(local(other), taken));
            assertThrows(IllegalStateException.class, () -> local.tryAssign(taken, new long[2]));
            assertTrue(local(other).tryAssign(taken, new long[]{ 1, 2 }));
            assertEquals(2, other.value(0, Y));
        }
    }

    @Test
    void shouldNameTheThreadThatHasTaken() throws InterruptedException
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER, 1))
        {
            final TestThreads threads = new TestThreads();
            threads.start("forgetful", () -> assertTrue(tryTake(local(cluster), taken)));
            threads.join();
            final IsoValue waiting = cluster.read(0, Y);
            assertFalse(waiting.isReady());
            final List<String> stalls = cluster.cluster().stalls().stream().map(Stall::description).toList();
            assertTrue(
                stalls.stream().anyMatch(stall -> stall.startsWith("variable 1 is reserved by ") &&
                    stall.contains("thread 'forgetful', which has ended")),
                stalls.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({ "INVOKER, 1", "HOST, 1", "SHARED, 1", "DEDICATED, 1", "INVOKER, 2", "HOST, 2" })
    void shouldKeepSumsAmongThreads(final ThreadingMode mode, final int hosts) throws InterruptedException
    {
        final int count = 3000;
        final int transferring = 3;
        try (TestCluster cluster = launch(mode, hosts))
        {
            final LocalMemory local = local(cluster);
            final TestThreads threads = new TestThreads();
            for (int thread = 0; thread < transferring; thread++)
            {
                final int amount = thread + 1;
                threads.start("transfer", () -> transfer(cluster, local, count, amount));
            }
            threads.start("updater", () -> update(cluster, local, count));
            threads.join();
            assertEquals(count * 7, cluster.value(0, X));
            assertEquals(-count * 6, cluster.value(0, Y));
        }
    }

    private static void transfer(final TestCluster cluster, final LocalMemory local, final int count, final int amount)
    {
        final MemoryPort port = cluster.memory().port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final TakenVariables own = new TakenVariables(2);
        final long[] values = new long[2];
        for (int i = 0; i < count; i++)
        {
            if (!tryTake(local, own))
            {
                port.take(isochron.begin(), PAIR, own);
                isochron.issue();
                own.await();
            }
            values[0] = own.value(0) + amount;
            values[1] = own.value(1) - amount;
            if (0 == i % 5)
            {
                Thread.yield();
            }
            // As a port has taken them otherwise.
            if (0 == i % 7 || !isAssigned(local, own, values))
            {
                port.assign(isochron.begin(), own, values);
                isochron.issue();
            }
        }
    }

    private static boolean isAssigned(final LocalMemory local, final TakenVariables own, final long[] values)
    {
        try
        {
            return local.tryAssign(own, values);
        }
        catch (final IllegalStateException ex)
        {
            // A port has taken them.
            return false;
        }
    }

    private static void update(final TestCluster cluster, final LocalMemory local, final int count)
    {
        final MemoryPort port = cluster.memory().port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        for (int i = 0; i < count; i++)
        {
            if (!local.tryUpdate(new int[]{ X }, new UpdateFunction[]{ UpdateFunction.ADD }, new long[]{ 1 }, 1))
            {
                port.update(isochron.begin(), X, UpdateFunction.ADD, 1);
                isochron.issue();
            }
        }
    }

    @Test
    void shouldNotAllocate()
    {
        try (TestCluster cluster = launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER)
            .paranoid(false).linkFaults(LinkFaults.NONE).oneInFlight(false)))
        {
            final LocalMemory local = local(cluster);
            final long[] values = new long[2];
            new Allocations().assertNone(20_000, () ->
            {
                assertTrue(local.tryTakeBriefly(PAIR, taken, NOTHING, values, 0));
                assertTrue(local.tryAssign(taken, values));
                assertTrue(local.tryTakeBriefly(PAIR, taken, NOTHING, values, 0));
                assertTrue(local.tryGiveBack(taken));
                assertTrue(local.tryTakeBriefly(PAIR, taken, NOTHING, values, 0));
                local.schedule(taken);
                assertTrue(local.tryAssign(taken, values));
            });
        }
    }
}
