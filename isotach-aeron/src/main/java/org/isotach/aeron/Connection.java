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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.exceptions.ActiveDriverException;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.ClientTimeoutException;
import io.aeron.exceptions.ConductorServiceTimeoutException;
import io.aeron.exceptions.DriverTimeoutException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.status.HeartbeatTimestamp;

import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import org.isotach.IsotachException;
import org.isotach.aeron.driver.UniqueDirectory;
import org.isotach.niu.spi.Members;

/**
 * The connection of one member with a media driver, which it may run itself.
 */
final class Connection
{
    private static final int CLIENT_IDLE_MS = 4;
    private static final int POLL_MS = 2;
    private static final int IPC_IDLE_MS = 1;
    private static final int MAX_SPINS = 50;
    private static final int MAX_YIELDS = 20;
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long MAX_CONNECTION_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long TIMER_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(20);

    // A client that ends, by itself or not, unmaps what a thread may be reading or writing at that moment.
    private static final long CLOSE_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String directory;

    // Null if the directory has a name that others know.
    private final UniqueDirectory own;
    private final Duration memberTimeout;

    // Null if another process runs it.
    private final MediaDriver driver;
    private final Aeron aeron;
    private final AtomicReference<Throwable> firstError = new AtomicReference<>();

    // Why the client has ended, if something else has failed before.
    private final AtomicReference<Throwable> end = new AtomicReference<>();

