/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One call that writes several variables does what a call for each of them would do, or nothing.
 */
final class WriteSeveralTest
{
    private static final int PAGE_SIZE = 4;
    private static final int V = 1;
    private static final int W = 2;
    private static final int UNMAPPED = PAGE_SIZE;
    private static final int AT_HOST_1 = 2 * PAGE_SIZE;
    private static final int AT_HOST_2 = 3 * PAGE_SIZE;
    private static final int MAX_WRITES = 6;

    private final TestCluster cluster = new TestCluster(
        new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER).maxIsochronLength(16 * MAX_WRITES),
        PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(2, 1).page(3, 2).build());
    private final MemoryPort port = cluster.port(0);
    private final Isochron isochron = cluster.isochron(0);

    @AfterEach
    void closeCluster()
    {
        cluster.close();
    }

    private void write(final int[] addresses, final long... values)
    {
        port.write(isochron.begin(), addresses, values);
        cluster.execute(0);
    }

    @Test
    void shouldWriteAllCopies()
    {
        write(new int[]{ V, W }, 5, Long.MIN_VALUE);
        assertEquals(List.of(5L, 5L, 5L), cluster.values(V));
        assertEquals(List.of(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE), cluster.values(W));
        assertEquals(List.of(0L, 0L, 0L), cluster.values(W + 1));
    }

    @Test
    void shouldWriteVariablesWithDifferentCopies()
    {
        write(new int[]{ AT_HOST_2, V, AT_HOST_1 }, 3, 4, 5);
        assertEquals(3, cluster.value(0, AT_HOST_2));
        assertEquals(List.of(4L, 4L, 4L), cluster.values(V));
        assertEquals(5, cluster.value(0, AT_HOST_1));
    }

    @Test
    void shouldSendOnlyToHostsWithCopies()
    {
        port.write(isochron.begin(), new int[]{ AT_HOST_1, AT_HOST_1 + 1 }, new long[]{ 1, 2 });
        assertEquals("{1}", isochron.destinations().toString());
        cluster.execute(0);
        assertEquals(2, cluster.value(0, AT_HOST_1 + 1));
    }

    @Test
    void shouldWriteInTheOrderOfTheArrayAmongOtherOperations()
    {
        final IsoValue before = new IsoValue();
        final IsoValue after = new IsoValue();
        isochron.begin();
        port.write(isochron, V, 1);
        port.read(isochron, V, before);
        port.write(isochron, new int[]{ V, W, V }, new long[]{ 2, 3, 4 });
        port.read(isochron, V, after);
        cluster.execute(0);
        assertEquals(1, before.get());
        assertEquals(4, after.get());
        assertEquals(List.of(3L, 3L, 3L), cluster.values(W));
    }

    @Test
    void shouldSubstantiateWhatIsScheduled()
    {
        port.sched(isochron.begin(), V);
        cluster.execute(0);
        write(new int[]{ V, W }, 7, 8);
        assertEquals(7, cluster.value(1, V));
    }

    @Test
    void shouldNotLookAtMoreValuesThanAddresses()
    {
        write(new int[]{ V }, 9, 10);
        assertEquals(List.of(9L, 9L, 9L), cluster.values(V));
        assertEquals(List.of(0L, 0L, 0L), cluster.values(W));
    }

    /**
     * A long row is one operation.
     */
    @Test
    void shouldWriteARowOfAllPages()
    {
        try (TestCluster others = new TestCluster(
            new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).page(2, 2).everywhere(3).build()))
        {
            final int[] row = IntStream.range(1, 4 * PAGE_SIZE - 1).toArray();
            others.port(0).write(others.begin(0), row, IntStream.of(row).asLongStream().map(i -> 10 * i).toArray());
            assertEquals("{0, 1, 2}", others.isochron(0).destinations().toString());
            assertEquals((2 + row.length) * Long.BYTES, others.isochron(0).length());
            others.execute(0);
            for (int address = 0; address < 4 * PAGE_SIZE; address++)
            {
                final long expected = 0 == address || 4 * PAGE_SIZE - 1 == address ? 0 : 10L * address;
                assertEquals(expected, others.value(0, address));
                if (address / PAGE_SIZE % 3 == 0)
                {
                    assertEquals(List.of(expected, expected, expected), others.values(address));
                }
            }
        }
    }

    @Test
    void shouldSubstantiateWhatIsScheduledInARow()
    {
        try (TestCluster others = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER), PageMap.replicated(1)))
        {
            final int[] row = IntStream.range(4, 20).toArray();
            final IsoValue before = new IsoValue();
            others.port(1).sched(others.begin(1), 11);
            others.execute(1);
            others.port(0).read(others.begin(0), 11, before);
            others.execute(0);
            others.port(0).write(others.begin(0), row, new long[row.length]);
            others.execute(0);
            others.port(0).write(others.begin(0), row, IntStream.of(row).asLongStream().toArray());
            others.execute(0);
            assertEquals(List.of(11L, 11L), others.values(11));
            others.port(1).assign(others.begin(1), 11, 77);
            others.execute(1);
            assertEquals(77, before.await());
            assertEquals(List.of(11L, 11L), others.values(11));
        }
    }

    @Test
    void shouldRefuseARowThatIsNotAllThere()
    {
        try (TestCluster others = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).everywhere(1).everywhere(3).everywhere(4).build()))
        {
            for (final int first : new int[]{ -5, -1, 1, 10, 15, Integer.MAX_VALUE - 3 })
            {
                final int[] row = IntStream.range(0, 12).map(i -> first + i).toArray();
                final Isochron open = others.begin(0);
                assertThrows(
                    IndexOutOfBoundsException.class, () -> others.port(0).write(open, row, new long[row.length]));
                assertEquals(0, open.length());
                open.abandon();
            }
        }
    }

    @Test
    void shouldWriteTheFirstVariablesOfAnArray()
    {
        final int[] addresses = { V, W, -1 };
        final long[] values = { 1, 2, 3 };
        port.write(isochron.begin(), addresses, values, 2);
        cluster.execute(0);
        assertEquals(1, cluster.value(1, V));
        assertEquals(2, cluster.value(1, W));
        isochron.begin();
        for (final int count : new int[]{ -1, 3, 4, Integer.MAX_VALUE })
        {
            assertThrows(IndexOutOfBoundsException.class, () -> port.write(isochron, addresses, values, count));
        }
        assertEquals(0, isochron.length());
    }

    @Test
    void shouldDoNothingForNoVariables()
    {
        write(new int[0]);
        assertTrue(isochron.isExecuted());
        assertFalse(isochron.isOpen());
        write(new int[]{ V }, 1);
        assertEquals(1, cluster.value(1, V));
    }

    @Test
    void shouldAppendAllOrNothing()
    {
        isochron.begin();
        port.write(isochron, V, 1);
        final long[] values = { 5, 6, 7 };
        for (final int wrong : new int[]{ -1, Integer.MIN_VALUE, UNMAPPED, 4 * PAGE_SIZE, Integer.MAX_VALUE })
        {
            for (int place = 0; place < values.length; place++)
            {
                final int[] addresses = { AT_HOST_1, W, W };
                addresses[place] = wrong;
                assertThrows(IndexOutOfBoundsException.class, () -> port.write(isochron, addresses, values));
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> port.write(isochron, new int[]{ W, W, W, W }, values));
        final int[] tooMany = { W, W, W, W, W, W };
        assertEquals("6 operations of 16 bytes do not fit behind the 16 bytes of the 1 operations of this isochron" +
            " (maximum: 96 bytes): issue fewer operations at a time, or raise ClusterContext.maxIsochronLength",
            assertThrows(IsochronTooLargeException.class,
                () -> port.write(isochron, tooMany, new long[tooMany.length])).getMessage());
        assertEquals(16, isochron.length());
        cluster.execute(0);
        assertEquals(List.of(1L, 1L, 1L), cluster.values(V));
        assertEquals(List.of(0L, 0L, 0L), cluster.values(W));
        assertEquals(0, cluster.value(1, AT_HOST_1));
    }

    @Test
    void shouldFillAnIsochron()
    {
        final int[] addresses = { 0, 1, 2, 3, 0, 1 };
        write(addresses, 1, 2, 3, 4, 5, 6);
        assertEquals(List.of(5L, 5L, 5L), cluster.values(0));
        assertEquals(List.of(4L, 4L, 4L), cluster.values(3));
    }

    @Test
    void shouldRefuseIsochronsThatAreNotOpenOrOfAnotherHost()
    {
        final int[] addresses = { V };
        final long[] values = { 1 };
        assertThrows(IllegalStateException.class, () -> port.write(isochron, addresses, values));
        final Isochron other = cluster.isochron(1).begin();
        assertThrows(IllegalStateException.class, () -> port.write(other, addresses, values));
        other.abandon();
        write(addresses, 2);
        assertEquals(2, cluster.value(2, V));
    }

    /**
     * Arrays of more than 2 GB are refused as others are that are too long.
     */
    @Test
    void shouldHaveALengthThatNoIsochronHasForRowsThatAreTooLong()
    {
        assertEquals(16 + 8 * 3, MemoryOperation.writeRowLength(3));
        assertEquals(Integer.MAX_VALUE - 7, MemoryOperation.writeRowLength(1 << 28));
    }
}
