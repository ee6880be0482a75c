/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.RouteFile;
import org.junit.jupiter.api.Test;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Hosts and switches are found by packets that come back.
 */
class MapperTest
{
    private static final int PORTS = 4;
    private static final int CHANNEL = 1;

    private final Bench bench = new Bench(new McpContext().channels(2).pioLength(0));
    private final List<MapResponder> responders = new ArrayList<>();

    /**
     * Makes a map from the first board; the others answer, but for the last ones.
     */
    private NetworkMap map(final int silent)
    {
        bench.start(1);
        final Mapper mapper = new Mapper(bench.port(0), CHANNEL, PORTS).patience(80, 1);
        for (int i = 1; i < bench.boards.size() - silent; i++)
        {
            responders.add(new MapResponder(bench.port(i), CHANNEL));
        }
        return mapper.map(() ->
        {
            bench.fabric.step();
            responders.forEach(MapResponder::poll);
        });
    }

    /**
     * Sends from each host to each other one by the routes of the map.
     */
    private void checkRoutes(final NetworkMap map)
    {
        final int count = bench.boards.size();
        for (int i = 0; i < count * count; i++)
        {
            if (i / count != i % count)
            {
                bench.port(i / count).route(1 + i % count,
                    map.route(bench.port(i / count).name(), bench.port(i % count).name()));
            }
        }
        for (int i = 0; i < count * count; i++)
        {
            if (i / count != i % count)
            {
                bench.send(i / count, 1 + i % count, 0, 600, 10 * (i / count) + i % count);
            }
        }
        bench.settle();
        final OffHeapBuffer memory = OffHeapBuffer.allocate(1024);
        for (int to = 0; to < count; to++)
        {
            final Set<Integer> senders = new TreeSet<>();
            while (HostPort.NOTHING != bench.port(to).tryReceive(0, memory, 0))
            {
                assertEquals(to, memory.getByte(0) % 10);
                senders.add(memory.getByte(0) / 10);
            }
            assertEquals(count - 1, senders.size(), () -> "from all others: " + senders);
        }
    }

    @Test
    void shouldFindTheHostsOfOneSwitch()
    {
        bench.fabric.addSwitch(PORTS);
        bench.fabric.plug(bench.board("beta"), 0, 2);
        bench.fabric.plug(bench.board("alpha"), 0, 0);
        bench.fabric.plug(bench.board("gamma"), 0, 3);
        final NetworkMap map = map(0);
        assertEquals(List.of("alpha", "beta", "gamma"), List.copyOf(map.hosts()));
        assertEquals(1, map.switches());
        assertEquals(0, map.cables());
        assertArrayEquals(new byte[] { -3 }, map.route("gamma", "alpha"));
        checkRoutes(map);
    }

    /**
     * Four switches in a circle.
     */
    private void plugCircle()
    {
        for (int i = 0; i < 4; i++)
        {
            bench.fabric.addSwitch(PORTS);
        }
        bench.fabric.connect(0, 3, 1, 0);
        bench.fabric.connect(1, 3, 2, 0);
        bench.fabric.connect(2, 2, 3, 1);
        bench.fabric.connect(3, 2, 0, 1);
        for (int i = 0; i < 4; i++)
        {
            bench.fabric.plug(bench.board("host-" + i), i, i == 0 || i == 3 ? 0 : 1);
        }
    }

    @Test
    void shouldFindEachSwitchOnceAlthoughSeveralWaysLeadThere()
    {
        plugCircle();
        bench.fabric.connect(0, 2, 3, 3);
        final NetworkMap map = map(0);
        assertEquals(4, map.switches());
        assertEquals(5, map.cables());
        assertEquals(Set.of("host-0", "host-1", "host-2", "host-3"), map.hosts());
        checkRoutes(map);
    }

    /**
     * By the shortest ways, each packet could hold one cable of the circle, and wait for the next one.
     */
    @Test
    void shouldNotGoUpAfterItHasGoneDown()
    {
        plugCircle();
        final NetworkMap map = map(0);
        for (int round = 0; round < 5; round++)
        {
            checkRoutes(map);
        }
        // By way of the switch of the mapper. The other way is as short.
        assertArrayEquals(new byte[] { -1, -2, -2 }, map.route("host-1", "host-3"));
        assertArrayEquals(new byte[] { 2, 2, 1 }, map.route("host-3", "host-1"));
    }

    @Test
    void shouldWriteTheRoutesAsAFile()
    {
        bench.fabric.addSwitch(PORTS);
        bench.fabric.addSwitch(PORTS);
        bench.fabric.connect(0, 1, 1, 3);
        bench.fabric.plug(bench.board("alpha"), 0, 0);
        bench.fabric.plug(bench.board("beta"), 1, 0);
        final RouteFile file = map(0).routeFile();
        assertArrayEquals(new byte[] { 1, -3 }, file.route("alpha", "beta"));
        assertArrayEquals(new byte[] { 3, -1 }, file.route("beta", "alpha"));
    }

    @Test
    void shouldFindTheHostAtTheOtherEndOfItsCable()
    {
        bench.fabric.plug(bench.board("alpha"), bench.board("beta"));
        final NetworkMap map = map(0);
        assertEquals(0, map.switches());
        assertEquals(Set.of("alpha", "beta"), map.hosts());
        assertArrayEquals(new byte[0], map.route("beta", "alpha"));
        checkRoutes(map);
    }

    @Test
    void shouldLeaveOutAHostThatDoesNotAnswer()
    {
        bench.fabric.addSwitch(PORTS);
        bench.fabric.plug(bench.board("alpha"), 0, 0);
        bench.fabric.plug(bench.board("beta"), 0, 1);
        bench.fabric.plug(bench.board("gamma"), 0, 2);
        final NetworkMap map = map(1);
        assertEquals(Set.of("alpha", "beta"), map.hosts());
        assertEquals(1, map.switches());
        assertRefused("source: alpha, destination: gamma (expected: two of [alpha, beta])",
            () -> map.route("alpha", "gamma"));
        assertThrows(IllegalArgumentException.class, () -> map.route("alpha", "alpha"));
    }

    @Test
    void shouldSayThatTheNetworkTakesNothing()
    {
        final Bench blocked = new Bench(new McpContext().channels(2).cable(2, 256));
        final LinkEnd raw = Bench.plugRaw(blocked);
        final Mapper mapper = new Mapper(blocked.port(0), CHANNEL, PORTS).patience(10, 2);
        final String message =
            assertThrows(IllegalStateException.class, () -> mapper.map(blocked.fabric::step)).getMessage();
        assertTrue(message.startsWith("the network has not taken 1 packets of board alpha for "), message);
        assertTrue(raw.hasChunk());
    }

    @Test
    void shouldBeAsPatientAsItIsToldToBe()
    {
        final Bench blocked = new Bench(new McpContext().channels(2).cable(2, 256));
        Bench.plugRaw(blocked);
        final Mapper mapper = new Mapper(blocked.port(0), CHANNEL, PORTS).patience(10, 1 << 28);
        final int[] turns = { 0 };
        assertRefused(IllegalStateException.class, "enough", () -> mapper.map(() ->
        {
            blocked.fabric.step();
            if (1000 == ++turns[0])
            {
                throw new IllegalStateException("enough");
            }
        }));
    }
}