    /**
     * @throws IsotachException when there is no media driver, or it cannot be launched.
     */
    Connection(final AeronTrunksContext context, final Members members, final int member)
    {
        final boolean isIpc = Channels.isIpc(members, member);
        final int host = isIpc ? firstIpc(members) : member;
        final boolean isEmbedded = context.embeddedDriver();
        memberTimeout = context.memberTimeout();
        own = null == context.aeronDirectoryName() && isEmbedded && !isIpc ? new UniqueDirectory() : null;
        directory = null != own ? own.name() : null != context.aeronDirectoryName() ? context.aeronDirectoryName() :
            CommonContext.getAeronDirectoryName();
        try
        {
            driver = isEmbedded && host == member ? launch(context, isIpc) : null;
        }
        catch (final Throwable ex)
        {
            // Aeron also throws checked exceptions, which it does not declare.
            if (null != own)
            {
                own.close();
            }
            throw ex;
        }
        try
        {
            aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(directory)
                .driverTimeoutMs(context.driverTimeout().toMillis())
                .closeLingerDurationNs(CLOSE_LINGER_NS)
                .idleStrategy(new SleepingMillisIdleStrategy(CLIENT_IDLE_MS))
                .threadFactory(work -> newDaemon(work, "isotach-aeron-client"))
                .errorHandler(this::onError)
                .subscriberErrorHandler(this::onError));
        }
        catch (final DriverTimeoutException ex)
        {
            CloseHelper.quietCloseAll(driver, own);
            throw because(ex, "no media driver answers in " + directory + " within " + context.driverTimeout() +
                (isEmbedded ? ": member " + members.name(host) + ", which runs it, is not there; launch it first" :
                ": start one with this directory, or let a member run it, see AeronTrunksContext.embeddedDriver()"));
        }
        catch (final Throwable ex)
        {
            CloseHelper.quietCloseAll(driver, own);
            throw ex;
        }
    }

    static IsotachException because(final Throwable cause, final String message)
    {
        return (IsotachException)new IsotachException(message).initCause(cause);
    }

    private static int firstIpc(final Members members)
    {
        int member = 0;
        while (!Channels.isIpc(members, member))
        {
            member++;
        }
        return member;
    }

    private static Thread newDaemon(final Runnable work, final String name)
    {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private void onError(final Throwable error)
    {
        firstError.compareAndSet(null, error);
        if (error instanceof DriverTimeoutException || isSilence(error))
        {
            end.compareAndSet(null, error);
        }
    }

    private static boolean isSilence(final Throwable error)
    {
        return error instanceof ConductorServiceTimeoutException || error instanceof ClientTimeoutException;
    }

    private MediaDriver launch(final AeronTrunksContext context, final boolean isIpc)
    {
        // Over shared memory it only moves the limits of the senders.
        final IdleStrategy idle = isIpc ? new SleepingMillisIdleStrategy(IPC_IDLE_MS) :
            new BackoffIdleStrategy(MAX_SPINS, MAX_YIELDS, MIN_PARK_NS, MAX_PARK_NS);
        final long livenessNs = memberTimeout.toNanos();
        try
        {
            final MediaDriver launched = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle)
                .sharedThreadFactory(work -> newDaemon(work, "isotach-aeron-driver"))
                .driverTimeoutMs(context.driverTimeout().toMillis())
                .timerIntervalNs(TIMER_INTERVAL_NS)
                .publicationLingerTimeoutNs(LINGER_NS)
                .imageLivenessTimeoutNs(livenessNs)
                .publicationConnectionTimeoutNs(Math.min(MAX_CONNECTION_NS, livenessNs))
                .clientLivenessTimeoutNs(livenessNs)
                .publicationUnblockTimeoutNs(livenessNs + livenessNs / 2)
                .errorHandler(this::onError));
            try
            {
                protectDirectory();
            }
            catch (final Throwable ex)
            {
                CloseHelper.quietClose(launched);
                throw ex;
            }
            return launched;
        }
        catch (final ActiveDriverException ex)
        {
            throw because(ex, "a media driver is active in " + directory + ", or was within the last " +
                context.driverTimeout() + ": use it, see AeronTrunksContext.embeddedDriver(), or set another " +
                "AeronTrunksContext.aeronDirectoryName()");
        }
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
                onError(ex);
            }
        }
    }

    String directory()
    {
        return directory;
    }

    /**
     * Returns after how long a silent member is lost.
     */
    Duration memberTimeout()
    {
        return memberTimeout;
    }

    /**
     * Returns after how long the media driver has forgotten a member that was killed, with some time for its timers.
     */
    long forgettingNs()
    {
        // What the driver has told the client: its liveness timeout.
        final long livenessNs = aeron.context().interServiceTimeoutNs();
        return livenessNs + livenessNs / 2;
    }

    boolean isClosed()
    {
        return aeron.isClosed();
    }

    /**
     * Returns why it is closed, as far as that is known.
     */
    Throwable firstError()
    {
        final Throwable reason = end.get();
        return null == reason ? firstError.get() : reason;
    }

    /**
     * Returns whether it is closed because this member did nothing for too long.
     */
    boolean wasSilent()
    {
        return isSilence(end.get());
    }

    Publication addPublication(final String channel, final int streamId)
    {
        try
        {
            return aeron.addPublication(channel, streamId);
        }
        catch (final RegistrationException | DriverTimeoutException ex)
        {
            throw because(ex, "cannot send to " + channel + ": " + ex.getMessage() + "; start no member twice, not" +
                " even within " + TimeUnit.NANOSECONDS.toSeconds(forgettingNs()) + " s after it was killed, and give" +
                " clusters that share a media driver different values of AeronTrunksContext.firstStreamId()");
        }
    }

    Subscription addSubscription(final String channel, final int streamId)
    {
        try
        {
            return aeron.addSubscription(channel, streamId);
        }
        catch (final RegistrationException | DriverTimeoutException ex)
        {
            throw because(ex, "cannot listen at " + channel + ": " + ex.getMessage() +
                "; give this member an address of this machine and a port that no other program has");
        }
    }

    /**
     * Closes a publication. If this member runs a driver that sends to others, it waits until the other end, if there
     * is one, has got everything: the driver forgets the stream then, or after {@link #LINGER_NS}. Drivers that stay
     * deliver it later.
     */
    void close(final Publication publication)
    {
        final boolean isConnected = publication.isConnected();
        publication.close();
        if (null != driver && isConnected)
        {
            try
            {
                await(() -> aeron.isClosed() || !isSending(publication.registrationId()));
            }
            catch (final AeronException ex)
            {
                // The client has just ended by itself.
                onError(ex);
            }
        }
    }

    private boolean isSending(final long registrationId)
    {
        final boolean[] found = new boolean[1];
        aeron.countersReader().forEach((counterId, typeId, key, label) -> found[0] |=
            AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID == typeId && registrationId == key.getLong(0));
        return found[0];
    }

    /**
     * Closes it. A driver that is run here goes last: others may still have records to read.
     */
    void close()
    {
        if (null != driver && !aeron.isClosed())
        {
            try
            {
                await(() -> aeron.isClosed() || !hasOtherClients());
            }
            catch (final AeronException ex)
            {
                // The client has just ended by itself.
                onError(ex);
            }
        }
        // An interrupted thread does not end the threads of Aeron.
        final boolean isInterrupted = Thread.interrupted();
        CloseHelper.quietCloseAll(aeron, driver, own);
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits although the thread is interrupted: others need the driver, and the limit is short.
     */
    private void await(final BooleanSupplier condition)
    {
        final long startNs = System.nanoTime();
        boolean isInterrupted = false;
        try
        {
            while (!condition.getAsBoolean() && System.nanoTime() - startNs < memberTimeout.toNanos())
            {
                try
                {
                    Thread.sleep(POLL_MS);
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean hasOtherClients()
    {
        final boolean[] found = new boolean[1];
        aeron.countersReader().forEach((counterId, typeId, key, label) ->
            found[0] |= HeartbeatTimestamp.HEARTBEAT_TYPE_ID == typeId && key.getLong(0) != aeron.clientId());
        return found[0];
    }

    @Override
    public String toString()
    {
        return "Connection{" + directory + (null == driver ? "" : ", driver embedded") + '}';
    }
}
