/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.DriverTimeoutException;

import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.aeron.driver.UniqueDirectory;
import org.isotach.niu.spi.Members;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A client that ends by itself: what is said of it, and what is left of it.
 */
class ConnectionTest
{
    private static final int STREAM_ID = 7;
    private static final Members MEMBERS = TestDriver.members("ipc", "ipc");

    @Test
    void shouldSayWhyItsClientHasEndedWhateverHasFailedBefore()
    {
        final RuntimeException before = new RuntimeException("before");
        final Connection connection;
        try (TestDriver driver = new TestDriver())
        {
            connection = new Connection(driver.context().driverTimeout(Duration.ofSeconds(3)), MEMBERS, 0);
            final Publication publication = connection.addPublication("aeron:ipc?term-length=64k", STREAM_ID);
            final Subscription subscription = connection.addSubscription("aeron:ipc", STREAM_ID);
            while (publication.offer(new UnsafeBuffer(new byte[8])) < 0)
            {
                Thread.yield();
            }
            while (null == connection.firstError())
            {
                subscription.poll((buffer, offset, length, header) ->
                {
                    throw before;
                }, 1);
            }
            assertSame(before, connection.firstError());
        }
        while (!connection.isClosed())
        {
            Thread.yield();
        }
        assertInstanceOf(DriverTimeoutException.class, connection.firstError());
        assertFalse(connection.wasSilent());
        connection.close();
    }

    @Test
    void shouldEndItsDriverWhenItsClientEndsWhileItCloses() throws Exception
    {
        final String directory = CommonContext.generateRandomDirName();
        final Connection connection =
            new Connection(new AeronTrunksContext().aeronDirectoryName(directory), MEMBERS, 0);
        final Aeron other = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory).errorHandler(error ->
        {
            // Its driver ends first.
        }));
        try (other)
        {
            // The driver knows it from its first command on.
            other.addSubscription("aeron:ipc", STREAM_ID);
            final Thread closer = new Thread(connection::close);
            closer.start();
            // It waits for the other client.
            while (Thread.State.TIMED_WAITING != closer.getState())
            {
                assertTrue(closer.isAlive());
                Thread.yield();
            }
            clientOf(connection).close();
            closer.join();
            assertFalse(Files.exists(Path.of(directory)));
        }
    }

    /**
     * Otherwise others would lose what they have not read.
     */
    @Test
    void shouldKeepItsDriverForOthersWhenItsThreadIsInterrupted() throws Exception
    {
        final String directory = CommonContext.generateRandomDirName();
        final Connection connection =
            new Connection(new AeronTrunksContext().aeronDirectoryName(directory), MEMBERS, 0);
        final AtomicBoolean isInterrupted = new AtomicBoolean();
        final Thread closer = new Thread(() ->
        {
            Thread.currentThread().interrupt();
            connection.close();
            isInterrupted.set(Thread.interrupted());
        });
        try (Aeron other = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory)))
        {
            // The driver knows it from its first command on.
            other.addSubscription("aeron:ipc", STREAM_ID);
            closer.start();
            while (Thread.State.TIMED_WAITING != closer.getState())
            {
                assertTrue(closer.isAlive());
                Thread.yield();
            }
            assertFalse(clientOf(connection).isClosed());
        }
        closer.join();
        assertFalse(Files.exists(Path.of(directory)));
        assertTrue(isInterrupted.get());
    }

    private static Aeron clientOf(final Connection connection) throws ReflectiveOperationException
    {
        final Field client = Connection.class.getDeclaredField("aeron");
        client.setAccessible(true);
        return (Aeron)client.get(connection);
    }

    @Test
    void shouldDeleteWhatADriverThatAnErrorHasEndedLeaves() throws IOException
    {
        final UniqueDirectory directory = new UniqueDirectory();
        final Path made = Files.createDirectories(Path.of(directory.name()));
        Files.write(made.resolve("cnc.dat"), new byte[8]);
        directory.close();
        assertFalse(Files.exists(made));
    }
}
