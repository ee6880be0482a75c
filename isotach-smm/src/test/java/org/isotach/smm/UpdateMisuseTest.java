/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.function.LongBinaryOperator;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Bad input of UPDATE: it is refused, and leaves functions, isochrons, slots and variables as they were.
 */
final class UpdateMisuseTest
{
    private static final int V = 1;
    private static final LongBinaryOperator SUM = Long::sum;

    private final TestCluster cluster = new TestCluster(
        new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).readCap(2).maxIsochronLength(128),
        PageMap.replicated(1));
    private final SharedMemory memory = cluster.memory();
    private final MemoryPort port = cluster.port(0);
    private final Isochron isochron = cluster.isochron(0);

    @AfterEach
    void shouldStillWorkAndHaveFreeSlots()
    {
        final IsoValue[] values = { new IsoValue(), new IsoValue() };
        cluster.begin(0);
        for (final IsoValue value : values)
        {
            port.updateAndGet(isochron, V, UpdateFunction.ADD, 1, value);
        }
        cluster.execute(0);
        assertEquals(1, values[0].await());
        assertEquals(2, values[1].await());
        cluster.close();
    }

    private static void assertRefused(
        final Class<? extends RuntimeException> type, final String message, final Runnable call)
    {
        assertEquals(message, assertThrows(type, call::run).getMessage());
    }

    @Test
    void shouldRefuseNumbersOutOfRange()
    {
        for (final int number : new int[]{ -1, UpdateFunction.MAX_FUNCTIONS })
        {
            final String message = "number of a function: " + number + " (expected: 0..255)";
            assertRefused(IllegalArgumentException.class, message, () -> memory.registerFunction(number, SUM));
            assertRefused(IllegalArgumentException.class, message,
                () -> memory.registerFunction(cluster.host(1), number, SUM));
        }
    }

    @Test
    void shouldNameTheVariableOfAnUpdateForWhichThereIsNoRoom()
    {
        final int room = 64;
        final WaitingUpdates waiting = new WaitingUpdates(room);
        final VariableStore store = new VariableStore(
            new VariableCells(1, PageTable.copysets(PageMap.replicated(1), 2), PageMap.DEFAULT_PAGE_SIZE), waiting);
        final VariableNames names = new VariableNames();
        names.set(address -> "speed");
        final UpdateExecutor executor =
            new UpdateExecutor(cluster.host(1), store, waiting, null, null, null, names);
        final int cell = store.cell(V);
        store.sched(cell, Version.of(0, 0, 1));
        for (int i = 0; i < room; i++)
        {
            executor.update(V, cell, 0, i);
        }
        final Throwable error = assertThrows(IllegalStateException.class, () -> executor.update(V, cell, 0, room));
        assertEquals("an UPDATE of variable 1 (speed), and what follows it in its frame, has changed nothing at host" +
            " 1, and perhaps at others: 64 UPDATEs already wait here for SCHEDs, and there is no room for more." +
            " Assign or cancel these, and write the variables of the frame anew: their copies may differ",
            error.getMessage());
        assertEquals("no more than 64 UPDATEs may wait at one host", error.getCause().getMessage());
        assertEquals(room, executor.waiting());
    }

    @Test
    void shouldRefuseNoFunction()
    {
        assertRefused(NullPointerException.class, "function", () -> memory.registerFunction(1, null));
        assertRefused(NullPointerException.class, "function",
            () -> memory.registerFunction(cluster.host(0), 1, null));
        isochron.begin();
        assertThrows(NullPointerException.class, () -> port.update(isochron, V, null, 1));
        assertRefused(NullPointerException.class, "into",
            () -> port.updateAndGet(isochron, V, UpdateFunction.ADD, 1, null));
        assertRefused(NullPointerException.class, "witness",
            () -> port.compareAndExchange(isochron, V, 0, 1, null));
        cluster.execute(0);
    }

    @Test
    void shouldRefuseANumberThatIsRegisteredTwice()
    {
        memory.registerFunction(cluster.host(1), 9, SUM);
        final String message = "function 9 is registered already at host 1: give each function a number of its own," +
            " and register it once at each host";
        assertRefused(IllegalStateException.class, message,
            () -> memory.registerFunction(cluster.host(1), 9, SUM));
        assertRefused(IllegalStateException.class, message, () -> memory.registerFunction(9, SUM));
        // The latter at no host.
        final UpdateFunction function = memory.registerFunction(cluster.host(0), 9, SUM);
        port.update(isochron.begin(), V, function, 5);
        port.write(isochron, V, 0);
        cluster.execute(0);
    }

    @Test
    void shouldRefuseHostsOfOtherClusters()
    {
        try (TestCluster other = TestCluster.invoker(2, PageMap.replicated(1)))
        {
            assertThrows(IllegalArgumentException.class, () -> memory.registerFunction(other.host(0), 9, SUM));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseFunctionsThatComeTooLate(final ThreadingMode mode) throws InterruptedException
    {
        try (TestCluster late = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode), PageMap.replicated(1)))
        {
            final TestThreads threads = new TestThreads();
            threads.start("writer", () -> late.write(0, V, 1));
            threads.join();
            assertRefused(IllegalStateException.class, "function 3 for host 0: the shared memory is in use already." +
                " Register functions directly after SharedMemory.on(), before the first isochron",
                () -> late.memory().registerFunction(3, SUM));
            assertRefused(IllegalStateException.class, "function 3 for host 1: the shared memory is in use already." +
                " Register functions directly after SharedMemory.on(), before the first isochron",
                () -> late.memory().registerFunction(late.host(1), 3, SUM));
        }
    }

    @Test
    void shouldRefuseAFunctionThatAHostDoesNotKnow()
    {
        final UpdateFunction function = memory.registerFunction(cluster.host(0), 4, SUM);
        final IsoValue value = new IsoValue();
        isochron.begin();
        port.write(isochron, V + 1, 7);
        final int length = isochron.length();
        final String message =
            "function 4 is not registered at host 1: register it at all 2 hosts, before the first isochron";
        assertRefused(IllegalStateException.class, message, () -> port.update(isochron, V, function, 1));
        assertRefused(IllegalStateException.class, message,
            () -> port.getAndUpdate(isochron, V, function, 1, value));
        assertRefused(IllegalStateException.class, message,
            () -> port.updateAndGet(isochron, V, function, 1, value));
        assertEquals(length, isochron.length());
        assertEquals("an empty value", value.toString());
        cluster.execute(0);
        assertEquals(List.of(7L, 7L), cluster.values(V + 1));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAFunctionThatAHostDoesNotKnowInEachMode(final ThreadingMode mode)
    {
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode)))
        {
            final SharedMemory itsMemory = SharedMemory.on(other, PageMap.replicated(1));
            final UpdateFunction function = itsMemory.registerFunction(other.host(1), 4, SUM);
            final MemoryPort itsPort = itsMemory.port(other.host(0));
            final Isochron begun = other.host(0).isochron().begin();
            assertRefused(
                IllegalStateException.class,
                "function 4 is not registered at host 0: register it at all 2 hosts, before the first isochron",
                () -> itsPort.update(begun, V, function, 1));
            begun.issue();
        }
    }

    /**
     * A function of another memory is known by its number alone.
     */
    @Test
    void shouldRefuseAFunctionThatOnlyAnotherMemoryKnows()
    {
        try (TestCluster other = TestCluster.invoker(2, PageMap.replicated(1)))
        {
            final UpdateFunction function = other.memory().registerFunction(8, SUM);
            isochron.begin();
            assertRefused(IllegalStateException.class,
                "function 8 is not registered at host 0: register it at all 2 hosts, before the first isochron",
                () -> port.update(isochron, V, function, 1));
            cluster.execute(0);
        }
    }

    @Test
    void shouldRefuseWhatIsNoVariableAndWhatIsNotOpen()
    {
        final IsoValue value = new IsoValue();
        assertThrows(IllegalStateException.class, () -> port.update(isochron, V, UpdateFunction.ADD, 1));
        assertThrows(IllegalStateException.class,
            () -> port.getAndUpdate(isochron, V, UpdateFunction.ADD, 1, value));
        isochron.begin();
        for (final int address : new int[]{ -1, PageMap.DEFAULT_PAGE_SIZE })
        {
            assertThrows(IndexOutOfBoundsException.class,
                () -> port.update(isochron, address, UpdateFunction.ADD, 1));
            assertThrows(IndexOutOfBoundsException.class,
                () -> port.updateAndGet(isochron, address, UpdateFunction.ADD, 1, value));
            assertThrows(IndexOutOfBoundsException.class, () -> port.compareAndSet(isochron, address, 0, 1));
        }
        assertThrows(IllegalStateException.class,
            () -> cluster.port(1).update(isochron, V, UpdateFunction.ADD, 1));
        cluster.execute(0);
    }

    @Test
    void shouldRefuseResultsThatAreOutstandingOrTooMany()
    {
        final IsoValue value = new IsoValue();
        isochron.begin();
        port.getAndUpdate(isochron, V, UpdateFunction.ADD, 0, value);
        assertRefused(IllegalStateException.class, "the read of variable 1 into this value is outstanding: an UPDATE" +
            " has to wait for it, or use another IsoValue",
            () -> port.getAndUpdate(isochron, V, UpdateFunction.ADD, 1, value));
        port.getAndUpdate(isochron, V, UpdateFunction.ADD, 0, new IsoValue());
        assertThrows(IsochronTooLargeException.class,
            () -> port.getAndUpdate(isochron, V, UpdateFunction.ADD, 1, new IsoValue()));
        cluster.execute(0);
        assertEquals(0, value.await());
    }

    @Test
    void shouldRefuseUpdatesThatDoNotFitAndKeepTheOthers()
    {
        isochron.begin();
        final int address = V + 1;
        int appended = 0;
        while (isochron.length() <= 128 - MemoryOperation.SHORT_LENGTH)
        {
            port.update(isochron, address, UpdateFunction.ADD, 1);
            appended++;
        }
        final IsoValue value = new IsoValue();
        assertThrows(IsochronTooLargeException.class, () -> port.update(isochron, address, UpdateFunction.ADD, 1));
        assertThrows(IsochronTooLargeException.class,
            () -> port.updateAndGet(isochron, address, UpdateFunction.ADD, 1, value));
        assertThrows(IsochronTooLargeException.class, () -> port.compareAndSet(isochron, address, 0, 1));
        assertEquals("an empty value", value.toString());
        cluster.execute(0);
        assertEquals(appended, cluster.value(1, address));
    }

    @Test
    void shouldForgetUpdatesThatAreAbandoned()
    {
        final IsoValue value = new IsoValue();
        isochron.begin();
        port.update(isochron, V, UpdateFunction.ADD, 5);
        port.getAndUpdate(isochron, V, UpdateFunction.ADD, 5, value);
        isochron.abandon();
        assertFalse(value.isReady());
        assertEquals(0, cluster.value(0, V));
        port.getAndUpdate(isochron.begin(), V, UpdateFunction.ADD, 0, value);
        cluster.execute(0);
        assertEquals(0, value.await());
    }

    /**
     * A function may not call the library; what it throws then changes nothing.
     */
    @Test
    void shouldRefuseCallsFromInsideAFunction()
    {
        final UpdateFunction function = memory.registerFunction(0, (value, argument) ->
        {
            port.write(cluster.isochron(0).begin(), V, 9);
            return value + argument;
        });
        port.update(isochron.begin(), V, function, 1);
        cluster.execute(0);
        assertEquals(List.of(0L, 0L), cluster.values(V));
        assertEquals(2, cluster.errors().size());
        cluster.errors().forEach(error -> assertEquals(IllegalStateException.class, error.getCause().getClass()));
        cluster.errors().clear();
    }
}
