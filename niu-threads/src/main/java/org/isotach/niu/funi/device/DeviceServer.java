/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.ClusterClosedException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;
import org.isotach.niu.Waiter;
import org.isotach.niu.spi.Unit;

/**
 * The thread of the cluster that serves some devices, in all modes but INVOKER. It waits as a thread of an application
 * does, and is woken by what comes to its devices. An exception of a device is reported, the others get their turn, and
 * the device is served again. So it goes on after one of its wait, in which it asks the stall sources of users.
 */
final class DeviceServer extends Padded implements Runnable, BooleanSupplier
{
    private static final long PAUSE_NS = 50_000;
    private static final long PAUSE_AFTER_FAILURE_NS = 1_000_000;

    private final List<Unit> units;
    private final Waiter waiter;
    private final Consumer<Throwable> errors;
    private volatile boolean isStopped;

    // Belongs to the thread.
    private boolean hasFailed;

    /**
     * @param errors takes what devices throw, and throws nothing.
     */
    DeviceServer(final List<Unit> units, final Waiter waiter, final Consumer<Throwable> errors)
    {
        this.units = units;
        this.waiter = waiter;
        this.errors = errors;
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
                waiter.await(this, "devices", Waiter.NO_LIMIT_NS);
            }
            catch (final ClusterClosedException ex)
            {
                // The host was expelled: its device goes on, or those that send to it would wait for their
                // acknowledgements. A thread that is interrupted does not park.
                Thread.interrupted();
                if (!getAsBoolean())
                {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            catch (final Throwable ex)
            {
                // Only the end of the cluster ends it. A waker may have interrupted its thread.
                if (!(ex instanceof IsotachException) || !Thread.interrupted())
                {
                    errors.accept(ex);
                    LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NS);
                }
            }
        }
    }

    /**
     * Serves the devices.
     *
     * @return true if anything was done, so that the next wait does not begin by parking; or if this was the end.
     */
    @Override
    public boolean getAsBoolean()
    {
        if (hasFailed)
        {
            // It may fail each time.
            hasFailed = false;
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NS);
        }
        int work = 0;
        for (int i = 0; i < units.size(); i++)
        {
            try
            {
                work += units.get(i).doWork();
            }
            catch (final Throwable ex)
            {
                hasFailed = true;
                errors.accept(ex);
            }
        }
        return isStopped || work > 0;
    }

    @Override
    public String toString()
    {
        return "DeviceServer{units=" + units + ", stopped=" + isStopped + '}';
    }
}
