/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.exceptions.ActiveDriverException;

import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.aeron.driver.UniqueDirectory;

/**
 * A media driver that a member runs. It owns the rule that its directory, some 100 MB of memory, goes with it, and that
 * what a driver has left that was killed holds no later one up for longer than its heartbeat counts.
 */
final class EmbeddedDriver implements AutoCloseable
{
    private static final int IPC_IDLE_MS = 1;
    private static final int MAX_SPINS = 50;
    private static final int MAX_YIELDS = 20;
    private static final int RETRY_MS = 100;
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long MAX_CONNECTION_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long TIMER_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final String directory;
    private final Duration driverTimeout;
    private final Duration memberTimeout;
    private final boolean isIpc;
    private final ErrorHandler errorHandler;
    private final MediaDriver driver;

    // That of the driver, null if it cannot be read. Written before the hook can run.
    private DriverMark own;
    private final Thread hook = new Thread(this::deleteAtTheEnd, "isotach-aeron-driver-directory");

    /**
     * @param directory    of the driver.
     * @param context      settings.
     * @param isIpc        nothing goes over a network.
     * @param errorHandler of the driver.
     * @throws IsotachException when another one is active there.
     */
    EmbeddedDriver(
        final String directory,
        final AeronTrunksContext context,
        final boolean isIpc,
        final ErrorHandler errorHandler)
    {
        this.directory = directory;
        driverTimeout = context.driverTimeout();
        memberTimeout = context.memberTimeout();
        this.isIpc = isIpc;
        this.errorHandler = errorHandler;
        driver = launchInPlaceOfOneThatIsGone();
        try
        {
            protectDirectory();
            own = DriverMark.of(directory);
            Runtime.getRuntime().addShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // The JVM is ending: what happens now has to close the driver.
            errorHandler.onError(ex);
        }
        catch (final Throwable ex)
        {
            CloseHelper.quietClose(driver);
            throw ex;
        }
    }

    /**
     * For a while Aeron takes one that was killed for active. One in another container only seems to be gone, but its
     * heartbeat goes on.
     */
    private MediaDriver launchInPlaceOfOneThatIsGone()
    {
        final DriverMark before = DriverMark.of(directory);
        final long startNs = System.nanoTime();
        while (true)
        {
            try
            {
                return launch();
            }
            catch (final ActiveDriverException ex)
            {
                final DriverMark mark = DriverMark.of(directory);
                final boolean mayEnd = null != mark && mark.isGone() && mark.equals(before) &&
                    System.nanoTime() - startNs <= driverTimeout.toNanos() + TimeUnit.SECONDS.toNanos(1);
                if (!mayEnd)
                {
                    throw (IsotachException)new IsotachException("a media driver is active in " + directory +
                        ", or was within the last " + driverTimeout + ": use it, see AeronTrunksContext" +
                        ".embeddedDriver(), or set another AeronTrunksContext.aeronDirectoryName()").initCause(ex);
                }
                pause("the heartbeat of a media driver to be old: " + mark.describe(directory));
            }
        }
    }

    static Thread newDaemon(final Runnable work, final String name)
    {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * @param what is waited for.
     */
    static void pause(final String what)
    {
        try
        {
            Thread.sleep(RETRY_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IsotachInterruptedException("interrupted while a member waited for " + what);
        }
    }

    private MediaDriver launch()
    {
        // Over shared memory it only moves the limits of the senders.
        final IdleStrategy idle = isIpc ? new SleepingMillisIdleStrategy(IPC_IDLE_MS) :
            new BackoffIdleStrategy(MAX_SPINS, MAX_YIELDS, MIN_PARK_NS, MAX_PARK_NS);
        final long livenessNs = memberTimeout.toNanos();
        return MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(idle)
            .sharedThreadFactory(work -> newDaemon(work, "isotach-aeron-driver"))
            .driverTimeoutMs(driverTimeout.toMillis())
            .timerIntervalNs(TIMER_INTERVAL_NS)
            .publicationLingerTimeoutNs(LINGER_NS)
            .imageLivenessTimeoutNs(livenessNs)
            .publicationConnectionTimeoutNs(Math.min(MAX_CONNECTION_NS, livenessNs))
            .clientLivenessTimeoutNs(livenessNs)
            .publicationUnblockTimeoutNs(livenessNs + livenessNs / 2)
            .errorHandler(errorHandler));
    }

    /**
     * Nobody else may read or write what members send.
     */
    private void protectDirectory()
    {
        final Path path = Path.of(directory);
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix"))
        {
            try
            {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            }
            catch (final IOException ex)
            {
                errorHandler.onError(ex);
            }
        }
    }

    /**
     * The JVM ends without closing it. By now another one may have the directory, if this one has ended by an error,
     * perhaps in another container, where its process has the same number.
     */
    private void deleteAtTheEnd()
    {
        if (null != own && own.isOfSame(DriverMark.of(directory)))
        {
            UniqueDirectory.deleteOnExit(directory);
        }
    }

    @Override
    public void close()
    {
        driver.close();
        try
        {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // The JVM is ending: the hook finds nothing, or what is left.
        }
    }

    @Override
    public String toString()
    {
        return "EmbeddedDriver{" + directory + '}';
    }
}
