/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.stream.Stream;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * After start-up nothing is allocated: neither by the thread that issues, nor by what it executes for all hosts, nor
 * while it waits.
 */
final class AllocationTest
{
    private static final int ISOCHRONS = 20_000;
    private static final int PAGE_SIZE = 64;
    private static final int ELSEWHERE = PAGE_SIZE;

    // So small a ring that the issuer waits for room again and again.
    private final TestCluster cluster = new TestCluster(
        new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).sendRingSize(4).linkRingSize(4)
            .linkLength(2048).paranoid(false).linkFaults(LinkFaults.NONE),
        PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).build());
    private final MemoryPort port = cluster.port(0);
    private final Isochron isochron = cluster.isochron(0);
    private final IsoValue value = new IsoValue();
    private final Allocations allocations = new Allocations();

    @AfterEach
    void close()
    {
        cluster.close();
    }

    @Test
    void shouldNotAllocateForWritesThatWaitForRoom()
    {
        allocations.assertNone(ISOCHRONS, () ->
        {
            isochron.begin();
            for (int address = 0; address < 16; address++)
            {
                port.write(isochron, address, address);
            }
            isochron.issue();
        });
    }

    @Test
    void shouldNotAllocateWhileTheExecutionIsAwaited()
    {
        allocations.assertNone(ISOCHRONS, () ->
        {
            port.write(isochron.begin(), ELSEWHERE, 1);
            isochron.issue();
            isochron.awaitExecuted();
        });
    }

    @Test
    void shouldNotAllocateForReads()
    {
        allocations.assertNone(ISOCHRONS, () ->
        {
            isochron.begin();
            port.read(isochron, 0, value);
            isochron.issue();
            value.await();
            port.read(isochron.begin(), ELSEWHERE, value);
            isochron.issue();
            value.await();
        });
    }

    @Test
    void shouldNotAllocateForActions()
    {
        final long actions = allocations.assertNone(ISOCHRONS, () ->
        {
            isochron.begin();
            port.read(isochron, 0, value);
            port.sched(isochron, 0);
            isochron.issue();
            isochron.begin();
            port.assign(isochron, 0, value.await() + 1);
            isochron.issue();
        });
        assertEquals(actions, cluster.value(1, 0));
    }

    @Test
    void shouldNotAllocateForUpdates()
    {
        final UpdateFunction function = cluster.memory().registerFunction(1, (before, argument) -> before + argument);
        final long updates = allocations.assertNone(ISOCHRONS, () ->
        {
            isochron.begin();
            port.update(isochron, 0, UpdateFunction.ADD, 1);
            port.update(isochron, 1, function, 1);
            port.compareAndSet(isochron, 2, -1, 1);
            port.updateAndGet(isochron, ELSEWHERE, UpdateFunction.ADD, 1, value);
            isochron.issue();
            value.await();
        });
        assertEquals(updates, cluster.value(1, 0));
        assertEquals(updates, cluster.value(1, 1));
        assertEquals(updates, cluster.value(1, ELSEWHERE));
    }

    /**
     * Also none that wait, of which some have results, and are read, once the pool has grown to what they need.
     */
    @Test
    void shouldNotAllocateForUpdatesThatWait()
    {
        final IsoValue read = new IsoValue();
        allocations.assertNone(ISOCHRONS, () ->
        {
            isochron.begin();
            port.sched(isochron, 0);
            port.update(isochron, 0, UpdateFunction.ADD, 1);
            port.updateAndGet(isochron, 0, UpdateFunction.ADD, 1, value);
            port.read(isochron, 0, read);
            port.update(isochron, 0, UpdateFunction.ADD, 1);
            isochron.issue();
            port.assign(isochron.begin(), 0, 5);
            isochron.issue();
            assertEquals(14, value.await() + read.await());
        });
        assertEquals(8, cluster.value(1, 0));
    }

    /**
     * Of own copies, of copies of another host, and of both.
     */
    @ParameterizedTest
    @MethodSource("takenAddresses")
    void shouldNotAllocateForActionsOnSeveralVariables(final int[] addresses)
    {
        final TakenVariables taken = new TakenVariables(addresses.length);
        final long[] values = new long[addresses.length];
        final long actions = allocations.assertNone(ISOCHRONS, () ->
        {
            port.take(isochron.begin(), addresses, taken);
            isochron.issue();
            taken.await();
            for (int i = 0; i < values.length; i++)
            {
                values[i] = taken.value(i) + 1;
            }
            port.assign(isochron.begin(), taken, values);
            isochron.issue();
        });
        for (final int address : addresses)
        {
            assertEquals(actions, cluster.value(1, address));
        }
    }

    private static Stream<int[]> takenAddresses()
    {
        return Stream.of(
            new int[]{ 1, 2 }, new int[]{ ELSEWHERE, ELSEWHERE + 1 }, new int[]{ 1, ELSEWHERE, 2, ELSEWHERE + 1 });
    }

    @Test
    void shouldNotAllocateForWritesOfSeveralVariables()
    {
        final int[] addresses = { 1, 2, 3 };
        final long[] values = { 4, 5, 6 };
        allocations.assertNone(ISOCHRONS, () ->
        {
            port.write(isochron.begin(), addresses, values);
            isochron.issue();
        });
        assertEquals(6, cluster.value(1, 3));
    }

    @Test
    void shouldNotAllocateForReadsOfLocalCopies()
    {
        final int[] addresses = { 1, 2, 3 };
        final long[] values = new long[addresses.length];
        allocations.assertNone(ISOCHRONS, () -> assertTrue(port.tryReadLocal(addresses, values)));
    }
}
