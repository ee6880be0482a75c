/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.aeron.Aeron;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.DriverTimeoutException;
import io.aeron.exceptions.TimeoutException;
import io.aeron.logbuffer.Header;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

import org.isotach.IsotachException;
import org.isotach.aeron.driver.UniqueDirectory;
import org.isotach.niu.spi.View;

/**
 * Asks the nodes: one session for one request. It owns no rule of logical time. Threadsafe.
 */
final class NodeClient implements AutoCloseable
{
    static final int TERM_LENGTH = 64 * 1024;
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    // A driver says once a second that it lives.
    private static final long MIN_DRIVER_TIMEOUT_MS = 2_000;

    private final ReplicatedViewStoreContext context;
    private final String ingress;

    // Null as long as nobody has asked. Guarded by this object.
    private UniqueDirectory own;
    private MediaDriver driver;
    private boolean isClosed;

    /**
     * What the nodes have said.
     *
     * @param isDone  whether the request had its effect.
     * @param inForce the view in force; null if there is none.
     */
    record Answer(boolean isDone, View inForce)
    {
    }

    /**
     * Waits for the answer to one request.
     */
    private static final class Listener implements EgressListener
    {
        private final long correlation;
        private int type;
        private View inForce;

        Listener(final long correlation)
        {
            this.correlation = correlation;
        }

        @Override
        public void onMessage(
            final long clusterSessionId,
            final long timestamp,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Header header)
        {
            if (length >= ViewMessages.ANSWER_LENGTH && ViewMessages.isOfThisVersion(buffer, offset, length) &&
                correlation == ViewMessages.correlation(buffer, offset))
            {
                type = ViewMessages.type(buffer, offset);
                inForce = ViewMessages.view(buffer, offset + ViewMessages.HEADER_LENGTH);
            }
        }
    }

    NodeClient(final ReplicatedViewStoreContext context)
    {
        this.context = context;
        ingress = new Addresses(context.nodes()).ingress();
        // Loads what may be missing.
        newContext(new Listener(0));
    }

    static IdleStrategy idleStrategy()
    {
        return new BackoffIdleStrategy(1, 1, MIN_PARK_NS, MAX_PARK_NS);
    }

    private AeronCluster.Context newContext(final EgressListener listener)
    {
        return new AeronCluster.Context()
            .ingressChannel("aeron:udp?term-length=" + TERM_LENGTH)
            .ingressEndpoints(ingress)
            .egressChannel("aeron:udp?term-length=" + TERM_LENGTH + "|endpoint=" + context.host() + ":0")
            .egressListener(listener)
            .idleStrategy(idleStrategy())
            .errorHandler(NodeClient::ignore)
            .messageTimeoutNs(context.attemptTimeout().toNanos());
    }

    private static void ignore(final Throwable ex)
    {
        // The attempt fails, and says why.
    }

    private Aeron connect(final String directory)
    {
        return Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(directory)
            .driverTimeoutMs(Math.max(context.attemptTimeout().toMillis(), MIN_DRIVER_TIMEOUT_MS))
            .errorHandler(NodeClient::ignore));
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws IsotachException when the nodes do not understand, or the store is closed.
     * @throws RuntimeException when the nodes cannot be reached, or have not answered in time.
     */
    Answer ask(final int type, final String cluster, final View expected, final View next)
    {
        final long correlation = ThreadLocalRandom.current().nextLong();
        final UnsafeBuffer request = new UnsafeBuffer(new byte[ViewMessages.MAX_LENGTH]);
        final int length =
            ViewMessages.putRequest(request, type, correlation, expected, next, ViewMessages.name(cluster));
        final Listener listener = new Listener(correlation);
        final String directory = directory();
        try
        {
            exchange(request, length, listener, directory);
        }
        catch (final DriverTimeoutException ex)
        {
            drop(directory, ex);
            throw ex;
        }
        if (ViewMessages.NOT_UNDERSTOOD == listener.type)
        {
            throw new IsotachException("the nodes " + context.nodes() + " do not understand a request of version " +
                ViewMessages.VERSION + " (expected: nodes of the same isotach as their stores)");
        }
        return new Answer(ViewMessages.DONE == listener.type, listener.inForce);
    }

    /**
     * Sends a request, and waits until the listener has its answer.
     */
    private void exchange(
        final UnsafeBuffer request, final int length, final Listener listener, final String directory)
    {
        final long endNs = System.nanoTime() + context.attemptTimeout().toNanos();
        try (Aeron aeron = connect(directory);
            AeronCluster session = AeronCluster.connect(newContext(listener).aeron(aeron).ownsAeronClient(false)))
        {
            final IdleStrategy idle = idleStrategy();
            boolean isSent = false;
            while (0 == listener.type)
            {
                isSent = isSent || session.offer(request, 0, length) > 0;
                final int work = session.pollEgress();
                if (session.isClosed() || System.nanoTime() - endNs > 0)
                {
                    throw new TimeoutException((session.isClosed() ? "the session is closed" : "no answer within " +
                        context.attemptTimeout()) + (isSent ? "" : "; the request was not sent"));
                }
                idle.idle(work);
            }
        }
    }

    private synchronized String directory()
    {
        if (isClosed)
        {
            throw new IsotachException("the store of views at " + context.nodes() + " is closed");
        }
        if (null != context.aeronDirectoryName())
        {
            return context.aeronDirectoryName();
        }
        if (null == driver)
        {
            if (null == own)
            {
                own = new UniqueDirectory();
            }
            driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(own.name())
                .dirDeleteOnShutdown(true)
                .termBufferSparseFile(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idleStrategy()));
        }
        return driver.aeronDirectoryName();
    }

    /**
     * A media driver is silent. If it is that of the store, the next request launches another one: an error on its
     * thread ends a driver for good.
     *
     * @param silent    its directory.
     * @param exception gets what is thrown while it is closed.
     */
    private synchronized void drop(final String silent, final DriverTimeoutException exception)
    {
        // Another request may have done it, or closed the store.
        if (null != driver && silent.equals(driver.aeronDirectoryName()))
        {
            final MediaDriver closing = driver;
            final UniqueDirectory directory = own;
            driver = null;
            own = null;
            CloseHelper.closeAll(exception::addSuppressed, closing, directory);
        }
    }

    @Override
    public synchronized void close()
    {
        isClosed = true;
        final MediaDriver closing = driver;
        final UniqueDirectory directory = own;
        driver = null;
        own = null;
        CloseHelper.closeAll(closing, directory);
    }
}
