/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;
import org.isotach.niu.spi.Wakeable;

/**
 * Tells a device which of its engines have something to do ({@link Engines}), and wakes the thread that serves it, if
 * there is one. Threadsafe.
 */
final class Bell extends Padded
{
    private static final VarHandle ENGINES;
    private static final VarHandle SENDS;
    private static final VarHandle RECEIPTS;

    static
    {
        try
        {
            ENGINES = MethodHandles.lookup().findVarHandle(Bell.class, "engines", int.class);
            SENDS = MethodHandles.lookup().findVarHandle(Bell.class, "sends", long.class);
            RECEIPTS = MethodHandles.lookup().findVarHandle(Bell.class, "receipts", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private volatile int engines;

    // Of the process that has the device: only that writes them.
    private volatile long sends;
    private volatile long receipts;
    private volatile Wakeable server;

    void server(final Wakeable value)
    {
        server = value;
    }

    /**
     * Returns whether there is a thread that serves the device.
     */
    boolean isServed()
    {
        return null != server;
    }

    /**
     * To be called when what is to be done can be seen.
     */
    void ring(final int some)
    {
        // Release: what is to be done. Partner: take(). Also if the bits are set already: whoever takes them between a
        // look and the end of this may not see what is to be done.
        ENGINES.getAndBitwiseOr(this, some);
        wake();
    }

    /**
     * To be called when the process that has the device has written the head of a send queue. That is all it says,
     * so it needs no atomic operation. For one thread at a time; the next one has to see what this one has done.
     */
    void sent()
    {
        // Release: the head. Partner: sends().
        SENDS.setRelease(this, sends + 1);
        wakeAfterFence();
    }

    /**
     * To be called when the process that has the device has written the tail of a receive queue; as {@link #sent}.
     */
    void received()
    {
        // Release: the tail. Partner: receipts().
        RECEIPTS.setRelease(this, receipts + 1);
        wakeAfterFence();
    }

    /**
     * To be called when a packet, or an acknowledgement, has come to the port of the device.
     */
    void arrived()
    {
        wakeAfterFence();
    }

    private void wakeAfterFence()
    {
        if (isServed())
        {
            // Either the thread sees what is to be done before it parks, or it is seen to be parked. Partner: Parking.
            VarHandle.fullFence();
            wake();
        }
    }

    /**
     * Wakes the thread that serves the device. What it is to do was written with a fence.
     */
    void wake()
    {
        final Wakeable served = server;
        if (null != served)
        {
            served.wake();
        }
    }

    /**
     * Returns the engines that were rung for since the last call. For the thread that serves the device.
     */
    int take()
    {
        // Acquire: what is to be done, which is looked at after this. Partner: ring().
        return 0 == engines ? 0 : (int)ENGINES.getAndSet(this, 0);
    }

    /**
     * Returns whether {@link #ring} was called since the last {@link #take}.
     */
    boolean isRung()
    {
        return 0 != engines;
    }

    /**
     * Returns how often {@link #sent} was called.
     */
    long sends()
    {
        // Acquire: the head. Partner: sent().
        return sends;
    }

    /**
     * Returns how often {@link #received} was called.
     */
    long receipts()
    {
        // Acquire: the tail. Partner: received().
        return receipts;
    }
}
