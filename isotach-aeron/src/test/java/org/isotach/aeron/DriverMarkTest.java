/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.aeron.CncFileDescriptor;

import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.niu.spi.Members;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The directory of a media driver whose process was killed a moment ago.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DriverMarkTest
{
    private static final Members MEMBERS = TestDriver.members("ipc", "ipc");

    private static long killed;
    private static byte[] copy;

    private Path directory;
    private AeronTrunksContext context;

    /**
     * Copies the mark of a driver, and puts the process of one that has ended into it.
     */
    @BeforeAll
    static void copyAMark() throws Exception
    {
        final Process process =
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version").start();
        process.waitFor();
        killed = process.pid();
        try (TestDriver driver = new TestDriver())
        {
            final DriverMark here = DriverMark.of(driver.directory);
            assertTrue(here.isHere());
            assertFalse(here.isGone());
            copy = Files.readAllBytes(Path.of(driver.directory, CncFileDescriptor.CNC_FILE));
        }
        ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder()).putLong(CncFileDescriptor.pidOffset(0), killed);
    }

    @BeforeEach
    void leaveAMark(@TempDir final Path parent) throws IOException
    {
        directory = Files.createDirectory(parent.resolve("aeron"));
        context = new AeronTrunksContext()
            .aeronDirectoryName(directory.toString())
            .driverTimeout(Duration.ofSeconds(3));
        final ByteBuffer mark = ByteBuffer.wrap(copy);
        new ManyToOneRingBuffer(
            CncFileDescriptor.createToDriverBuffer(mark, CncFileDescriptor.createMetaDataBuffer(mark)))
            .consumerHeartbeatTime(System.currentTimeMillis());
        Files.write(directory.resolve(CncFileDescriptor.CNC_FILE), copy);
    }

    private DriverMark mark()
    {
        return DriverMark.of(directory.toString());
    }

    @Test
    void shouldSayThatTheProcessHasEnded()
    {
        assertTrue(mark().isGone());
        assertFalse(mark().isHere());
        assertTrue(mark().describe("there").startsWith("the media driver that had there, process " + killed +
            ", has ended, and was last active "), mark()::toString);
    }

    @Test
    void shouldReadNoMarkWhereThereIsNone() throws IOException
    {
        final Path mark = directory.resolve(CncFileDescriptor.CNC_FILE);
        Files.write(mark, new byte[8]);
        assertNull(mark());
        Files.write(mark, new byte[0]);
        assertNull(mark());
        Files.delete(mark);
        assertNull(mark());
    }

    /**
     * As long as its heartbeat is young, Aeron takes it for active.
     */
    @Test
    void shouldLaunchADriverInPlaceOfOneThatWasKilled()
    {
        final Connection connection = new Connection(context, MEMBERS, 0);
        assertTrue(mark().isHere());
        connection.close();
        assertFalse(Files.exists(directory));
    }

    @Test
    void shouldAwaitTheNextDriver() throws Exception
    {
        final FutureTask<Connection> second = new FutureTask<>(() -> new Connection(context, MEMBERS, 1));
        new Thread(second).start();
        final Connection first = new Connection(context, MEMBERS, 0);
        second.get().close();
        first.close();
    }

    @Test
    void shouldSayThatNoDriverHasComeInPlaceOfTheOneThatWasKilled()
    {
        final String message =
            assertThrows(IsotachException.class, () -> new Connection(context, MEMBERS, 1)).getMessage();
        assertTrue(message.startsWith("no media driver answers in " + directory + " within PT3S: the media driver" +
            " that had " + directory + ", process " + killed + ", has ended, and was last active "), message);
        assertTrue(message.endsWith(": member m0, which runs it, is not there; launch it first"), message);
    }

    @Test
    void shouldEndItsWaitWhenItIsInterrupted() throws Exception
    {
        final FutureTask<Boolean> waiting = new FutureTask<>(() ->
        {
            assertThrows(IsotachInterruptedException.class, () -> new Connection(context, MEMBERS, 1));
            return Thread.interrupted();
        });
        final Thread thread = new Thread(waiting);
        thread.start();
        while (Thread.State.TIMED_WAITING != thread.getState())
        {
            assertTrue(thread.isAlive());
            Thread.yield();
        }
        thread.interrupt();
        assertTrue(waiting.get());
        assertEquals(killed, mark().process());
    }
}
