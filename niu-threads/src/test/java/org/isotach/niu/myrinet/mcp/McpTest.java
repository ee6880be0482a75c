/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The engines, their pools, and what they do first, rows M7 to M10, M25 and M31.
 */
@Timeout(30)
class McpTest
{
    private static final int NO_ROUTE = HostPort.NO_ROUTE;

    @Test
    void m7ShouldKeepAllThreeEnginesBusy()
    {
        final Bench bench = Bench.ofTwo(new McpContext().cable(2, 128).hostDmaLength(64));
        boolean areAllBusy = false;
        for (int i = 0; i < 8; i++)
        {
            bench.send(0, NO_ROUTE, 0, 4000, i);
            bench.send(1, NO_ROUTE, 0, 4000, i);
        }
        while (0 != bench.fabric.step())
        {
            final Mcp mcp = bench.mcp(0);
            areAllBusy |= mcp.host().isBusy() && mcp.send().isBusy() && mcp.receive().received() > 0;
        }
        assertTrue(areAllBusy);
        for (int i = 0; i < 8; i++)
        {
            bench.assertReceived(0, 0, 4000, i);
            bench.assertReceived(1, 0, 4000, i);
        }
    }

    @ParameterizedTest
    @EnumSource(ReceiveMode.class)
    void m7ShouldDrainTheNetworkWhileTheHostIsStalled(final ReceiveMode mode)
    {
        final Bench bench =
            Bench.ofSwitch(new McpContext().channelLength(2).pools(2, 4).receive(mode, false), 3);
        bench.port(0).route(Bench.ROUTE, (byte)2);
        bench.port(1).route(Bench.ROUTE, (byte)1);
        for (int i = 0; i < 15; i++)
        {
            // Host 2 never looks.
            bench.send(0, Bench.ROUTE, 0, 500, i);
            bench.settle();
            bench.send(1, Bench.ROUTE, 0, 30, i);
            bench.settle();
            assertEquals(0, bench.port(0).pending());
            assertEquals(0, bench.port(1).pending());
        }
        assertEquals(30 - 2 - 3, bench.boards.get(2).dropped(McpDrop.POOL_FULL));
        bench.assertReceived(2, 0, 500, 0);
        bench.assertReceived(2, 0, 30, 0);
        bench.settle();
        bench.assertReceived(2, 0, 500, 1);
        bench.assertReceived(2, 0, 30, 1);
        bench.settle();
        bench.assertReceived(2, 0, 500, 2);
        bench.assertNothing(2, 0);
    }

    @Test
    void m8ShouldHoldFullBuffersWhileTheNetworkIsBlocked()
    {
        final Bench bench = new Bench(new McpContext().pools(3, 9).cable(2, 64));
        final LinkEnd raw = Bench.plugRaw(bench);
        for (int i = 0; i < 5; i++)
        {
            bench.send(0, NO_ROUTE, 0, 300, i);
        }
        bench.settle();
        assertTrue(bench.mcp(0).tx().isFull());
        assertEquals(2, bench.mcp(0).tx().size());
        assertEquals(5, bench.port(0).pending());
        for (int i = 0; i < 5; i++)
        {
            int length = 0;
            for (final byte[] chunk : bench.chunks(raw))
            {
                length += chunk.length;
            }
            assertEquals(Frame.HEADER_LENGTH + 300, length);
        }
        bench.settle();
        assertEquals(0, bench.port(0).pending());
        assertTrue(bench.mcp(0).tx().isEmpty());
    }

