/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.ModelHost;
import org.isotach.niu.Waiter;
import org.isotach.niu.spi.Wakeable;

/**
 * The thread of the cluster that runs the handlers of one port ({@link Progress#CLUSTER}). It waits as a thread of an
 * application does, and is woken by what arrives. An exception is reported, and it goes on.
 */
final class PortServer extends Padded implements Runnable, BooleanSupplier
{
    private static final int PAUSE_NS = 1_000_000;

    private final int host;
    private final IntSupplier serve;
    private final Runnable end;
    private final Waiter waiter;
    private final Wakeable application;
    private final Consumer<Throwable> errors;
    private volatile boolean isStopped;

    /**
     * @param host        number of the host.
     * @param serve       serves the port, and returns how many packets have arrived.
     * @param end         done when there is nothing to serve any more.
     * @param waiter      woken by what arrives.
     * @param application woken when something was served: it may wait for that.
     * @param errors      takes what was thrown, and throws nothing.
     */
    PortServer(
        final int host,
        final IntSupplier serve,
        final Runnable end,
        final Waiter waiter,
        final Wakeable application,
        final Consumer<Throwable> errors)
    {
        this.host = host;
        this.serve = serve;
        this.end = end;
        this.waiter = waiter;
        this.application = application;
        this.errors = errors;
    }

    void start(final ModelHost models)
    {
        models.startThread("am", this, this::stop);
    }

    void stop()
    {
        isStopped = true;
        waiter.wake();
    }

    @Override
    public void run()
    {
        while (!isStopped)
        {
            try
            {
                waiter.await(this, "active messages", Waiter.NO_LIMIT_NS);
            }
            catch (final ClusterClosedException ex)
            {
                // The host may have been expelled, too: there is nothing to serve any more.
                isStopped = true;
            }
            catch (final Throwable ex)
            {
                // Only the end of the cluster ends it. A handler may have interrupted its thread.
                if (!(ex instanceof IsotachException) || !Thread.interrupted())
                {
                    errors.accept(ex);
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
        end.run();
    }

    /**
     * Serves the port.
     *
     * @return true if something has arrived, so that the next wait does not begin by parking; or if this was the end.
     */
    @Override
    public boolean getAsBoolean()
    {
        if (isStopped)
        {
            return true;
        }
        final boolean hasServed = serve.getAsInt() > 0;
        if (hasServed)
        {
            application.wake();
        }
        return hasServed;
    }

    @Override
    public String toString()
    {
        return "PortServer{host=" + host + ", stopped=" + isStopped + '}';
    }
}
