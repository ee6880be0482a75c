/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Routes of Myrinet: rows M5 and M6, and row A18.
 */
final class RoutesTest
{
    private static final String FILE = """
        # routes of a small machine room
        host-0   host-1   0   1
        host-1   host-0   0   -1     # back

        host-0   host-2   0   5 -3
        elsewhere host-0  0   7
        """;

    @Test
    void shouldReturnTheExistingNumberOfADuplicateRouteM5()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(4))
        {
            final Routes routes = on.nic(0).routes();
            final int first = routes.add(Routes.NEXT, (byte)1);
            final int second = routes.add(Routes.NEXT, (byte)2);
            assertNotEquals(first, second);
            assertEquals(first, routes.add(Routes.NEXT, (byte)1));
            assertEquals(Routes.NO_ROUTE, routes.add(Routes.NEXT));
            assertNotEquals(second, routes.add(Routes.NEXT, (byte)1, (byte)1), "another way to the same host");
            assertEquals(first, on.network.route(0, 1));
            assertArrayEquals(new byte[] { 1 }, routes.bytes(first));
        }
    }

    @Test
    void shouldRedirectWhatIsSentLaterByANumberThatIsUsedAgainM5()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel first = on.nic(1).open(0);
            final Channel second = on.nic(2).open(0);
            assertEquals(7, on.nic(0).routes().add(7, (byte)1));
            assertTrue(on.nic(0).trySend(7, 0, on.buffer(0, LONG, 1)));
            assertEquals(7, on.nic(0).routes().add(7, (byte)2));
            assertTrue(on.nic(0).trySend(7, 0, on.buffer(0, LONG, 2)));
            assertFreed(1, first);
            assertFreed(2, second);
            assertNull(first.tryReceive());
        }
    }

    private static void assertFreed(final long value, final Channel channel)
    {
        final Buffer received = channel.tryReceive();
        assertContent(LONG, value, received);
        received.free();
    }

    @Test
    void shouldHaveTheEmptyRouteFromTheBeginningM5()
    {
        try (MyrinetCluster two = MyrinetCluster.ofHosts(2); MyrinetCluster three = MyrinetCluster.ofHosts(3))
        {
            final Channel channel = two.nic(1).open(0);
            assertTrue(two.nic(0).trySend(Routes.NO_ROUTE, 0, two.buffer(0, LONG, 1)));
            assertFreed(1, channel);
            assertTrue(three.nic(0).trySend(Routes.NO_ROUTE, 0, three.buffer(0, LONG, 1)));
            assertEquals(1, three.nic(0).dropped(DropReason.NO_ROUTE));
            assertEquals(4, three.nic(0).freeBuffers());
        }
    }

    @Test
    void shouldDropWhatLeadsNowhereM5()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final int route = on.nic(0).routes().add(Routes.NEXT, (byte)-1);
            assertTrue(on.nic(0).trySend(route, 0, on.buffer(0, LONG, 1)));
            assertTrue(on.nic(0).trySend(route, 0, new byte[LONG], 0, LONG));
            assertEquals(2, on.nic(0).dropped(DropReason.NO_ROUTE));
            assertEquals(4, on.nic(0).freeBuffers());
        }
    }

    @Test
    void shouldRefuseRoutesThatAreNotThereOrTooLongM5()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(2))
        {
            final Routes routes = on.nic(0).routes();
            assertRefused("route: 33 bytes (expected: 0..32)", () -> routes.add(Routes.NEXT, new byte[33]));
            assertRefused(
                "route: 65536 (expected: 0..65535, or Routes.NEXT for any number)", () -> routes.add(1 << 16));
            assertThrows(IllegalArgumentException.class, () -> routes.add(-2));
            assertThrows(IllegalArgumentException.class, () -> routes.bytes(5));
            routes.add(3, (byte)1);
            final Buffer buffer = on.buffer(0, LONG, 1);
            for (final int route : new int[] { -1, 1, 2, 4 })
            {
                assertThrows(IllegalArgumentException.class, () -> on.nic(0).trySend(route, 0, buffer));
            }
            buffer.free();
            assertThrows(IllegalArgumentException.class, () -> on.network.route(0, 2));
            assertThrows(IllegalArgumentException.class, () -> on.network.route(-1, 0));
        }
    }

    @Test
    void shouldLeadToHostsThatAreFarAwayM5()
    {
        try (MyrinetCluster on = new MyrinetCluster(
            new ClusterContext().topology(Topology.singleSwitch(256)).threadingMode(ThreadingMode.INVOKER),
            small().buffers(1)))
        {
            final int route = on.network.route(1, 255);
            assertArrayEquals(new byte[] { 127, 127 }, on.nic(1).routes().bytes(route));
            assertEquals(route, on.nic(1).routes().add(Routes.NEXT, (byte)127, (byte)127));
            final Channel channel = on.nic(255).open(0);
            on.send(1, channel, 255, LONG, 8);
            assertFreed(8, channel);
        }
    }

    @Test
    void shouldReadTheFileM6A18(@TempDir final Path directory) throws IOException
    {
        final Path path = directory.resolve("routes");
        Files.writeString(path, FILE);
        final RouteFile file = RouteFile.read(path);
        assertArrayEquals(new byte[] { 1 }, file.route("host-0", "host-1"));
        assertArrayEquals(new byte[] { -1 }, file.route("host-1", "host-0"));
        assertArrayEquals(new byte[] { 5, -3 }, file.route("host-0", "host-2"));
        assertNull(file.route("host-2", "host-0"));
    }

    @Test
    void shouldSendByTheRoutesOfTheFileM6()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final String names = FILE.replace("host-0", on.cluster.host(0).name())
                .replace("host-1", on.cluster.host(1).name()).replace("host-2", on.cluster.host(2).name());
            assertEquals(3, on.network.add(RouteFile.parse(names)));
            final int route = on.nic(0).routes().add(Routes.NEXT, (byte)5, (byte)-3);
            assertEquals(route, on.network.route(0, 2));
            final Channel channel = on.nic(2).open(0);
            assertTrue(on.nic(0).trySend(route, 0, on.buffer(0, LONG, 4)));
            assertFreed(4, channel);
        }
    }

    @Test
    void shouldLeaveTheRoutesOfTheFileAsTheyAreM6()
    {
        try (MyrinetCluster on = MyrinetCluster.ofHosts(3))
        {
            final Channel first = on.nic(1).open(0);
            final Channel second = on.nic(2).open(0);
            on.network.add(
                RouteFile.parse(on.cluster.host(0).name() + ' ' + on.cluster.host(2).name() + " 0 1"));
            final int toSecond = on.network.route(0, 2);
            final int toFirst = on.network.route(0, 1);
            assertNotEquals(toSecond, toFirst);
            assertTrue(on.nic(0).trySend(toSecond, 0, on.buffer(0, LONG, 2)));
            assertTrue(on.nic(0).trySend(toFirst, 0, on.buffer(0, LONG, 1)));
            assertFreed(2, second);
            assertFreed(1, first);
            assertEquals(toSecond, on.nic(0).routes().add(Routes.NEXT, (byte)1), "the same for the same bytes");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "alpha beta | 2 fields (expected: source, destination, unit, and the bytes of the route)",
        "alpha beta 0 128 | route: 128 (expected: a number in -128..127)",
        "alpha beta x 1 | unit: x (expected: a number in 0..32767)" })
    void shouldSayWhichLineIsWrongM6(final String line, final String message)
    {
        assertRefused("routes, line 2: " + message, () -> RouteFile.parse("# first\n" + line));
    }
}