    @Test
    void m8ShouldDropWhatFindsTheRxPoolFull()
    {
        final Bench bench = Bench.ofTwo(new McpContext().channelLength(1).pools(2, 6));
        for (int i = 0; i < 8; i++)
        {
            bench.send(0, NO_ROUTE, 0, 100, i);
        }
        bench.settle();
        assertEquals(5, bench.mcp(1).rx().size());
        assertEquals(8 - 1 - 5, bench.boards.get(1).dropped(McpDrop.POOL_FULL));
        for (int i = 0; i < 6; i++)
        {
            bench.assertReceived(1, 0, 100, i);
            bench.settle();
        }
        bench.assertNothing(1, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = { 2, 3, 8 })
    void m9ShouldAlwaysLeaveOneBufferForThePacketThatComes(final int buffers)
    {
        final IoPool pool = new IoPool(1000, buffers, 64);
        long first = 0;
        for (long next = 0; next < 5L * buffers; next++)
        {
            final Set<Integer> used = new HashSet<>();
            while (!pool.isFull())
            {
                assertTrue(used.add(pool.incomingPlace()));
                pool.enqueue(1, next);
                next++;
            }
            assertEquals(buffers - 1, pool.size());
            assertTrue(pool.incomingPlace() >= 1000 && pool.incomingPlace() < 1000 + buffers * 64);
            assertRefused(IllegalStateException.class,
                "all " + (buffers - 1) + " buffers are in use: ask isFull() first", () -> pool.enqueue(1, 0));
            while (!pool.isEmpty())
            {
                assertTrue(pool.incomingPlace() != pool.place());
                assertEquals(first, pool.tag());
                first++;
                pool.dequeue();
            }
            first = next + 1;
            assertEquals(0, pool.size());
        }
    }

    /**
     * While the engine brings a long packet from the host, some short ones arrive, and another one is to be sent.
     */
    @ParameterizedTest
    @CsvSource({ "RECEIVE_FIRST, 1, RS", "RECEIVE_FIRST, 3, RRRS", "HIGH_WATER, 1, SR", "HIGH_WATER, 2, SRR",
        "HIGH_WATER, 3, RSRR", "HIGH_WATER, 4, RRSRR" })
    void m10ShouldDecideWhatTheHostEngineDoesFirst(
        final HostDmaPolicy policy, final int arrivals, final String expected)
    {
        final Bench bench = Bench.ofTwo(new McpContext().hostDmaLength(1).hostDma(policy, 3).pioLength(16));
        final HostDma host = bench.mcp(0).host();
        bench.send(0, NO_ROUTE, 0, 4000, 0);
        bench.fabric.step();
        assertTrue(host.isBusy());
        bench.send(0, NO_ROUTE, 0, 8, 1);
        for (int i = 0; i < arrivals; i++)
        {
            bench.send(1, NO_ROUTE, 0, 8, i);
        }
        final OffHeapBuffer memory = OffHeapBuffer.allocate(64);
        final StringBuilder order = new StringBuilder();
        long taken = 1;
        int received = 0;
        do
        {
            bench.fabric.step();
            if (host.taken() > taken)
            {
                taken = host.taken();
                order.append('S');
            }
            if (HostPort.NOTHING != bench.port(0).tryReceive(0, memory, 0))
            {
                received++;
                order.append('R');
            }
        }
        while (received < arrivals || taken < 2);
        assertEquals(expected, order.toString());
    }

    @Test
    void m25ShouldKeepWhatFindsItsChannelFullAndEverythingBehindIt()
    {
        final Bench bench = Bench.ofTwo(new McpContext().channels(2).channelLength(2).pools(3, 5));
        for (int i = 0; i < 3; i++)
        {
            bench.send(0, NO_ROUTE, 0, 200, i);
        }
        bench.send(0, NO_ROUTE, 1, 200, 7);
        bench.settle();
        // The third packet waits, and so does the other channel.
        bench.assertNothing(1, 1);
        assertEquals(2, bench.mcp(1).rx().size());
        assertEquals(0, bench.boards.get(1).dropped(McpDrop.POOL_FULL));
        // What the host sends is not held up.
        bench.send(1, NO_ROUTE, 0, 200, 9);
        bench.settle();
        bench.assertReceived(0, 0, 200, 9);
        // Three more: the pool has room for two of them.
        for (int i = 0; i < 3; i++)
        {
            bench.send(0, NO_ROUTE, 1, 200, 10 + i);
        }
        bench.settle();
        assertEquals(1, bench.boards.get(1).dropped(McpDrop.POOL_FULL));
        bench.assertReceived(1, 0, 200, 0);
        bench.settle();
        bench.assertReceived(1, 1, 200, 7);
        bench.assertReceived(1, 1, 200, 10);
        bench.settle();
        bench.assertReceived(1, 1, 200, 11);
        bench.assertReceived(1, 0, 200, 1);
        bench.assertReceived(1, 0, 200, 2);
    }

    @Test
    void m31ShouldInterruptTheProgramForEachPacketAndPuntAgain()
    {
        final Bench bench = Bench.ofTwo(new McpContext().hostDmaLength(1));
        bench.send(1, NO_ROUTE, 0, 4000, 1);
        bench.fabric.step();
        assertTrue(bench.mcp(1).host().isBusy());
        for (int i = 0; i < 3; i++)
        {
            bench.send(0, NO_ROUTE, 0, 16, i);
        }
        while (bench.mcp(1).rx().size() < 3)
        {
            bench.fabric.step();
            assertTrue(bench.mcp(1).isUser());
        }
        assertTrue(bench.mcp(1).host().isBusy(), "in the middle of a transfer");
        assertEquals(3, bench.boards.get(1).interrupts());
        assertEquals(4, bench.mcp(1).punts());
        bench.settle();
        for (int i = 0; i < 3; i++)
        {
            bench.assertReceived(1, 0, 16, i);
        }
    }

    /**
     * The program has nothing that it could call: not the port, and nothing of the application.
     */
    @Test
    void m31ShouldNeverCallTheHost() throws IllegalAccessException
    {
        final Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        final List<Object> rest = new ArrayList<>(List.of(Bench.ofTwo(new McpContext()).mcp(0)));
        final Set<String> names = new TreeSet<>();
        while (!rest.isEmpty())
        {
            final Object next = rest.remove(rest.size() - 1);
            if (next.getClass().getPackage() == Mcp.class.getPackage() && reached.add(next))
            {
                names.add(next.getClass().getSimpleName());
                for (final Field field : next.getClass().getDeclaredFields())
                {
                    field.setAccessible(true);
                    if (null != field.get(next))
                    {
                        rest.add(field.get(next));
                    }
                }
            }
        }
        names.removeAll(Set.of("HostDmaPolicy", "ReceiveMode", "State"));
        assertEquals(Set.of("DropCounts", "Hcb", "HostDma", "HostRegion", "HostTransfer", "IoPool", "LinkEnd", "Mcp",
            "McpContext", "ReceiveDma", "SendDma"), names);
    }

    @Test
    void shouldBringAPacketFromTheHostOnceForSeveralReceivers()
    {
        final Bench bench = Bench.ofSwitch(new McpContext().hostDmaLength(32), 6);
        final int[] routes = new int[5];
        for (int i = 0; i < routes.length; i++)
        {
            routes[i] = i + 1;
            bench.port(0).route(routes[i], (byte)(i + 1));
        }
        for (final int length : new int[] { 8, 3000 })
        {
            final long before = bench.mcp(0).host().taken();
            assertTrue(bench.port(0).tryMulticast(routes, 0, bench.content(length, length), 0, length));
            bench.settle();
            assertEquals(before + 1, bench.mcp(0).host().taken());
            assertEquals(0, bench.port(0).pending());
            for (int i = 1; i <= routes.length; i++)
            {
                bench.assertReceived(i, 0, length, length);
                bench.assertNothing(i, 0);
            }
        }
        assertRefused("routes: 9 (expected: 1..8; send to others with another call)",
            () -> bench.port(0).tryMulticast(new int[9], 0, bench.content(8, 0), 0, 8));
    }

    @Test
    void shouldKeepTheQueueInBounds()
    {
        final Bench bench = Bench.ofTwo(new McpContext().sendQueue(3));
        for (int i = 0; i < 3; i++)
        {
            bench.send(0, NO_ROUTE, 0, 100, i);
        }
        assertFalse(bench.trySend(0, NO_ROUTE, 0, 100, 3));
        assertEquals(3, bench.port(0).pending());
        bench.settle();
        bench.send(0, NO_ROUTE, 0, 100, 3);
        bench.settle();
        for (int i = 0; i < 4; i++)
        {
            bench.assertReceived(1, 0, 100, i);
        }
        bench.send(0, NO_ROUTE, 0, 100, 4);
        bench.settle();
        assertRefused("room: 64 bytes (expected: at least 100, the length of the packet)",
            () -> bench.port(1).tryReceive(0, OffHeapBuffer.allocate(64), 0));
        bench.assertReceived(1, 0, 100, 4);
        assertRefused(IllegalStateException.class, "channel 0 of board beta is open already",
            () -> bench.port(1).open(0));
    }

    @Test
    void shouldRefuseSettingsOutOfRange()
    {
        final McpContext context = new McpContext();
        assertRefused("tx: 1 (expected: 2..1024)", () -> context.pools(1, 9));
        assertRefused("bufferLength: 100 (expected: a multiple of 64)", () -> context.bufferLength(100));
        assertRefused("chunks: 3, length: 64 (expected: a power of two, and a multiple of 64)",
            () -> context.cable(3, 64));
        assertRefused("length: 4096 (expected: 64..4032)", () -> context.cable(2, 4096));
        assertEquals(new McpContext().toString(), context.toString());
        final McpContext large = new McpContext().channelLength(1024).bufferLength(1 << 20);
        assertRefused("sendQueue: 8, channels: 4, channelLength: 1024, bufferLength: 1048576: 4303355904 bytes for" +
            " each host (expected: at most 1073741824; use fewer or shorter buffers)", () -> new Fabric(large));
        final McpContext manyBuffers = new McpContext().pools(1024, 1024).bufferLength(1 << 20);
        assertRefused("tx: 1024, rx: 1024, bufferLength: 1048576: 2147483648 bytes for each board (expected: at most" +
            " 1073741824; use fewer or shorter buffers)", () -> new Fabric(manyBuffers));
    }

    @Test
    void shouldAllocateNothing()
    {
        final Bench bench = Bench.ofTwo(new McpContext().receive(ReceiveMode.POLLED, true));
        final OffHeapBuffer memory = OffHeapBuffer.allocate(1024);
        new Allocations().assertNone(100, () ->
        {
            bench.port(0).trySend(NO_ROUTE, 0, memory, 0, 500);
            bench.port(0).trySend(NO_ROUTE, 0, memory, 0, 20);
            for (int i = 0; i < 50; i++)
            {
                bench.fabric.step();
            }
            assertEquals(500, bench.port(1).tryReceive(0, memory, 0));
            assertEquals(20, bench.port(1).tryReceive(0, memory, 0));
        });
    }
}
