/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The thread of the cluster that runs the handlers of one port ({@link Progress#CLUSTER}). It waits as a thread of an
 * application does, and is woken by what arrives.
 */
final class PortServer extends Padded implements Runnable, BooleanSupplier
{
    private final Host host;
    private final PortService service;
    private final Waiter waiter;
    private volatile boolean isStopped;

    PortServer(final Host host, final PortService service, final Waiter waiter)
    {
        this.host = host;
        this.service = service;
        this.waiter = waiter;
    }

    void start()
    {
        host.models().startThread("am", this, this::stop);
    }

    private void stop()
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
            catch (final IsotachException ex)
            {
                // A handler has interrupted its thread. Only the end of the cluster ends it.
                if (!Thread.interrupted())
                {
                    throw ex;
                }
            }
        }
        service.failWhatIsLeft();
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
        final boolean hasServed = service.serve() > 0;
        if (hasServed)
        {
            service.waiter().wake();
        }
        return hasServed;
    }

    @Override
    public String toString()
    {
        return "PortServer{host=" + host.id() + ", stopped=" + isStopped + '}';
    }
}
