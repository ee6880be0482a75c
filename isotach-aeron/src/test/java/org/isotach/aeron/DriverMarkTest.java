/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.lang.management.ManagementFactory;
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
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
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
@DisabledIfSystemProperty(
    named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
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
            assertEquals(ProcessHandle.current().pid(), here.process());
            assertFalse(here.isGone());
            assertTrue(here.isOfSame(DriverMark.of(driver.directory)));
            assertFalse(here.isOfSame(null));
            assertTrue(Math.abs(System.currentTimeMillis() - here.start()) < TimeUnit.MINUTES.toMillis(2));
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
        write(copy, System.currentTimeMillis());
    }

    private void write(final byte[] file, final long heartbeat) throws IOException
    {
        final ByteBuffer mark = ByteBuffer.wrap(file);
        new ManyToOneRingBuffer(
            CncFileDescriptor.createToDriverBuffer(mark, CncFileDescriptor.createMetaDataBuffer(mark)))
            .consumerHeartbeatTime(heartbeat);
        Files.write(directory.resolve(CncFileDescriptor.CNC_FILE), file);
    }

    /**
     * The first process of each container has the same number.
     */
    private void writeThatOfAnEarlierProcessWithTheNumberOfThisOne() throws IOException
    {
        final byte[] file = copy.clone();
        final long before = ManagementFactory.getRuntimeMXBean().getStartTime() - 1;
        ByteBuffer.wrap(file).order(ByteOrder.nativeOrder())
            .putLong(CncFileDescriptor.pidOffset(0), ProcessHandle.current().pid())
            .putLong(CncFileDescriptor.startTimestampOffset(0), before);
        write(file, System.currentTimeMillis());
    }

    private DriverMark mark()
    {
        return DriverMark.of(directory.toString());
    }

    @Test
    void shouldSayThatTheProcessHasEnded()
    {
        assertTrue(mark().isGone());
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
        assertEquals(ProcessHandle.current().pid(), mark().process());
        connection.close();
        assertFalse(Files.exists(directory));
    }

    @Test
    void shouldLaunchADriverInPlaceOfOneOfAnEarlierProcessWithItsNumber() throws IOException
    {
        writeThatOfAnEarlierProcessWithTheNumberOfThisOne();
        final DriverMark before = mark();
        assertTrue(before.isGone());
        final Connection connection = new Connection(context, MEMBERS, 0);
        assertEquals(before.process(), mark().process());
        assertFalse(mark().isGone());
        assertFalse(mark().isOfSame(before), "whose directory the end of that one must not delete");
        connection.close();
    }

    @Test
    void shouldSayThatADriverHasEndedInGoodOrder() throws IOException
    {
        write(copy, -1);
        assertEquals("the media driver that had there, process " + killed + ", has ended in good order",
            mark().describe("there"));
    }

    @Test
    void shouldNotWaitForEverWhenTheClockWasSetBack() throws IOException
    {
        write(copy, System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1));
        final String message = assertThrows(IsotachException.class,
            () -> new Connection(context, MEMBERS, 1)).getMessage();
        assertTrue(message.contains(" s ahead of the clock of this machine, which was set back: "), message);
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
