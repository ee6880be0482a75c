/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.ClientTimeoutException;
import io.aeron.exceptions.ConductorServiceTimeoutException;
import io.aeron.exceptions.DriverTimeoutException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.status.HeartbeatTimestamp;

import org.agrona.CloseHelper;
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
    private static final int MAX_WAITS = 3;

    // A client that ends, by itself or not, unmaps what a thread may be reading or writing at that moment.
    private static final long CLOSE_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String directory;

    // Null if the directory has a name that others know.
    private final UniqueDirectory own;
    private final Duration memberTimeout;
    private final Duration driverTimeout;

    // What to do if no driver answers.
    private final String remedy;

    // Null if another process runs it.
    private final EmbeddedDriver driver;
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
        driverTimeout = context.driverTimeout();
        remedy = isEmbedded ?
            ": member " + members.name(host) + ", which runs it, is not there; launch it first" :
            ": start one with this directory, or let a member run it, see AeronTrunksContext.embeddedDriver()";
        own = null == context.aeronDirectoryName() && isEmbedded && !isIpc ? new UniqueDirectory() : null;
        directory = null != own ? own.name() : null != context.aeronDirectoryName() ? context.aeronDirectoryName() :
            CommonContext.getAeronDirectoryName();
        try
        {
            driver = isEmbedded && host == member ? new EmbeddedDriver(directory, context, isIpc, this::onError) : null;
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
            if (null == driver)
            {
                awaitSuccessorOfOneThatIsGone();
            }
            aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(directory)
                .driverTimeoutMs(context.driverTimeout().toMillis())
                .closeLingerDurationNs(CLOSE_LINGER_NS)
                .idleStrategy(new SleepingMillisIdleStrategy(CLIENT_IDLE_MS))
                .threadFactory(work -> EmbeddedDriver.newDaemon(work, "isotach-aeron-client"))
                .errorHandler(this::onError)
                .subscriberErrorHandler(this::onError));
        }
        catch (final DriverTimeoutException ex)
        {
            CloseHelper.quietCloseAll(driver, own);
            throw noDriver(ex);
        }
        catch (final Throwable ex)
        {
            CloseHelper.quietCloseAll(driver, own);
            throw ex;
        }
    }

    /**
     * For a while Aeron takes a driver that was killed for active, and would wait for its answers. One in another
     * container only seems to be gone, but its heartbeat goes on.
     */
    private void awaitSuccessorOfOneThatIsGone()
    {
        final DriverMark before = DriverMark.of(directory);
        final long startNs = System.nanoTime();
        DriverMark mark = before;
        while (null != mark && mark.isGone() && mark.equals(before))
        {
            final long waitedNs = System.nanoTime() - startNs;
            final boolean isOld = mark.ageMs() > 2 * driverTimeout.toMillis();
            // Who runs the next one waits until the heartbeat is old. When the clock was set back, that takes too long.
            if (waitedNs > MAX_WAITS * driverTimeout.toNanos() || waitedNs > driverTimeout.toNanos() && isOld)
            {
                throw noDriver(null);
            }
            EmbeddedDriver.pause("another media driver: " + mark.describe(directory));
            mark = DriverMark.of(directory);
        }
    }

    /**
     * @param cause null for none.
     */
    private IsotachException noDriver(final Throwable cause)
    {
        final DriverMark mark = DriverMark.of(directory);
        return because(cause, "no media driver answers in " + directory + " within " + driverTimeout +
            (null == mark ? "" : ": " + mark.describe(directory)) + remedy);
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
        catch (final DriverTimeoutException ex)
        {
            throw noDriver(ex);
        }
        catch (final RegistrationException ex)
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
        catch (final DriverTimeoutException ex)
        {
            throw noDriver(ex);
        }
        catch (final RegistrationException ex)
        {
            throw because(ex, "cannot listen at " + channel + ": " + ex.getMessage() +
                "; give this member an address of this machine and a port that no other program has");
        }
    }

    /**
     * Closes a publication. If this member runs a driver that sends to others, it waits until the other end, if there
     * is one, has got everything: the driver forgets the stream then, or after two seconds. Drivers that stay
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
