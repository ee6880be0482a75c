/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.aeron.CommonContext;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who runs the media driver, and what is said when it is not there.
 */
class AeronTrunksTest
{
    private final String directory = CommonContext.generateRandomDirName();
    private final AeronTrunksContext context =
        new AeronTrunksContext().aeronDirectoryName(directory).driverTimeout(Duration.ofSeconds(3));

    private static void exchange(final Trunk from, final Trunk to)
    {
        final OffHeapBuffer record = OffHeapBuffer.allocate(8);
        while (Trunk.REFUSED == from.offer(record, 8, null, 0, 0))
        {
            Thread.yield();
        }
        while (0 == to.poll((buffer, offset, length, position) -> assertTrue(length > 0), 1))
        {
            Thread.yield();
        }
    }

    @Test
    void shouldRunTheDriverInTheFirstMemberAndCloseItLast() throws Exception
    {
        final Members members = TestDriver.members("ipc", "ipc");
        final Trunk first = AeronTrunks.with(context).newTrunk(members, 0, 1);
        final Trunk second = AeronTrunks.with(context).newTrunk(members, 1, 0);
        exchange(first, second);
        exchange(second, first);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(directory))));

        final AtomicBoolean isSecondClosed = new AtomicBoolean();
        final AtomicBoolean hasWaited = new AtomicBoolean();
        final Thread closer = new Thread(() ->
        {
            first.close();
            hasWaited.set(isSecondClosed.get());
        });
        closer.start();
        while (Thread.State.TIMED_WAITING != closer.getState())
        {
            assertTrue(closer.isAlive());
            Thread.yield();
        }
        isSecondClosed.set(true);
        second.close();
        closer.join();
        assertTrue(hasWaited.get());
        assertFalse(Files.exists(Path.of(directory)));
    }

    @Test
    void shouldDeliverEverythingBeforeItsDriverEnds() throws Exception
    {
        final Members members = TestDriver.members(TestDriver.freeEndpoint(), TestDriver.freeEndpoint());
        final AeronTrunksContext own = new AeronTrunksContext();
        try (Trunk to = AeronTrunks.with(own).newTrunk(members, 1, 0))
        {
            final Trunk from = AeronTrunks.with(own).newTrunk(members, 0, 1);
            exchange(from, to);
            final OffHeapBuffer record = OffHeapBuffer.allocate(64 * 1024);
            assertTrue(from.offer(record, 64 * 1024, null, 0, 0) > 0);
            assertTrue(from.offer(record, 64, null, 0, 0) > 0);
            final Thread closer = new Thread(from::close);
            closer.start();
            int count = 0;
            while (count < 2)
            {
                count += to.poll((buffer, offset, length, position) -> assertTrue(length > 0), 1);
                Thread.yield();
            }
            closer.join();
        }
    }

    @Test
    void shouldNameWhoShouldRunTheDriver()
    {
        final AeronTrunks trunks = AeronTrunks.with(context.driverTimeout(Duration.ofSeconds(3)));
        final IsotachException ex = assertThrows(
            IsotachException.class, () -> trunks.newTrunk(TestDriver.members("ipc", "ipc"), 1, 0));
        assertEquals("no media driver answers in " + directory + " within PT3S: member m0, which runs it, is not " +
            "there; launch it first", ex.getMessage());

        final AeronTrunks apart = AeronTrunks.with(context.embeddedDriver(false));
        final IsotachException missing = assertThrows(
            IsotachException.class, () -> apart.newTrunk(TestDriver.members("ipc", "ipc"), 0, 1));
        assertEquals("no media driver answers in " + directory + " within PT3S: start one with this directory, or " +
            "let a member run it, see AeronTrunksContext.embeddedDriver()", missing.getMessage());
    }

    @Test
    void shouldRunNoDriverWhereOneIs()
    {
        try (TestDriver driver = new TestDriver())
        {
            final AeronTrunks trunks = AeronTrunks.with(driver.context().embeddedDriver(true));
            final IsotachException ex = assertThrows(
                IsotachException.class, () -> trunks.newTrunk(TestDriver.members("ipc", "ipc"), 0, 1));
            assertEquals("a media driver is active in " + driver.directory + ", or was within the last PT10S: use " +
                "it, see AeronTrunksContext.embeddedDriver(), or set another " +
                "AeronTrunksContext.aeronDirectoryName()", ex.getMessage());
        }
    }

    @Test
    void shouldSayThatAPortIsTaken() throws Exception
    {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress("127.0.0.1", 0)))
        {
            final String endpoint = "127.0.0.1:" + socket.getLocalPort();
            final AeronTrunks trunks = AeronTrunks.with(context);
            final IsotachException ex = assertThrows(IsotachException.class,
                () -> trunks.newTrunk(TestDriver.members(endpoint, "127.0.0.1:1"), 0, 1));
            assertTrue(ex.getMessage().startsWith("cannot listen at aeron:udp?endpoint=" + endpoint), ex.getMessage());
            assertTrue(ex.getMessage().contains("Address already in use"), ex.getMessage());
            assertTrue(ex.getMessage().endsWith("and a port that no other program has"), ex.getMessage());
            assertTrue(trunks.toString().startsWith("AeronTrunks{trunks=0, null"), trunks::toString);
        }
        assertFalse(Files.exists(Path.of(directory)));
    }

    @Test
    void shouldServeOneMember()
    {
        try (TestDriver driver = new TestDriver())
        {
            final AeronTrunks trunks = AeronTrunks.with(driver.context());
            final Members members = TestDriver.members("ipc", "ipc", "ipc");
            try (Trunk first = trunks.newTrunk(members, 0, 1); Trunk second = trunks.newTrunk(members, 0, 2))
            {
                assertTrue(first.toString().startsWith("AeronTrunk{trunk m0-m1"), first::toString);
                assertTrue(second.toString().startsWith("AeronTrunk{trunk m0-m2"), second::toString);
                final IllegalStateException ex =
                    assertThrows(IllegalStateException.class, () -> trunks.newTrunk(members, 1, 0));
                assertEquals(
                    "trunks of member m0 are open (expected: an AeronTrunks of its own for member m1)",
                    ex.getMessage());
            }
            // The last one has closed the connection.
            try (Trunk other = trunks.newTrunk(members, 1, 0))
            {
                assertTrue(other.toString().startsWith("AeronTrunk{trunk m1-m0"), other::toString);
            }
        }
    }
}
