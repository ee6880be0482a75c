/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.aeron.CommonContext;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

import org.agrona.concurrent.BackoffIdleStrategy;

import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;

/**
 * A media driver that is no part of a member.
 */
final class TestDriver implements AutoCloseable
{
    // Below those that systems give to sockets without a port. Another JVM begins elsewhere, and each is given once.
    private static final AtomicInteger NEXT_PORT =
        new AtomicInteger(ThreadLocalRandom.current().nextInt(10_000, 30_000));

    final String directory = CommonContext.generateRandomDirName();

    private final MediaDriver driver;

    TestDriver()
    {
        this(Configuration.imageLivenessTimeoutNs());
    }

    /**
     * @param livenessNs how long it waits for a sender that is silent.
     */
    TestDriver(final long livenessNs)
    {
        this(livenessNs, Configuration.clientLivenessTimeoutNs());
    }

    /**
     * @param livenessNs       how long it waits for a sender that is silent.
     * @param clientLivenessNs how long it waits for a member that is.
     */
    TestDriver(final long livenessNs, final long clientLivenessNs)
    {
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED)
            .timerIntervalNs(TimeUnit.MILLISECONDS.toNanos(20))
            .imageLivenessTimeoutNs(livenessNs)
            .clientLivenessTimeoutNs(clientLivenessNs)
            .publicationUnblockTimeoutNs(clientLivenessNs + clientLivenessNs / 2)
            .sharedIdleStrategy(new BackoffIdleStrategy(1, 1, 1000, TimeUnit.MICROSECONDS.toNanos(100))));
    }

    /**
     * Returns settings of trunks over it.
     */
    AeronTrunksContext context()
    {
        return new AeronTrunksContext().aeronDirectoryName(directory).embeddedDriver(false);
    }

    static Members members(final String... endpoints)
    {
        final Members.Builder builder = Members.builder();
        for (int member = 0; member < endpoints.length; member++)
        {
            builder.add("m" + member, endpoints[member], member);
        }
        return builder.build();
    }

    /**
     * Creates both ends of a trunk in this JVM.
     */
    static Trunk[] newTrunk(final AeronTrunksContext context, final String... endpoints)
    {
        final Members members = members(endpoints);
        return new Trunk[]{
            AeronTrunks.with(context).newTrunk(members, 0, 1), AeronTrunks.with(context).newTrunk(members, 1, 0) };
    }

    /**
     * Returns an address with a port that nobody has at present, and that no system gives to sockets that ask for any
     * port, as those of publications do: they come before the port is used.
     */
    static String freeEndpoint()
    {
        while (true)
        {
            final int port = NEXT_PORT.getAndIncrement();
            try (DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
            {
                return "127.0.0.1:" + socket.getLocalPort();
            }
            catch (final BindException ex)
            {
                // The next one.
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        }
    }

    @Override
    public void close()
    {
        driver.close();
    }
}
